import { existsSync, utimesSync } from 'node:fs'
import { realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ifExists, namesIn } from '../../files/if-exists.ts'
import { withLock } from '../../files/lock.ts'
import { replaceFile, syncFolder } from '../../files/replace.ts'
import { isObject, itemsIn, jsonIn } from '../../kernel/json.ts'
import { auditFile } from '../prepare/audit.ts'
import { orUndefined } from '../rejection.ts'
import { writeReportFiles } from '../report/report-files.ts'
import { type DailyReport, DailyReport as Report } from '../report/schema.ts'
import type { IndexRow } from '../schema.ts'
import { type DiarySettings, workspaceFolder } from '../settings.ts'
import { cardFile } from '../workspace/card.ts'
import { carryFile } from '../workspace/carry.ts'
import { envelopeFile } from '../workspace/envelope.ts'
import { fileText, lineText, readObject, readText, type StoredObject } from '../workspace/json-file.ts'
import { runLockFile, withExclusiveLock } from '../workspace/locks.ts'
import { offsetsFile } from '../workspace/offsets.ts'
import type { Workspace } from '../workspace/open.ts'
import { coverageFile } from '../workspace/progress.ts'
import { loadProject } from '../workspace/project.ts'
import { subagentFolder } from '../workspace/subagent-copy.ts'
import { reportFiles } from '../workspace/swap.ts'
import { madeFrom, type ProjectPart, projectsHolding, usageIncludes } from './days.ts'
import type { Forgotten } from './tombstones.ts'

/**
 * Removes what a prepared day holds of forgotten sessions. Other sessions keep their refs, evidence and items; an item that also
 * rests on a forgotten turn goes. The rows of the index go last, so that an interrupted removal finds its way again.
 */
export async function purgeDay(
  settings: DiarySettings,
  date: string,
  forgotten: Forgotten,
  now: number,
): Promise<void> {
  const root = workspaceFolder(settings.root, date)
  await purgeAudit(settings, date, forgotten)
  for (const name of await madeFrom(settings.root, date)) {
    await rm(join(settings.root, name), { recursive: true, force: true })
  }
  if (!existsSync(join(root, 'projects'))) return
  await withExclusiveLock(root, settings.lockTimeoutMs, () =>
    withLock(runLockFile(root), 'named', 0, async () => {
      const workspace: Workspace = { root, metadata: undefined }
      const isMeant = (source: string, id: string) => forgotten.hasSession(source, id)
      const parts = await projectsHolding(workspace, isMeant)
      await purgeReport(workspace, new Set(parts.map(({ project_key }) => project_key)), now)
      // What was kept aside may name sessions by other refs than those of today, so none of it can stay.
      await rm(join(root, 'previous'), { recursive: true, force: true })
      for (const name of await namesIn(root)) {
        if (/^\.(?:trash|staging)-/.test(name)) await rm(join(root, name), { recursive: true, force: true })
      }
      for (const part of parts) await purgeProject(settings, workspace, part, forgotten.refsOf(date, part.project_key))
      await purgeUsage(root, forgotten)
      // A write that was checked before is checked again.
      utimesSync(join(root, 'projects'), new Date(), new Date())
      await syncFolder(root)
    }),
  )
}

/** Leaves of the report what was written about other projects; what is about the whole day was written with the session in view. */
async function purgeReport(workspace: Workspace, affected: ReadonlySet<string>, now: number): Promise<void> {
  const { root } = workspace
  const stored = await readObject(join(root, 'daily-report.json'))
  const report = Report.safeParse(stored.state === 'read' ? stored.value : undefined).data
  const slots = report && keptSlots(report, affected)
  if (slots) {
    const files = [{ name: 'daily-report.json' as const, bytes: fileText(slots) }]
    await writeReportFiles(workspace, now, files, { by: 'builtin', operation: 'diary_forget' })
  }
  for (const name of reportFiles) {
    if (!slots || name !== 'daily-report.json') await rm(join(root, name), { force: true })
  }
}

/** A report without anything but the summaries that others wrote about unaffected projects; undefined when there is none. */
function keptSlots(report: DailyReport, affected: ReadonlySet<string>): DailyReport | undefined {
  const projects = report.projects
    .filter(({ project_key, summary }) => summary?.by === 'agent' && !affected.has(project_key))
    .map(project => ({ ...project, work_items: [], source_user_messages: [], statistics: {} }))
  if (projects.length === 0) return undefined
  return {
    ...report,
    title: { text: '', citations: [], by: 'builtin' },
    executive_summary: { top_outcomes: [], open_items: [] },
    projects,
    engagement_assessment: null,
    team_learning: null,
    gaps: [],
    warnings: [],
    statistics: {},
    turns: [],
    certificate: null,
  }
}

