import type { DailyReport, ReportItem } from '../../../diary/report/schema.ts'
import { certificateLines } from '../../../diary/report/text/certificate-text.ts'
import { longDate } from '../../../diary/report/text/names.ts'
import { formatCount } from '../../../diary/report/text/numbers.ts'
import { stateText } from '../../../diary/report/text/state-text.ts'
import { renderPrompt } from '../../../invoke.ts'
import { formatSize } from '../../../kernel/size.ts'
import { trimEndOf } from '../../../kernel/trim.ts'
import { loadPrompts } from '../../../load-operation.ts'
import { hasBrowser, openBrowser } from '../browser.ts'
import { usageFault } from '../failure.ts'
import { nearest } from '../nearest.ts'
import { stopSignal } from '../stopping.ts'
import type { Terminal } from '../terminal.ts'
import type { Output } from '../verb.ts'
import { visible, visibleLines } from '../visible.ts'
import { cut } from '../width.ts'
import { type DiaryCli, diaryVerb } from './part.ts'

export const report = diaryVerb('diary_report', {
  summary: 'what was done on a day, in short; the whole of it as Markdown or JSON',
  own: { markdown: 'print report.md' },
  examples: ['report --yesterday', 'report --date 2026-05-12 --markdown > day.md', 'report --json'],
  async ask({ call, flags }, given, { markdown }) {
    if (markdown && flags.json) throw usageFault('The report is printed in one form.', 'Use --markdown or --json.')
    return call('diary_report', { ...given, format: markdown ? 'markdown' : 'json' })
  },
  show({ report: data, markdown }, page) {
    if (markdown !== undefined) page.stored(markdown)
    else showReport(asReport(data), page)
  },
})

/** The renderer has checked what it wrote against this shape. */
function asReport(data: unknown): DailyReport {
  return data as DailyReport
}

/** `ledger-d7579830878a S0001/T0002`, for every turn nothing is claimed about. */
export function gapsIn(data: unknown): string[] {
  const { gaps } = asReport(data)
  return gaps.map(({ project_key, session_ref, turn_ref }) => `${project_key} ${session_ref}/${turn_ref}`)
}

function showReport(day: DailyReport, page: Terminal): void {
  const { colors, line } = page
  const { title, report_date, timezone, overall_confidence, figures, executive_summary, projects, certificate } = day
  const { top_outcomes, open_items } = executive_summary
  const questions = open_items.filter(({ kind }) => kind === 'question')
  line(colors.bold(visible(title.text)))
  line(
    visible(
      [`${longDate(report_date)}, ${timezone}`, stateText(day), `confidence ${overall_confidence ?? 'n/a'}`].join(
        ' · ',
      ),
    ),
  )
  if (figures !== '') line(visible(figures))
  if (questions.length > 0) page.heading('Waiting for your answer')
  for (const { text } of questions) line(`${colors.yellow('?')} ${visible(text)}`)
  if (top_outcomes.length > 0) page.heading('Summary')
  for (const { text } of top_outcomes) line(`${colors.dim('-')} ${visible(text)}`)
  if (open_items.length > questions.length) page.heading('Open')
  for (const { text, kind } of open_items) if (kind !== 'question') line(`${colors.yellow('!')} ${visible(text)}`)
  for (const { project_label, project_key, work_items, summary } of projects) {
    page.heading(visible(project_label))
    if (summary) line(visible(summary.text))
    page.table(work_items.length > 0 ? work_items.map(item => itemCells(item, page)) : [['no work']])
    if (work_items.length > 0) line(colors.dim(visible(project_key)))
  }
  const gaps = gapsIn(day)
  if (gaps.length > 0) page.heading(`Without evidence: ${formatCount(gaps.length, 'turn')}`)
  for (const gap of gaps.slice(0, 20)) line(gap)
  if (gaps.length > 20) line(`… and ${gaps.length - 20} more`)
  showCertificate(certificate, page)
  page.note(...day.warnings.map(warning => `Note: ${warning}`))
}

function showCertificate(certificate: DailyReport['certificate'] | undefined, page: Terminal): void {
  if (!certificate) return
  page.heading('Coverage')
  for (const text of certificateLines(certificate)) page.line(visible(text))
}

function itemCells({ work_item_ref, kind, title, disposition, confidence }: ReportItem, { colors }: Terminal) {
  const isMaterial = kind === 'material_work_item'
  const paints = { high: colors.green, medium: colors.blue, low: colors.yellow }
  return [
    { text: work_item_ref, paint: isMaterial ? colors.cyan : colors.dim },
    { text: disposition ?? '', paint: disposition === 'completed' ? colors.green : colors.yellow },
    { text: confidence ?? 'n/a', paint: confidence ? paints[confidence] : colors.dim },
    { text: title, paint: isMaterial ? (text: string) => text : colors.dim },
  ]
}

