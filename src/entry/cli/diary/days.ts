import { join } from 'node:path'
import { dayAt } from '../../../diary/dates/zone.ts'
import type { DailyReport, ReportItem } from '../../../diary/report/schema.ts'
import { certificateLines, stateText } from '../../../diary/report/text/certificate-text.ts'
import { costAmount } from '../../../diary/report/text/costs.ts'
import { openText, waitingWords } from '../../../diary/report/text/item-parts.ts'
import { itemStateText, longDate } from '../../../diary/report/text/names.ts'
import { formatCount } from '../../../kernel/numbers.ts'
import { trimEndOf } from '../../../kernel/text.ts'
import { hasBrowser, openBrowser } from '../browser.ts'
import type { Group } from '../command-line.ts'
import { usageFault } from '../failure.ts'
import { stopSignal } from '../stopping.ts'
import type { Colors, Terminal } from '../terminal.ts'
import type { Output } from '../verb.ts'
import { generate } from './generate.ts'
import { type DiaryCli, diaryVerb } from './part.ts'

/** Verbs about days and their reports. */
export const dayVerbs: Group['commands'] = {
  prepare: diaryVerb('diary_prepare', {
    summary: 'gather what all agents did on a day, ready to be read',
    own: {
      refresh: 'read the transcripts again; what was written and still holds is kept',
      force: 'start the day over; what was written is moved to previous/',
    },
    examples: ['prepare', 'prepare --yesterday', 'prepare --date 2026-05-12 --timezone Europe/Berlin --refresh'],
    progress: true,
    input(_, { refresh, force }, { day, settings }) {
      if (refresh && force) throw usageFault('--refresh keeps what --force throws away.', 'Use one of the two.')
      const mode = force ? 'rebuild' : refresh ? 'refresh' : 'reuse'
      return { date: day, timezone: settings.diary.timezone, mode }
    },
    show({ date, result, counters }, page) {
      const count = (name: string) => Number(counters[name] ?? 0)
      const turns = count('turns_in_window')
      const sessions = formatCount(count('sessions_selected'), 'session')
      page.line(page.colors.bold(date), `  ${result}`)
      page.line(`${formatCount(turns, 'turn')} in ${sessions} of ${formatCount(count('projects'), 'project')}`)
      if (count('chains_carried') + count('chains_dropped') > 0) {
        page.line(
          `what was read of ${formatCount(count('chains_carried'), 'turn')} is kept, of ${count('chains_dropped')} it went with the turn`,
        )
      }
      const malformed = count('malformed_lines')
      page.note(
        malformed > 0 && `${formatCount(malformed, 'line')} of all transcripts could not be read.`,
        turns === 0
          ? 'No agent was asked anything on that day. Where transcripts are looked for: daybook diary sources'
          : result === 'reused'
            ? `It was there already and is left as it is. Report it: daybook diary generate --date ${date}`
            : `Next: daybook diary generate --date ${date}`,
      )
    },
  }),
  generate,
  report: diaryVerb('diary_report', {
    summary: 'what was done on a day, in short; the whole of it as Markdown or JSON',
    own: { markdown: 'print report.md' },
    examples: ['report --yesterday', 'report --date 2026-05-12 --markdown > day.md', 'report --json'],
    input(given, { markdown }, { flags }) {
      if (markdown && flags.json) throw usageFault('The report is printed in one form.', 'Use --markdown or --json.')
      return { ...given, format: markdown ? 'markdown' : 'json' }
    },
    show({ report: data, markdown }, page) {
      if (markdown !== undefined) page.stored(markdown)
      else showReport(asReport(data), page)
    },
  }),
  open: diaryVerb('diary_status', {
    summary: 'show a day in the browser; serves it until Ctrl-C when no Daybook is running here',
    examples: ['open --yesterday', 'open --date 2026-05-12'],
    handlesInterrupt: true,
    async ask(cli, given) {
      const { date } = await cli.call('diary_status', given)
      const { diary, server } = cli.settings
      const base = trimEndOf(diary.baseUrl ?? `http://127.0.0.1:${server.port}`, '/')
      const url = `${base}/diary/${date}`
      if (!cli.flags.json && !(await isServed(base, date))) return { date, url: await serveDay(cli, date) }
      if (!cli.flags.json) showAddress(cli, url)
      return { date, url }
    },
    show: () => {},
  }),
  range: diaryVerb('diary_range', {
    summary: 'write the report of several days from the reports of its days',
    flags: [
      ['from <day>', 'from', 'the first day'],
      ['to <day>', 'to'],
    ],
    own: {
      'week [week]': 'an ISO week, YYYY-Www; the current one when none is named',
      generate: 'make the days that have no report yet, with the built-in reader',
    },
    examples: ['range --week', 'range --week 2026-W20 --generate', 'range --from 2026-05-01 --to 2026-05-31'],
    dayless: true,
    async ask(cli, { from, to }, { week, generate }) {
      const hasSpan = from !== undefined || to !== undefined
      if (week === undefined && !hasSpan) throw usageFault('Name the days.', 'Use --from and --to, or --week.')
      if (week !== undefined && hasSpan)
        throw usageFault('The days are named twice.', 'Use --week, or --from and --to.')
      const span = { from, to, week: week === true ? undefined : week }
      if (generate) await generateMissing(cli, (await cli.call('diary_range_report', span)).report)
      const result = await cli.call('diary_range', span)
      const { report, today } = await cli.call('diary_range_report', { from: result.from, to: result.to })
      return { result, report, today, root: cli.settings.diary.root }
    },
    json: ({ result }) => result,
    show({ result, report, root }, page) {
      const { colors } = page
      const table = report.days.map(({ date, state, turns, material_items, cost_usd, cost_at_least }) => [
        date,
        (isReported(state) ? colors.green : colors.dim)(state),
        ...(isReported(state)
          ? [
              String(turns),
              String(material_items),
              cost_usd === null ? '' : costAmount({ total: cost_usd, at_least: cost_at_least }),
            ]
          : []),
      ])
      page.table(table, { head: ['day', 'report', 'turns', 'items', 'cost'] })
      const open = report.open_items.map(({ date, text }) => `${date}  ${text}`)
      page.section('Open', open)
      page.line()
      page.lines(result.files.map(file => join(root, file)))
    },
    notes({ report, today }) {
      const missing = report.days.filter(({ date, state }) => !isReported(state) && date <= today).length
      return missing > 0 && `${formatCount(missing, 'day')} without a report. Make them: --generate`
    },
  }),
  list: diaryVerb('diary_days', {
    summary: 'the days that were prepared, newest first',
    flags: ['limit'],
    examples: ['list', 'list --limit 7 --json'],
    dayless: true,
    list: 'days',
    columns: [
      'date',
      ({ day_status }) => day_status ?? 'unknown',
      ...(['projects', 'turns'] as const),
      ({ chains, turns }, colors) => share(chains, turns, colors),
      ({ covered_turns, turns }, colors) => share(covered_turns, turns, colors),
      'has_report',
    ],
    head: ['day', 'status', 'projects', 'turns', 'evidence', 'covered', 'report'],
    empty: 'No day was prepared yet. Begin with: daybook diary prepare',
  }),
  status: diaryVerb('diary_status', {
    summary: 'how far a day is: counts, gaps, what to do next',
    own: { '-v, --verbose': 'with the real folders of the projects' },
    examples: ['status', 'status --yesterday -v'],
    async ask({ call, target, settings }, given, { verbose }) {
      const day = await call('diary_status', given)
      const missing = await call('diary_next', { ...target, phase: 'evidence', limit: 20 })
      const { auditedFolders } = await import('../../../diary/prepare/audit.ts')
      const folders = verbose ? await auditedFolders(settings.diary.root, day.date) : new Map<string, string[]>()
      return { day, missing, folders }
    },
    json: ({ day }) => day,
    show({ day, missing, folders }, page) {
      page.line(page.colors.bold(day.date), `  ${day.timezone ?? ''}  ${day.day_status ?? ''}`)
      page.list(
        day.projects,
        [
          ...(['project_key', 'sessions', 'turns'] as const),
          ({ chains, turns }, colors) => share(chains, turns, colors),
          ({ covered_turns, turns }, colors) => share(covered_turns, turns, colors),
          'work_items',
          ({ project_key }) => folders.get(project_key),
        ],
        { head: ['project', 'sessions', 'turns', 'evidence', 'covered', 'items', ''] },
      )
      const { turns_without_chain, uncovered_turns } = missing.remaining
      showUnread(turns_without_chain > 0 ? missing.items.map(turnName) : [], turns_without_chain, page)
      page.note(uncovered_turns > 0 && `${formatCount(uncovered_turns, 'turn')} in no work item.`)
      page.note(...day.stale.map(file => `Stale: ${file}`), nextStep(day, uncovered_turns))
    },
  }),
  search: diaryVerb('diary_search', {
    summary: 'find work items of rendered days by their words',
    args: { 'words...': 'query' },
    flags: [
      ['from <day>', 'from', 'not before this day'],
      ['to <day>', 'to', 'not after this day'],
      ['project <key>', 'project_key', 'only this project'],
      'limit',
    ],
    examples: ['search rounding', 'search flaky tests --from 2026-05-01 --to 2026-05-31'],
    dayless: true,
  }),
}