async function purgeProject(
  { cacheDir }: Pick<DiarySettings, 'cacheDir'>,
  workspace: Workspace,
  { project_key, sessions }: ProjectPart,
  forgottenRefs: readonly string[],
): Promise<void> {
  const project = await orUndefined(loadProject(workspace, project_key))
  if (!project) return
  const { folder } = project
  for (const { session_path } of sessions) await removeCopy(cacheDir, folder, session_path)
  if (project.rows.length === sessions.length) return rm(folder, { recursive: true, force: true })
  const refs = new Set(sessions.map(({ session_ref }) => session_ref))
  const restsOn = (value: unknown) => names(value, refs)
  await rewriteObject(join(folder, envelopeFile), file => ({
    ...file,
    work_items: itemsIn(file.work_items).filter(item => !restsOn(item)),
    source_user_messages: itemsIn(file.source_user_messages).filter(entry => !restsOn(entry)),
  }))
  await rewriteObject(join(folder, carryFile), file => ({
    ...file,
    work_items: itemsIn(file.work_items).filter(item => !restsOn(item)),
  }))
  for (const row of sessions) await rm(join(folder, cardFile(row)), { force: true })
  await rewriteLines(join(folder, 'turn-facts.jsonl'), restsOn)
  await rewriteLines(join(folder, coverageFile), restsOn)
  await rewriteObject(join(folder, 'project.json'), file => ({ ...file, forgotten_refs: [...forgottenRefs] }))
  const left = project.rows.filter(({ session_ref }) => !refs.has(session_ref))
  await replaceFile(join(folder, 'sessions.index.jsonl'), left.map(lineText).join(''))
}

/** The copy of a session, those of its sub-agents, and where their lines are. */
async function removeCopy(cacheDir: string, folder: string, session_path: IndexRow['session_path']): Promise<void> {
  const place = join(folder, session_path)
  const subagents = join(folder, subagentFolder(session_path))
  for (const copy of [place, ...(await namesIn(subagents)).map(name => join(subagents, name))]) {
    const real = await ifExists(realpath(copy))
    if (real !== undefined) await rm(offsetsFile(cacheDir, real), { force: true })
  }
  await rm(place, { force: true })
  await rm(subagents, { recursive: true, force: true })
}

async function purgeAudit({ root }: Pick<DiarySettings, 'root'>, date: string, forgotten: Forgotten): Promise<void> {
  const isKept = (entry: unknown) => {
    const { source, source_session_id: id, source_path: path } = Object(entry)
    return !forgotten.hasSession(String(source), String(id)) && !forgotten.hasPath(String(path))
  }
  await rewriteObject(auditFile(root, date), file => ({
    ...file,
    sessions: itemsIn(file.sessions).filter(isKept),
    excluded: itemsIn(file.excluded).filter(isKept),
  }))
}

/** What turns of the days before used in this one. */
async function purgeUsage(root: string, forgotten: Forgotten): Promise<void> {
  await rewriteObject(join(root, 'metadata.json'), file =>
    file.earlier_usage === undefined
      ? file
      : {
          ...file,
          earlier_usage: itemsIn(file.earlier_usage).filter(
            entry => !usageIncludes(entry, (source, id) => forgotten.hasSession(source, id)),
          ),
        },
  )
}

/** Whether a value names one of these sessions anywhere. */
function names(value: unknown, refs: ReadonlySet<string>): boolean {
  if (Array.isArray(value)) return value.some(each => names(each, refs))
  if (!isObject(value)) return false
  return Object.entries(value).some(([key, each]) =>
    key === 'session_ref' ? refs.has(String(each)) : names(each, refs),
  )
}

async function rewriteObject(path: string, change: (file: StoredObject) => StoredObject): Promise<void> {
  const stored = await readObject(path)
  if (stored.state === 'absent') return
  // One that cannot be read cannot be looked through either.
  if (stored.state === 'broken') return rm(path, { force: true })
  const text = fileText(change(stored.value))
  if (text !== fileText(stored.value)) await replaceFile(path, text)
}

async function rewriteLines(path: string, isForgotten: (value: unknown) => boolean): Promise<void> {
  const text = await readText(path)
  if (typeof text !== 'string') return
  const lines = text.split('\n').filter(line => line.trim() !== '')
  const kept = lines.filter(line => !isForgotten(jsonIn(line)))
  if (kept.length < lines.length) await replaceFile(path, kept.map(line => `${line}\n`).join(''))
}