export const open = diaryVerb('diary_status', {
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
})

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

export const list = diaryVerb('diary_days', {
  summary: 'the days that were prepared, newest first',
  flags: ['limit'],
  examples: ['list', 'list --limit 7 --json'],
  dayless: true,
  show({ days }, page) {
    const { green, yellow } = page.colors
    const share = (n: number, turns: number) => ({ text: `${n} of ${turns}`, paint: n < turns ? yellow : green })
    page.list(
      days,
      [
        'date',
        ({ day_status }) => day_status ?? 'unknown',
        ...(['projects', 'turns'] as const),
        each => share(each.chains, each.turns),
        each => share(each.covered_turns, each.turns),
        'has_report',
      ],
      {
        head: ['day', 'status', 'projects', 'turns', 'evidence', 'covered', 'report'],
        empty: 'No day was prepared yet. Begin with: daybook diary prepare',
      },
    )
  },
})

export const status = diaryVerb('diary_status', {
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
    const { colors, line } = page
    line(visible(`${colors.bold(day.date)}  ${day.timezone ?? ''}  ${day.day_status ?? ''}`))
    const share = (n: number, turns: number) => ({ text: String(n), paint: n < turns ? colors.yellow : colors.green })
    page.list(
      day.projects,
      [
        ...(['project_key', 'sessions', 'turns'] as const),
        each => share(each.chains, each.turns),
        each => share(each.covered_turns, each.turns),
        'work_items',
        ({ project_key }) => folders.get(project_key),
      ],
      { head: ['project', 'sessions', 'turns', 'evidence', 'covered', 'items', ''] },
    )
    const { turns_without_chain, uncovered_turns } = missing.remaining
    if (turns_without_chain > 0) page.heading(`Without evidence: ${formatCount(turns_without_chain, 'turn')}`)
    for (const { project_key, session_ref, turn_ref } of turns_without_chain > 0 ? missing.items : []) {
      line(visible(`${project_key} ${session_ref}/${turn_ref}`))
    }
    if (turns_without_chain > missing.items.length) line(`… and ${turns_without_chain - missing.items.length} more`)
    page.note(uncovered_turns > 0 && `${formatCount(uncovered_turns, 'turn')} in no work item.`)
    page.note(...day.stale.map(file => `Stale: ${file}`), nextStep(day, uncovered_turns))
  },
})

function nextStep({ date, projects, report: files, stale }: Output<'diary_status'>, uncovered: number): string {
  if (projects.length === 0) return 'No agent was asked anything on that day.'
  if (uncovered > 0) return `Next: daybook diary generate --date ${date}`
  if (!files.json || stale.length > 0) return `Next: daybook diary render --date ${date}`
  return `The report is written. Look at it: daybook diary open --date ${date}`
}

export const search = diaryVerb('diary_search', {
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
})

export const sources = diaryVerb('diary_sources', {
  summary: 'where the agents keep their transcripts, what they will delete, and what is lost already',
  examples: ['sources', 'sources --json'],
  dayless: true,
  show({ sources: found, archive, deletes, lost }, page) {
    for (const source of found) showSource(source, page)
    const { transcripts, bytes, stored_bytes, keep_days, state } = archive
    const kept = `${formatCount(transcripts, 'transcript')}, ${formatSize(bytes)} kept as ${formatSize(stored_bytes)}`
    page.heading('Archive')
    page.line(
      state === 'on'
        ? `${kept}, ${keep_days === null ? 'for good' : `for ${keep_days} days`}`
        : `${state}: transcripts are kept no longer than their agents keep them`,
    )
    const todo = (unarchived: number) => (unarchived > 0 ? ' Keep them: daybook diary index' : '')
    page.note(
      ...deletes.map(
        ({ source, after_days, soon, unarchived }) =>
          `${source} deletes transcripts after ${after_days} days: ${soon} go within a week, ${unarchived} of them are not in the archive.${todo(unarchived)}`,
      ),
      ...lost.map(
        ({ source, sessions, prompts }) =>
          `${source}: ${formatCount(sessions, 'session')} with ${formatCount(prompts, 'prompt')} cannot be read any more.`,
      ),
    )
  },
})

