import { findUnwritable, redactForOthers } from '../../evidence/secrets.ts'
import type { DiaryContext } from '../context.ts'
import { loadPrices } from '../prices/prices.ts'
import { quoted, reject } from '../rejection.ts'
import { type BuiltReport, buildReport } from '../report/build.ts'
import { type Day, loadDay } from '../report/day.ts'
import { loadReport } from '../report/slots.ts'
import { fileText } from '../workspace/json-file.ts'
import type { Workspace } from '../workspace/open.ts'
import type { Publication } from './publication.ts'
import { publishedFiles } from './published-report.ts'

export interface PublishedParts {
  /** Only these projects; all of the day when undefined. */
  projects: readonly string[] | undefined
  withMessages: boolean
}

/** The report of a day as others may have it: no transcript, no chain, no fact, no address on this machine. */
export async function composePublication(
  { diary }: Pick<DiaryContext, 'diary'>,
  workspace: Workspace,
  parts: PublishedParts,
): Promise<Publication> {
  const { file, parsed } = await loadReport(workspace)
  const day = await loadDay(diary, workspace)
  const prices = await loadPrices(diary)
  if (fileText(buildReport(day, parsed, prices)) !== fileText(file)) {
    reject('daily_report', 'the report lags behind what was written since', 'call diary_render first')
  }
  const chosen = limited(day, parts.projects)
  const report = {
    ...sharedMessages(buildReport(chosen, parsed, prices), parts.withMessages),
    cited_turns: chosen.projects.flatMap(({ citations }) => [...citations.values()]),
  }
  refuseSecrets(report)
  return publishedFiles(report)
}

function limited(day: Day, keys: readonly string[] | undefined): Day {
  if (keys === undefined) return day
  for (const [index, key] of keys.entries()) {
    if (day.projects.some(project => project.key === key)) continue
    reject(`projects[${index}]`, `unknown project_key${quoted(key)}`, 'use a project_key of the report')
  }
  return { ...day, projects: day.projects.filter(({ key }) => keys.includes(key)) }
}

/** The diary keeps the words of the user as they are; what they say about folders of this machine stays on it. */
function sharedMessages(report: BuiltReport, withMessages: boolean): BuiltReport {
  return {
    ...report,
    projects: report.projects.map(project => ({
      ...project,
      source_user_messages: withMessages ? project.source_user_messages.map(withoutPaths) : [],
    })),
  }
}

function withoutPaths<T extends { messages: string[] }>(said: T): T {
  return { ...said, messages: said.messages.map(text => redactForOthers(text)) }
}

/** Every text was held to this when it was written; before it leaves the machine it is held to it once more. */
function refuseSecrets(report: BuiltReport): void {
  const open: unknown[] = [report]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'object' && value !== null)
      open.push(...Object.values(value).filter(each => each !== undefined))
    const found = typeof value === 'string' ? findUnwritable(value) : undefined
    if (!found) continue
    const what = found.what === 'path' ? 'an absolute path' : `a value that looks like a secret (${found.kind})`
    reject('daily_report', `the report holds ${what}`, 'mend the evidence it comes from and render it again')
  }
}
