import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { orUndefined } from '../rejection.ts'
import { workspaceDays } from '../report/stored-reports.ts'
import type { IndexRow, WorkItem } from '../schema.ts'
import { type DiarySettings, hasReport } from '../settings.ts'
import { loadEnvelope } from '../workspace/envelope.ts'
import { loadFacts } from '../workspace/facts.ts'
import { evidenceRefsOf } from '../workspace/item-input.ts'
import { openWorkspace, type Workspace } from '../workspace/open.ts'
import { loadProject, projectKeys } from '../workspace/project.ts'
import { turnKey } from '../workspace/refs.ts'
import type { Tombstone } from './tombstones.ts'

/** What a prepared day has of a session. */
export interface DayPart {
  date: string
  projects: ProjectPart[]
  hasReport: boolean
}

export interface ProjectPart {
  project_key: string
  sessions: IndexRow[]
  /** Work items that cover or cite a turn of it. */
  work_items: string[]
  /** Hashes of the lines of its turns. */
  spans: string[]
}

type IsMeant = (source: string, sessionId: string) => boolean

/** The prepared days that hold some of the sessions that are meant, oldest first. */
export async function daysHolding(settings: DiarySettings, isMeant: IsMeant): Promise<DayPart[]> {
  const parts: DayPart[] = []
  for (const date of (await workspaceDays(settings)).reverse()) {
    const workspace = await orUndefined(openWorkspace(settings, date))
    if (!workspace) continue
    const projects = await projectsHolding(workspace, isMeant)
    const isHeld = projects.length > 0 || workspace.metadata?.earlier_usage?.some(each => usageIncludes(each, isMeant))
    if (isHeld) parts.push({ date, projects, hasReport: hasReport(settings, date) })
  }
  return parts
}

/** Whether the usage of earlier days includes a session that is meant. */
export function usageIncludes(usage: unknown, isMeant: IsMeant): boolean {
  const { source, source_session_id: id } = Object(usage)
  return id !== undefined && isMeant(String(source), String(id))
}

export async function projectsHolding(workspace: Workspace, isMeant: IsMeant): Promise<ProjectPart[]> {
  const parts: ProjectPart[] = []
  for (const project_key of await projectKeys(workspace)) {
    const project = await orUndefined(loadProject(workspace, project_key))
    const sessions = (project?.rows ?? []).filter(row => isMeant(row.source, row.source_session_id))
    if (!project || sessions.length === 0) continue
    const refs = new Set(sessions.map(({ session_ref }) => session_ref))
    const items = (await orUndefined(loadEnvelope(project)))?.items ?? []
    const facts = await loadFacts(project)
    parts.push({
      project_key,
      sessions,
      work_items: items.filter(item => restsOn(item, refs)).map(({ work_item_ref }) => work_item_ref),
      spans: sessions.flatMap(({ session_ref, turns }) =>
        turns.flatMap(({ turn_ref }) => facts.get(turnKey({ session_ref, turn_ref }))?.span_sha256 ?? []),
      ),
    })
  }
  return parts
}

/** Whether an item covers or cites a turn of some sessions. */
function restsOn(item: WorkItem, sessionRefs: ReadonlySet<string>): boolean {
  return [...item.covered_turns, ...evidenceRefsOf(item)].some(({ session_ref }) => sessionRefs.has(session_ref))
}

/** What was made from a day besides its report: its collection, and reports of ranges that hold it. */
export async function madeFrom(diaryRoot: string, date: string): Promise<string[]> {
  const zip = `collections/${date}.zip`
  const ranges = await readdir(join(diaryRoot, 'ranges')).catch(() => [])
  const covering = ranges.filter(name => {
    const [from = '', to = ''] = name.split('_')
    return from <= date && date <= to
  })
  return [...(existsSync(join(diaryRoot, zip)) ? [zip] : []), ...covering.sort().map(name => `ranges/${name}`)]
}

/** How many sessions and turns each day has, given every turn with its session, on top of what was counted before. */
export function countDays(
  turns: readonly { date: string; sessionId: string }[],
  before: Tombstone['days'] = [],
): Tombstone['days'] {
  const days = new Map(before.map(day => [day.date, day]))
  for (const date of new Set(turns.map(turn => turn.date))) {
    const own = turns.filter(turn => turn.date === date)
    const known = days.get(date) ?? { date, sessions: 0, turns: 0 }
    const sessions = known.sessions + new Set(own.map(({ sessionId }) => sessionId)).size
    days.set(date, { date, sessions, turns: known.turns + own.length })
  }
  return [...days.values()].sort((one, other) => (one.date < other.date ? -1 : 1))
}