function showSource(source: Output<'diary_sources'>['sources'][number], page: Terminal): void {
  const { green, red, dim } = page.colors
  const { roots, sessions, from_archive, oldest, not_indexed, excluded, warnings } = source
  page.heading(source.source)
  page.table(
    roots.map(({ root, state }) => [
      { text: state, paint: state === 'ok' ? green : state === 'unreadable' ? red : dim },
      root,
    ]),
  )
  if (roots.every(({ state }) => state === 'missing' || state === 'disabled') && sessions === 0) return
  page.line(
    [
      ...[formatCount(source.files, 'file'), formatSize(source.bytes), formatCount(sessions, 'session')],
      ...(from_archive > 0 ? [`${from_archive} of them from the archive`] : []),
      ...(oldest ? [`oldest ${oldest.slice(0, 10)}`] : []),
    ].join(', '),
  )
  if (not_indexed > 0)
    page.line(`${formatCount(not_indexed, 'file')} changed since they were read: daybook diary index`)
  for (const [what, counts] of Object.entries({ 'left out': excluded, warnings })) {
    const named = Object.entries(counts).map(([name, n]) => `${n} ${name}`)
    if (named.length > 0) page.line(visible(`${what}: ${named.join(', ')}`))
  }
}

export const secrets = diaryVerb('diary_secrets', {
  summary: 'list where transcripts and the archive hold what looks like a secret, never the secret itself',
  examples: ['secrets', 'secrets --json'],
  dayless: true,
  progress: true,
  show({ places, transcripts, lines, unreadable, oversized_lines }, page) {
    const shownLines = 5
    const more = (count: number) => (count > shownLines ? ` and ${count - shownLines} more` : '')
    page.list(
      places,
      [
        ...(['source', 'session_id'] as const),
        ({ archived }) => (archived ? 'archive' : 'file'),
        ({ kind }) => ({ text: kind, paint: page.colors.yellow }),
        each => `${each.lines.slice(0, shownLines).join(', ')}${more(each.line_count)}`,
      ],
      { head: ['agent', 'session', 'in', 'kind', 'lines'] },
    )
    page.line(`${formatCount(lines, 'line')} of ${formatCount(transcripts, 'transcript')} looked at`)
    page.note(
      unreadable > 0 && `${formatCount(unreadable, 'transcript')} could not be read.`,
      oversized_lines > 0 && `${formatCount(oversized_lines, 'line')} too long to be looked at.`,
      places.length === 0
        ? 'Nothing looks like a secret.'
        : 'Change these secrets where they are used: anyone who can read the transcripts can read them.',
    )
  },
})

export const verify = diaryVerb('diary_verify', {
  summary: 'read every cited span again and name the sentences whose lines changed',
  examples: ['verify --date 2026-05-12', 'verify --yesterday --json'],
  show({ checked, mismatches, sentences, certificate }, page) {
    page.line(
      mismatches.length === 0
        ? `${formatCount(checked, 'span')} and copies are what they were when they were cited.`
        : `${mismatches.length} of ${checked} spans and copies differ from what was cited.`,
    )
    if (sentences.length > 0) page.heading('No longer supported')
    for (const { where, text, lines } of sentences) {
      page.line(
        `${page.colors.red('✗')} ${visible(`${where}: ${text}`)} ${page.colors.dim(visible(citedLines(lines)))}`,
      )
    }
    if (mismatches.length > 0) page.heading('Changed lines')
    page.list(
      mismatches,
      [
        ({ found }) => ({ text: found === null ? 'missing' : 'changed', paint: page.colors.red }),
        ...(['project_key', 'session_ref'] as const),
        ({ turn_ref }) => turn_ref ?? 'whole copy',
        ({ lines }) => lines ?? '',
        ({ expected }) => expected.slice(0, 12),
        ({ found }) => found?.slice(0, 12),
      ],
      { head: ['', 'project', 'session', 'turn', 'lines', 'cited', 'found'] },
    )
    showCertificate(certificate, page)
    page.note(
      mismatches.length > 0 &&
        `${formatCount(sentences.length, 'sentence')} of the report ${sentences.length === 1 ? 'rests' : 'rest'} on changed lines; the others hold. Renew the day: daybook diary prepare --refresh`,
    )
  },
  // One table of exit codes for all parts: a verification that found a mismatch.
  exit: ({ mismatches }) => (mismatches.length > 0 ? 7 : 0),
})

const maxPlaces = 3

function citedLines(lines: readonly string[]): string {
  const more = lines.length > maxPlaces ? ` and ${lines.length - maxPlaces} more` : ''
  return `(${lines.slice(0, maxPlaces).join('; ')}${more})`
}

export const next = diaryVerb('diary_next', {
  summary: 'what is still to be done for a day: turns without evidence, then turns in no work item',
  flags: [['project <key>', 'project_key', 'only this project'], 'phase', 'limit'],
  examples: ['next --date 2026-05-12', 'next --phase synthesis --json'],
})

