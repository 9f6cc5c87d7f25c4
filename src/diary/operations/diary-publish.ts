import { basename } from 'node:path'
import { z } from 'zod'
import { findUnwritable, redactForOthers } from '../../evidence/secrets.ts'
import { Fault } from '../../kernel/fault.ts'
import { trimEndOf } from '../../kernel/text.ts'
import { DateArgument, listOf, name, quotedValue } from '../arguments.ts'
import { type DiaryContext, diaryOperation } from '../context.ts'
import { logDiary } from '../feed.ts'
import { loadPrices } from '../prices/price-table.ts'
import { type Publication, pack, publishedFiles, Receipt } from '../publish/publication.ts'
import { publishedHere, rememberPublished } from '../publish/store.ts'
import { reject } from '../rejection.ts'
import { type BuiltReport, buildReport } from '../report/build.ts'
import { type Day, loadDay } from '../report/day.ts'
import { loadReport } from '../report/slots.ts'
import type { PublishSettings } from '../settings.ts'
import { fileText } from '../workspace/json-file.ts'
import { readWorkspace, type Workspace } from '../workspace/open.ts'

export const diaryPublish = diaryOperation({
  name: 'diary_publish',
  audience: 'people',
  summary: "Send a day's report to the team server as a new version; never transcripts, cards or facts.",
  effect: 'append',
  input: z.strictObject({
    date: DateArgument.optional(),
    projects: listOf(name('ledger-d7579830878a')).min(1).optional().describe('Only these projects'),
    with_messages: z.boolean().default(false).describe('With what the user wrote, word by word'),
    to_project: name('team').optional().describe("The server's project whose readers see it"),
    after_version: z.int().min(0).optional().describe('The version it follows; else the last one published from here'),
  }),
  result: {
    date: z.string(),
    server: z.string(),
    author: z.string(),
    version: z.int(),
    project_id: z.string(),
    published_at: z.string(),
    sha256: z.string(),
    result: z.enum(['published', 'unchanged']),
    files: z.array(z.string()),
  },
  async run({ date, projects, with_messages, to_project, after_version }, ctx) {
    const { publish, root } = ctx.diary
    const server = serverOf(publish).server.origin
    const { workspace, publication } = await readWorkspace(ctx, date, async opened => ({
      workspace: opened,
      publication: await composePublication(ctx, opened, { projects, withMessages: with_messages }),
    }))
    const day = workspace.metadata?.report_date ?? basename(workspace.root)
    const own = (await publishedHere(root, day)).filter(each => each.server === server)
    const sent = await sendReport(publish, {
      date: day,
      bundle: pack(publication),
      with_messages,
      project: to_project ?? publish.project,
      after_version: after_version ?? Math.max(0, ...own.map(({ version }) => version)),
    })
    const { author, version, published_at, sha256 } = sent
    await rememberPublished(root, day, { server, author, version, published_at, sha256 })
    if (sent.result === 'published') {
      await logDiary(ctx, workspace, {
        type: 'diary_published',
        summary: `Report of ${day} published: version ${version}`,
        details: { version },
      })
    }
    return { ...sent, date: day, server, files: ['daily-report.json', 'report.html', 'report.md'] }
  },
})

interface PublishedParts {
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
  const prices = await loadPrices(diary, day.metadata.report_date)
  if (fileText(buildReport(day, parsed, prices)) !== fileText(file)) {
    reject('daily_report', 'the report lags behind what was written since', 'call diary_render first')
  }
  const chosen = limitProjects(day, parts.projects)
  const report = sharedMessages(buildReport(chosen, parsed, prices), parts.withMessages)
  refuseSecrets(report)
  return publishedFiles(report)
}

function limitProjects(day: Day, keys: readonly string[] | undefined): Day {
  if (keys === undefined) return day
  for (const [index, key] of keys.entries()) {
    if (day.projects.some(project => project.key === key)) continue
    reject(`projects[${index}]`, `unknown project_key${quotedValue(key)}`, 'use a project_key of the report')
  }
  return { ...day, projects: day.projects.filter(({ key }) => keys.includes(key)) }
}

/** The diary keeps the words of the user as they are; what they say about folders of this machine stays on it. */
function sharedMessages(report: BuiltReport, withMessages: boolean): BuiltReport {
  const shared = (said: BuiltReport['projects'][number]['source_user_messages']) =>
    withMessages ? said.map(each => ({ ...each, messages: each.messages.map(text => redactForOthers(text)) })) : []
  const projects = report.projects.map(project => ({
    ...project,
    source_user_messages: shared(project.source_user_messages),
  }))
  return { ...report, projects }
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

interface PublishRequest {
  date: string
  bundle: string
  with_messages: boolean
  project: string | undefined
  after_version: number
}

/** The address reports go to, held to what a token and a report may travel over. */
function serverOf({ server, token }: PublishSettings): { server: URL; token: string } {
  if (server === undefined || !URL.canParse(server) || !/^https?:/.test(server)) {
    throw new Fault('INVALID_INPUT', 'No team server is named that reports could be published to.', {
      hint: 'Set diary.publish.server in the config file, or DAYBOOK_PUBLISH_SERVER.',
    })
  }
  if (!token) {
    throw new Fault('FORBIDDEN', 'Publishing needs a token of the team server.', {
      hint: 'Have one made with "daybook token add" there, and set DAYBOOK_PUBLISH_TOKEN to it.',
    })
  }
  const address = new URL(server)
  if (address.protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(address.hostname)) {
    throw new Fault('INVALID_INPUT', 'The team server is named without encryption.', {
      hint: 'Use its https:// address: a report and a token must not travel in the clear.',
    })
  }
  return { server: address, token }
}

/** Sends a report to the team server; a refusal is worded by us, with the server's text in the details. */
async function sendReport(settings: PublishSettings, sending: PublishRequest): Promise<Receipt> {
  const { server, token } = serverOf(settings)
  const address = new URL(`${trimEndOf(server.pathname, '/')}/api/diary/diary_receive_report`, server)
  const response = await fetch(address, {
    method: 'POST',
    redirect: 'error',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(sending),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw new Fault('BUSY', 'The team server does not answer.', {
      hint: 'Nothing was published. Check its address and try again.',
      cause,
    })
  })
  const body: unknown = await response.json().catch(() => undefined)
  const answer = Receipt.safeParse(body)
  if (response.ok && answer.success) return answer.data
  throw refusalOf(response.status, body)
}

const timeoutMs = 60_000

const Refusal = z.object({ errors: z.array(z.object({ message: z.string(), hint: z.string() })).min(1) })

function refusalOf(status: number, body: unknown): Fault {
  const [said] = Refusal.safeParse(body).data?.errors ?? []
  const details = { status, ...(said && { server: `${said.message} ${said.hint}`.slice(0, 500) }) }
  if (status === 401 || status === 403) {
    return new Fault('FORBIDDEN', 'The team server does not let this token publish.', {
      details,
      hint: 'It needs a token of the server whose owner is writer in the project: daybook member set.',
    })
  }
  if (status === 409) {
    return new Fault('CONFLICT', 'Another version of that day was published since.', {
      details,
      hint: 'Look at it on the server, then publish over it with --after and its number.',
    })
  }
  if (status === 503) return new Fault('BUSY', 'The team server is busy.', { details })
  return new Fault('INVALID_INPUT', 'The team server did not take the report.', {
    details,
    hint: 'Check that the address is a Daybook of this version or newer.',
  })
}
