import { join } from 'node:path'
import { z } from 'zod'
import { freeText, listOf, name, quotedValue } from '../arguments.ts'
import type { DiaryContext } from '../context.ts'
import { logDiary } from '../feed.ts'
import { type Problem, Rejection, reject, rejectAny } from '../rejection.ts'
import { confidences } from '../schema.ts'
import { type SpanHash, spanHashes } from '../workspace/facts.ts'
import { fileText, type StoredObject } from '../workspace/json-file.ts'
import { reportLock, writeChecked } from '../workspace/locks.ts'
import type { Workspace } from '../workspace/open.ts'
import { type Progress, progressOf } from '../workspace/progress.ts'
import { type IndexedTurn, loadProject } from '../workspace/project.ts'
import { turnKey } from '../workspace/refs.ts'
import { writeReportFiles } from './report-files.ts'
import type { Citation, DailyReport } from './schema.ts'
import { readReport } from './stored-reports.ts'

/** A turn as a caller cites it; the lines are those of the index. */
interface CitedTurn {
  project_key: string
  session_ref: string
  turn_ref: string
}

interface SlotWrite {
  workspace: Workspace
  operation: string
  by: string
  project_key?: string
  /** Every list of citations, by its path. */
  cited: ReadonlyArray<{ path: string; turns: readonly CitedTurn[] }>
  /** The report with this slot replaced, given what the turns at a path resolve to. */
  put(report: StoredObject, citations: (path: string) => Citation[]): StoredObject
}

type Context = Pick<DiaryContext, 'diary' | 'clock' | 'db' | 'log'>

/** Replaces one slot of the day's report and nothing else; the views are stale until they are rendered again. */
export async function writeSlot(ctx: Context, slot: SlotWrite): Promise<void> {
  const { workspace, operation, by, project_key } = slot
  const name = 'daily-report.json'
  await writeChecked(workspace.root, reportLock, ctx.diary.lockTimeoutMs, {
    file: join(workspace.root, name),
    check: () => replacement(ctx, slot),
    write: report =>
      writeReportFiles(workspace, ctx.clock(), [{ name, bytes: fileText(report) }], {
        by,
        operation,
        ...(project_key && { project_key }),
      }),
  })
  await logDiary(ctx, workspace, {
    type: 'report_slot_written',
    ...(project_key && { project_key }),
    summary: `Report changed by ${operation}`,
    details: { operation, ...(project_key && { project_key }) },
  })
}

async function replacement(ctx: Context, { workspace, project_key, cited, put }: SlotWrite): Promise<StoredObject> {
  const report = await loadReport(workspace)
  if (project_key !== undefined && !report.parsed.projects.some(project => project.project_key === project_key)) {
    reject(
      'project_key',
      `unknown project_key${quotedValue(project_key)} in the report`,
      'use a project_key of the report',
    )
  }
  const resolve = await resolver(ctx, workspace, cited)
  return put(report.file, resolve)
}

/** The stored report of the day. */
export async function loadReport({ root }: Workspace): Promise<{ file: StoredObject; parsed: DailyReport }> {
  const stored = await readReport(root)
  if (stored.state === 'absent')
    return reject('daily_report', 'the day has no daily-report.json yet', 'call diary_render first', 'absent')
  if (stored.state === 'read') return { file: stored.file, parsed: stored.data }
  return reject('daily_report', `daily-report.json ${stored.rule}`, 'move the file away and call diary_render')
}

/** Looks every cited turn up; one that is not indexed or has no chain is a fault of the call. */
async function resolver(
  ctx: Context,
  workspace: Workspace,
  cited: SlotWrite['cited'],
): Promise<(path: string) => Citation[]> {
  const projects = new Map<string, LoadedProject>()
  const resolved = new Map<string, Citation[]>()
  const problems: Problem[] = []
  for (const { path, turns } of cited) {
    const citations: Citation[] = []
    for (const [index, turn] of turns.entries()) {
      const found = await locate(ctx, workspace, projects, turn)
      if ('turn' in found) citations.push(await citationOf(found))
      else problems.push({ path: `${path}[${index}]`, ...found })
    }
    resolved.set(path, citations)
  }
  rejectAny(problems)
  return path => resolved.get(path) ?? []
}