/** The renderer has checked what it wrote against this shape. */
function asReport(data: unknown): DailyReport {
  return data as DailyReport
}

/** Every turn that nothing is claimed about. */
export function gapsIn(data: unknown): string[] {
  return asReport(data).gaps.map(turnName)
}

/** `ledger-d7579830878a S0001/T0002` */
function turnName({ project_key, session_ref, turn_ref }: { [ref: string]: unknown }): string {
  return `${project_key} ${session_ref}/${turn_ref}`
}

function showUnread(turns: readonly string[], total: number, page: Terminal): void {
  page.section(`Without evidence: ${formatCount(total, 'turn')}`, turns.slice(0, 20), { total })
}

/** How many of the turns, in the color of what is missing. */
function share(count: number, turns: number, { green, yellow }: Colors) {
  return (count < turns ? yellow : green)(`${count} of ${turns}`)
}

function showReport(day: DailyReport, page: Terminal): void {
  const { colors, line } = page
  const { title, report_date, timezone, overall_confidence, lead, figures, executive_summary, projects } = day
  const { top_outcomes, open_items } = executive_summary
  line(colors.bold(title.text))
  const facts = [`${longDate(report_date)}, ${timezone}`, stateText(day), `confidence ${overall_confidence ?? 'n/a'}`]
  line(facts.join(' · '))
  line(lead.length > 0 ? lead.join(' ') : figures)
  const questions = open_items.filter(({ kind }) => kind === 'question')
  const open = open_items.filter(({ kind }) => kind !== 'question')
  const asked = questions.map(({ text }) => openText(text))
  page.section(waitingWords, asked, { mark: colors.yellow('?') })
  page.section('Summary', textsOf(top_outcomes), { mark: colors.dim('-') })
  page.section('Open', textsOf(open), { mark: colors.yellow('!') })
  for (const { project_label, project_key, work_items, summary } of projects) {
    page.heading(project_label)
    // The built-in reader's summary names the titles that follow.
    if (summary && summary.by !== 'builtin') line(summary.text)
    page.table(work_items.length > 0 ? work_items.map(item => itemCells(item, page)) : [['no work']])
    if (work_items.length > 0) line(colors.dim(project_key))
  }
  const gaps = gapsIn(day)
  showUnread(gaps, gaps.length, page)
  showCertificate(day.certificate, page)
  page.note(...day.warnings.map(warning => `Note: ${warning}`))
}