export const read = diaryVerb('read_session_lines', {
  summary: 'lines of a transcript, shortened for reading',
  args: { project: 'project_key', session: 'session_ref' },
  own: { '<lines>': 'a line or a range, such as 12-40', full: 'the lines themselves, at most 100' },
  examples: ['read ledger-d7579830878a S0001 2-11 --date 2026-05-12', 'read ledger-d7579830878a S0001 7 --full'],
  async ask({ call }, given, { lines, full }) {
    const [, start, end = start] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(lines) ?? []
    if (start === undefined) {
      throw usageFault('The lines must be a number or two, joined by a hyphen.', 'For example: 12-40')
    }
    const range = { start_line: Number(start), end_line: Number(end) }
    return call('read_session_lines', { ...given, ...range, mode: full ? 'full' : 'compact' })
  },
  show({ records, mode, line_range }, page) {
    const digits = String(line_range.end).length
    for (const record of records) {
      const number = page.colors.dim(String(record.line).padStart(digits))
      if (mode === 'full') page.line(`${number}  ${visible(String(record.raw_line))}`)
      else showCompact(record, number, ' '.repeat(digits), page)
    }
  },
})

type Compact = Output<'read_session_lines'>['records'][number]

function showCompact(record: Compact, number: string, blank: string, { line, colors, columns }: Terminal): void {
  const who = [record.role ?? record.record_type, listIn(record.content_kinds).join(', ')].map(String)
  line(`${number}  ${colors.bold(visible(who.filter(Boolean).join(' · ')))}`)
  // A record of tools alone has no words; its summary would only say so.
  const tools = listIn(record.tool_uses).length + listIn(record.tool_results).length
  const text = String(record.text_preview || (tools === 0 && record.summary) || '')
  for (const each of visibleLines(text).split('\n')) if (each) line(`${blank}  ${each}`)
  const short = (part: string) => (columns === undefined ? part : cut(part, Math.max(20, columns - blank.length - 4)))
  for (const { name, input_summary } of objectsIn(record.tool_uses)) {
    line(`${blank}  ${colors.cyan('→')} ${short(visible(`${name} ${input_summary ?? ''}`))}`)
  }
  for (const { kind, status: end, preview, raw_bytes } of objectsIn(record.tool_results)) {
    const facts = [kind, end, typeof raw_bytes === 'number' ? formatSize(raw_bytes) : ''].filter(Boolean).join(', ')
    line(`${blank}  ${colors.cyan('←')} ${visible(facts)}`)
    for (const each of visibleLines(String(preview ?? '')).split('\n')) if (each) line(`${blank}    ${short(each)}`)
  }
}

function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function objectsIn(value: unknown): Array<{ [key: string]: unknown }> {
  return listIn(value).filter((each): each is { [key: string]: unknown } => typeof each === 'object' && each !== null)
}

export const chains = diaryVerb('diary_chains', {
  summary: 'the evidence that was written, turn by turn',
  args: { project: 'project_key' },
  flags: [
    ['session <ref>', 'session_ref', 'only this session'],
    ['turn <ref>', 'turn_ref', 'only this turn'],
    ['cursor <cursor>', 'cursor', 'go on after this one'],
    'limit',
  ],
  examples: ['chains ledger-d7579830878a --date 2026-05-12', 'chains ledger-d7579830878a --session S0001 --turn T0002'],
})

export const prompt = diaryVerb(undefined, {
  summary: 'print a prompt as an MCP client gets it: extract_evidence, synthesize_project, narrate_day',
  own: {
    '<name>': 'of the prompt',
    'project <key>': 'the project it is about',
    'session <ref>': 'the session',
    'turn <ref>': 'the turn',
  },
  examples: ['prompt extract_evidence --yesterday', 'prompt synthesize_project --project ledger-d7579830878a'],
  async ask({ app, caller, target }, _, { name, project, session, turn }) {
    const prompts = await loadPrompts('diary')
    const found = prompts.find(each => each.name === name) ?? refusePrompt(name, prompts)
    const given = { ...target, project_key: project, session_ref: session, turn_ref: turn }
    const args = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    const outcome = await renderPrompt(app, found, args, caller)
    if (!outcome.ok) throw outcome.fault
    return { name, text: outcome.text }
  },
  show: ({ text }, page) => page.stored(`${text}\n`),
})

function refusePrompt(given: string, prompts: ReadonlyArray<{ name: string }>): never {
  const names = prompts.map(({ name }) => name)
  const near = nearest(given, names)
  throw usageFault('No such prompt.', `${near ? `Did you mean ${near}? ` : ''}There are ${names.join(', ')}.`, {
    prompt: given,
  })
}