type LoadedProject = { progress: Progress; hashOf: SpanHash } | Omit<Problem, 'path'>
type Located = { turn: IndexedTurn; hashOf: SpanHash; project_key: string } | Omit<Problem, 'path'>

async function locate(
  ctx: Context,
  workspace: Workspace,
  projects: Map<string, LoadedProject>,
  cited: CitedTurn,
): Promise<Located> {
  const { project_key } = cited
  const known = projects.get(project_key) ?? (await load(ctx, workspace, project_key))
  projects.set(project_key, known)
  if (!('progress' in known)) return known
  const turn = known.progress.turns.find(each => turnKey(each) === turnKey(cited))
  if (!turn)
    return { message: `no such turn${quotedValue(turnKey(cited))}`, hint: 'cite turns that diary_chains shows' }
  if (known.progress.hasChain(turn)) return { turn, hashOf: known.hashOf, project_key }
  return { message: `${turnKey(turn)} has no evidence chain`, hint: 'cite only turns with a chain' }
}

async function load({ diary }: Context, workspace: Workspace, key: string): Promise<LoadedProject> {
  try {
    const progress = await progressOf(await loadProject(workspace, key))
    return { progress, hashOf: spanHashes(diary, progress.project) }
  } catch (error) {
    const [problem] = error instanceof Rejection ? error.problems : []
    if (!problem) throw error
    return { message: problem.message, hint: problem.hint }
  }
}

async function citationOf({ turn, hashOf, project_key }: Extract<Located, { turn: unknown }>): Promise<Citation> {
  const { session_ref, turn_ref, start, end } = turn
  return { project_key, session_ref, turn_ref, lines: `${start}-${end}`, span_sha256: await hashOf(turn) }
}

const Turn = { session_ref: name('S0001'), turn_ref: name('T0001') }

/** A turn of any project of the day. */
export const DayTurn = z.strictObject({ project_key: name('ledger-d7579830878a'), ...Turn })
/** A turn of the project the call is about. */
export const ProjectTurn = z.strictObject({ project_key: name('ledger-d7579830878a').optional(), ...Turn })

export function someOf<S extends z.ZodType>(turn: S) {
  return listOf(turn).check(({ value, issues }) => {
    if (value.length > 0) return
    const params = { message: 'citations must hold at least one citation', hint: 'cite a turn with a chain' }
    issues.push({ code: 'custom', input: value, params })
  })
}

export const ClaimInput = z.strictObject({
  text: freeText(),
  citations: someOf(DayTurn),
  confidence: z.enum(confidences),
})

export const Limits = listOf(freeText()).optional()

/** A title for people: one short line that says what happened, not that something did. */
export function titleText() {
  return freeText().check(({ value, issues }) => {
    const problem = titleRule(value)
    if (problem) issues.push({ code: 'custom', input: value, params: problem })
  })
}

/** Whether a text may be the title of a day. */
export function isTitle(text: string): boolean {
  return text.trim() !== '' && titleRule(text) === undefined
}

const emptyTitles = ['daily report', 'work report', 'work log', 'updates', 'diary']

function titleRule(text: string): Omit<Problem, 'path'> | undefined {
  if (/[\n\r\v\f\u0085\u2028\u2029]/.test(text))
    return { message: 'the title must be one line', hint: 'write one line' }
  if ([...text].length > 80) return { message: 'the title must have at most 80 characters', hint: 'write it shorter' }
  if (/\d{4}-\d{2}-\d{2}/.test(text)) return { message: 'the title must not name a date', hint: 'leave the date out' }
  if (!emptyTitles.includes(text.trim().toLowerCase())) return undefined
  return { message: 'the title must say what was done', hint: 'name the work of the day' }
}
