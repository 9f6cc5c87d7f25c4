import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { DateArgument } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { reportStamp } from '../report/stored-reports.ts'
import { incompleteWords } from '../report/text/certificate-text.ts'
import { Incomplete } from '../schema.ts'
import { cardFile } from '../workspace/card.ts'
import { envelopeFile } from '../workspace/envelope.ts'
import { readObject } from '../workspace/json-file.ts'
import { readWorkspace, type Workspace } from '../workspace/open.ts'
import { chainCount, isComplete, type Progress, progressOf } from '../workspace/progress.ts'
import { loadProjects } from '../workspace/project.ts'

export const diaryStatus = diaryOperation({
  name: 'diary_status',
  summary: 'How far a day is: counts per project, report files, what is stale.',
  effect: 'read',
  input: z.strictObject({ date: DateArgument.optional() }),
  result: {
    date: z.string(),
    timezone: z.string().nullable(),
    day_status: z.enum(['final', 'partial']).nullable(),
    incomplete: Incomplete.optional().describe('What is missing of the transcripts; then the day is not final'),
    projects: z.array(
      z.object({
        project_key: z.string(),
        project_label: z.string(),
        sessions: z.int(),
        turns: z.int(),
        chains: z.int(),
        covered_turns: z.int(),
        work_items: z.int(),
        complete: z.boolean(),
      }),
    ),
    report: z.object({ json: z.boolean(), markdown: z.boolean(), html: z.boolean() }),
    stale: z.array(z.string()).describe('Files of the workspace that no longer tell what the others do'),
    run: z.record(z.string(), z.unknown()).nullable(),
  },
  async run({ date }, ctx) {
    return readWorkspace(ctx, date, async workspace => {
      const progress = await Promise.all((await loadProjects(workspace)).map(progressOf))
      const { metadata, root } = workspace
      const report = await reportFilesOf(workspace)
      const run = await readObject(join(root, 'run.json'))
      return {
        date: metadata?.report_date ?? date ?? basename(root),
        timezone: metadata?.timezone ?? null,
        day_status: metadata?.status ?? null,
        ...(metadata?.incomplete ? { incomplete: metadata.incomplete } : {}),
        projects: progress.map(projectStatus),
        report: { json: report.json !== undefined, markdown: report.md !== undefined, html: report.html !== undefined },
        stale: [...staleEnvelopes(progress), ...(await staleReport(workspace, report, progress))],
        run: run.state === 'read' ? run.value : null,
      }
    })
  },
  chatText: ({ date, timezone, day_status, incomplete, projects, report, stale, run }) =>
    [
      `${date} ${timezone ?? ''} ${day_status ?? 'not final'}`,
      ...(incomplete ? [`not final: ${incompleteWords(incomplete)}`] : []),
      ...projects.map(
        each =>
          `${each.project_key} (${each.project_label}): ${each.sessions} sessions, ${each.turns} turns, ${each.chains} chains, ${each.covered_turns} covered, ${each.work_items} work items${each.complete ? ', complete' : ''}`,
      ),
      `report: ${['json', 'markdown', 'html'].filter(kind => report[kind as keyof typeof report]).join(', ') || 'none'}`,
      ...stale.map(file => `stale: ${file}`),
      ...(run ? [`run: ${JSON.stringify(run)}`] : []),
    ].join('\n'),
})

function projectStatus(progress: Progress) {
  const { project, turns, uncovered, items } = progress
  return {
    project_key: project.key,
    project_label: project.label,
    sessions: project.rows.length,
    turns: turns.length,
    chains: chainCount(progress),
    covered_turns: turns.length - uncovered.length,
    work_items: items.length,
    complete: isComplete(progress),
  }
}

interface ReportFiles {
  json: Buffer | undefined
  md: Buffer | undefined
  html: Buffer | undefined
}

async function reportFilesOf({ root }: Workspace): Promise<ReportFiles> {
  const read = (name: string) => readFile(join(root, name)).catch(() => undefined)
  return { json: await read('daily-report.json'), md: await read('report.md'), html: await read('report.html') }
}

function staleEnvelopes(progress: Progress[]): string[] {
  return progress
    .filter(({ overtaken }) => overtaken)
    .map(({ project }) => `projects/${project.key}/${envelopeFile}`)
    .sort()
}

/** The report lags behind what was written after it; a view lags behind when it was made from another report. */
async function staleReport(
  { root }: Workspace,
  { json, md, html }: ReportFiles,
  progress: Progress[],
): Promise<string[]> {
  if (!json) return []
  const rendered = await changedAt(join(root, 'daily-report.json'))
  const sources = progress.flatMap(({ project }) => [
    join(project.folder, envelopeFile),
    ...project.rows.map(row => join(project.folder, cardFile(row))),
  ])
  const newest = Math.max(0, ...(await Promise.all(sources.map(changedAt))))
  const stamp = reportStamp(json)
  return [
    ...(newest > rendered ? ['daily-report.json'] : []),
    ...(md && !md.includes(stamp) ? ['report.md'] : []),
    ...(html && !html.includes(stamp) ? ['report.html'] : []),
  ]
}

async function changedAt(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
}
