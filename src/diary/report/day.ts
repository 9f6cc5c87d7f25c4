import { loadForgotten } from '../forget/tombstones.ts'
import { reject } from '../rejection.ts'
import type { Chain, Envelope, Metadata, SessionCoverage, TurnFacts, TurnRef } from '../schema.ts'
import type { DiarySettings, ReadSettings } from '../settings.ts'
import { chainsByTurn } from '../workspace/card.ts'
import { loadEnvelope } from '../workspace/envelope.ts'
import { loadFacts, spanHashes } from '../workspace/facts.ts'
import type { Workspace } from '../workspace/open.ts'
import { loadCoverage, type Progress, progressOf } from '../workspace/progress.ts'
import { type DiaryProject, loadProjects } from '../workspace/project.ts'
import { authorsIn, readProvenance } from '../workspace/provenance.ts'
import { compareTurns, turnKey } from '../workspace/refs.ts'
import { type CiteLines, citeLines } from './cite-lines.ts'
import type { Citation } from './schema.ts'
import { type ItemSupport, linesWithin, supportOf } from './support.ts'

export type DaySettings = ReadSettings & Pick<DiarySettings, 'forgottenDir'>

/** Everything a report is made from. */
export interface Day {
  metadata: Metadata
  projects: ProjectDay[]
  forgotten: { sessions: number; turns: number }
  authorOf: ReturnType<typeof authorsIn>
}

export interface ProjectDay {
  key: string
  label: string
  progress: Progress
  messages: Envelope['source_user_messages']
  chains: ReadonlyMap<string, Chain>
  facts: ReadonlyMap<string, TurnFacts>
  /** By turn, for every indexed one. */
  citations: ReadonlyMap<string, Citation>
  /** By session, where it is known. */
  coverage: ReadonlyMap<string, SessionCoverage>
  /** By work item. */
  support: ReadonlyMap<string, ItemSupport>
  /** Cites the lines of the support. */
  citeLines: CiteLines
}

export async function loadDay(settings: DaySettings, workspace: Workspace): Promise<Day> {
  const { metadata } = workspace
  if (!metadata) reject('workspace', 'metadata.json is missing or says too little', 'run daybook diary prepare --force')
  const projects: ProjectDay[] = []
  for (const project of await loadProjects(workspace)) projects.push(await loadProjectDay(settings, project))
  const forgotten = loadForgotten(settings).on(metadata.report_date)
  return { metadata, projects, forgotten, authorOf: authorsIn(await readProvenance(workspace)) }
}

/** The turns as citations, each once, by session and turn. */
export function cite({ citations }: Pick<ProjectDay, 'citations'>, turns: Iterable<TurnRef>): Citation[] {
  const refs = new Map([...turns].map(turn => [turnKey(turn), turn]))
  return [...refs.values()].sort(compareTurns).flatMap(turn => citations.get(turnKey(turn)) ?? [])
}

async function loadProjectDay(settings: ReadSettings, project: DiaryProject): Promise<ProjectDay> {
  const progress = await progressOf(project)
  const hashOf = spanHashes(settings, project)
  const citations = new Map<string, Citation>()
  for (const turn of progress.turns) {
    const { session_ref, turn_ref, start, end } = turn
    const lines = `${start}-${end}`
    citations.set(turnKey(turn), {
      project_key: project.key,
      session_ref,
      turn_ref,
      lines,
      span_sha256: await hashOf(turn),
    })
  }
  const evidence = { chains: chainsByTurn(progress.cards), facts: await loadFacts(project) }
  const support = new Map(progress.items.map(item => [item.work_item_ref, supportOf(evidence, item)]))
  return {
    key: project.key,
    label: project.label,
    progress,
    messages: (await loadEnvelope(project))?.messages ?? [],
    ...evidence,
    citations,
    coverage: await loadCoverage(project),
    support,
    citeLines: await citeLines(
      settings,
      { ...progress, citations, facts: evidence.facts },
      [...support.values()].flatMap(linesWithin),
    ),
  }
}