function textsOf(items: ReadonlyArray<{ text: string }>): string[] {
  return items.map(({ text }) => text)
}

export function showCertificate(certificate: DailyReport['certificate'] | undefined, page: Terminal): void {
  if (certificate) page.section('Coverage', certificateLines(certificate))
}

function itemCells(item: ReportItem, { colors }: Terminal) {
  const { work_item_ref, kind, title, disposition, waits_for_answer, confidence } = item
  const isMaterial = kind === 'material_work_item'
  const isDone = disposition === 'completed' && !waits_for_answer
  const byConfidence = { high: colors.green, medium: colors.blue, low: colors.yellow }
  return [
    (isMaterial ? colors.cyan : colors.dim)(work_item_ref),
    (isDone ? colors.green : colors.yellow)(itemStateText(item) ?? ''),
    confidence ? byConfidence[confidence](confidence) : colors.dim('n/a'),
    isMaterial ? title : colors.dim(title),
  ]
}

/** Whether a Daybook answers there that has this day; one that wants a token first will show it after that. */
async function isServed(base: string, date: string): Promise<boolean> {
  try {
    const answer = await fetch(`${base}/api/diary/diary_status?date=${date}`, { signal: AbortSignal.timeout(2000) })
    return answer.ok || answer.status === 401
  } catch {
    return false
  }
}

async function serveDay(cli: DiaryCli, date: string): Promise<string> {
  const { listenNearby } = await import('../start.ts')
  const stopped = stopSignal()
  const server = await listenNearby(cli.app, cli.settings, {})
  const url = `${server.url}/diary/${date}`
  showAddress(cli, url)
  cli.page.note('Ctrl-C stops it.')
  await stopped
  await server.close()
  return url
}

function showAddress({ page }: DiaryCli, url: string): void {
  page.line(url)
  if (hasBrowser()) openBrowser(url)
}

function isReported(state: string): boolean {
  return state === 'final' || state === 'partial'
}

/** Two days at a time, none that is still to come; they are reported in their order. */
async function generateMissing(
  { call, app, settings, page }: DiaryCli,
  { days }: Output<'diary_range_report'>['report'],
): Promise<void> {
  const today = dayAt(app.clock(), settings.diary.timezone)
  const missing = days.flatMap(({ date, state }) => (state === 'not prepared' && date <= today ? [date] : []))
  const generate = async (date: string) => {
    const { run_id } = await call('diary_generate', { date, with: 'builtin' })
    await app.jobs.wait(run_id)
    const { state } = await call('diary_run', { run_id })
    return `${date}: ${state}`
  }
  // The first is alone, since it may have to index everything.
  const [first, ...others] = missing
  if (first !== undefined) page.note(await generate(first))
  const running: Promise<string>[] = []
  for (const date of others) {
    if (running.length === daysAtATime) page.note((await running.shift()) ?? '')
    const day = generate(date)
    // It is awaited in its turn, and may have failed before.
    day.catch(() => {})
    running.push(day)
  }
  for (const day of running) page.note(await day)
}

/** While one day waits for the disk, another is worked on. */
const daysAtATime = 2

function nextStep({ date, projects, report: files, stale }: Output<'diary_status'>, uncovered: number): string {
  if (projects.length === 0) return 'No agent was asked anything on that day.'
  if (uncovered > 0) return `Next: daybook diary generate --date ${date}`
  if (!files.json || stale.length > 0) return `Next: daybook diary render --date ${date}`
  return `The report is written. Look at it: daybook diary open --date ${date}`
}
