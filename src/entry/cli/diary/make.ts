import { join } from 'node:path'
import { dayAt } from '../../../diary/dates/zone.ts'
import { costAmount } from '../../../diary/report/text/costs.ts'
import { formatCount } from '../../../diary/report/text/numbers.ts'
import { workspaceFolder } from '../../../diary/settings.ts'
import { formatSize } from '../../../kernel/size.ts'
import { usageFault } from '../failure.ts'
import { askLine, readText } from '../input.ts'
import type { Output } from '../verb.ts'
import { visible } from '../visible.ts'
import { type DiaryCli, diaryVerb, namesDay } from './part.ts'
import { gapsIn } from './read.ts'

export const prepare = diaryVerb('diary_prepare', {
  summary: 'gather what all agents did on a day, ready to be read',
  own: {
    refresh: 'read the transcripts again; what was written and still holds is kept',
    force: 'start the day over; what was written is moved to previous/',
  },
  examples: ['prepare', 'prepare --yesterday', 'prepare --date 2026-05-12 --timezone Europe/Berlin --refresh'],
  progress: true,
  async ask({ call, day, settings }, _, { refresh, force }) {
    if (refresh && force) throw usageFault('--refresh keeps what --force throws away.', 'Use one of the two.')
    const mode = force ? 'rebuild' : refresh ? 'refresh' : 'reuse'
    return call('diary_prepare', { date: day, timezone: settings.diary.timezone, mode })
  },
  show({ date, result, counters }, page) {
    const count = (name: string) => Number(counters[name] ?? 0)
    const turns = count('turns_in_window')
    const sessions = formatCount(count('sessions_selected'), 'session')
    page.line(`${page.colors.bold(date)}  ${result}`)
    page.line(`${formatCount(turns, 'turn')} in ${sessions} of ${formatCount(count('projects'), 'project')}`)
    if (count('chains_carried') + count('chains_dropped') > 0) {
      page.line(
        `${formatCount(count('chains_carried'), 'chain')} kept, ${count('chains_dropped')} dropped with their turns`,
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
})

export const range = diaryVerb('diary_range', {
  summary: 'write the report of several days from the reports of its days',
  flags: [
    ['from <day>', 'from', 'the first day'],
    ['to <day>', 'to', 'the last day, included'],
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
    if (week !== undefined && hasSpan) throw usageFault('The days are named twice.', 'Use --week, or --from and --to.')
    const span = { from, to, week: week === true ? undefined : week }
    if (generate) await generateMissing(cli, (await cli.call('diary_range_report', span)).report)
    const result = await cli.call('diary_range', span)
    const { report, today } = await cli.call('diary_range_report', { from: result.from, to: result.to })
    return { result, report, today, root: cli.settings.diary.root }
  },
  json: ({ result }) => result,
  show({ result, report, today, root }, page) {
    const { colors } = page
    const table = report.days.map(({ date, state, turns, material_items, cost_usd, cost_at_least }) => [
      date,
      { text: state, paint: isReported(state) ? colors.green : colors.dim },
      ...(isReported(state)
        ? [
            String(turns),
            String(material_items),
            cost_usd === null ? '' : costAmount({ total: cost_usd, at_least: cost_at_least }),
          ]
        : []),
    ])
    page.table(table, { head: ['day', 'report', 'turns', 'items', 'cost'] })
    if (report.open_items.length > 0) page.heading('Open')
    for (const { date, text } of report.open_items) page.line(visible(`${date}  ${text}`))
    page.line()
    for (const file of result.files) page.line(visible(join(root, file)))
    const missing = report.days.filter(({ date, state }) => !isReported(state) && date <= today).length
    page.note(missing > 0 && `${formatCount(missing, 'day')} without a report. Make them: --generate`)
  },
})

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

export const index = diaryVerb('diary_index', {
  summary: 'bring the index of all transcripts up to date',
  flags: ['rebuild', 'verify'],
  examples: ['index', 'index --verify --json'],
  dayless: true,
  progress: true,
  show({ counters, roots, archive }, page) {
    const count = (name: string) => counters[name] ?? 0
    // Hardly anybody has more than a few of all the agents that are looked for.
    page.list(
      roots.filter(({ state }) => state === 'ok' || state === 'unreadable'),
      ['source', 'state', 'root'],
    )
    const files = `${formatCount(count('files_found'), 'file')}, ${formatSize(count('bytes_total'))}`
    const kinds = `${count('files_unchanged')} unchanged, ${count('files_appended')} longer, ${count('files_parsed')} read whole`
    page.line(`${files}: ${kinds}, ${count('files_unreadable')} unreadable`)
    page.line(`${formatSize(count('bytes_read'))} read in ${(count('elapsed_ms') / 1000).toFixed(1)} s`)
    if (archive.state === 'on') page.line(`${formatCount(archive.transcripts, 'transcript')} kept in the archive`)
    const damaged = archive.damaged && `${formatCount(archive.damaged, 'kept transcript')} cannot be given back whole.`
    page.note(
      damaged ? `${damaged} See: daybook diary sources` : '',
      count('files_found') === 0 && 'No transcripts were found. Where they are looked for: daybook diary sources',
    )
  },
  // One table of exit codes for all parts: a verification that found a mismatch.
  exit: ({ archive }) => (archive.damaged ? 7 : 0),
})

export const render = diaryVerb('diary_render', {
  summary: 'write daily-report.json, report.md and report.html from evidence and work items',
  flags: [['allow-gaps', 'allow_gaps', 'also while turns are in no work item; they are listed as gaps']],
  examples: ['render --date 2026-05-12', 'render --yesterday --allow-gaps'],
  async ask({ call, target, settings }, given) {
    const result = await call('diary_render', given)
    const { report } = await call('diary_report', target)
    const { root, workspace = '' } = settings.diary
    const folder = target.date ? workspaceFolder(root, target.date) : workspace
    return { result, gaps: gapsIn(report), folder, allowed: given.allow_gaps }
  },
  json: ({ result }) => result,
  show({ result, gaps, folder }, page) {
    for (const file of result.files) page.line(visible(join(folder, file)))
    page.note(
      gaps.length > 0 &&
        `Nothing is claimed about ${formatCount(gaps.length, 'turn')}: ${gaps.slice(0, 20).join(', ')}`,
      `Confidence ${result.overall_confidence ?? 'n/a'}. Look at it: daybook diary open --date ${result.date}`,
    )
  },
  // The report is written, but there are turns in it about which nothing is claimed.
  exit: ({ gaps, allowed }) => (gaps.length > 0 && !allowed ? 8 : 0),
})

export const writeEvidence = diaryVerb('write_evidence', {
  summary: 'check one evidence chain and add it; the file holds the arguments of write_evidence, - is stdin',
  own: { '<file>': 'JSON, or - for stdin' },
  examples: ['write-evidence chain.json --date 2026-05-12', 'write-evidence - < chain.json'],
  ask: async (cli, _, { file }) => cli.call('write_evidence', await argumentsIn(file, cli)),
  show: ({ session_ref, turn_ref }, page) => page.outcome(`${session_ref}/${turn_ref}  appended`),
})

export const writeWorkItem = diaryVerb('write_work_item', {
  summary: 'check one work item and add it; the file holds the arguments of write_work_item, - is stdin',
  own: { '<file>': 'JSON, or - for stdin' },
  examples: ['write-work-item item.json --date 2026-05-12', 'write-work-item - < item.json'],
  ask: async (cli, _, { file }) => cli.call('write_work_item', await argumentsIn(file, cli)),
  show({ work_item_ref, uncovered_turns: left }, page) {
    const turns = left.slice(0, 20).map(({ session_ref, turn_ref }) => `${session_ref}/${turn_ref}`)
    page.outcome(
      `${work_item_ref}  appended`,
      left.length === 0
        ? 'Every turn of the project is covered. Next: daybook diary render'
        : `${formatCount(left.length, 'turn')} left: ${turns.join(', ')}`,
    )
  },
})

/** The day of a flag wins over the one in the file, which wins over today. */
async function argumentsIn(file: string, { target, flags }: DiaryCli): Promise<never> {
  const text = await readText(file)
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw usageFault('The file is not valid JSON.', 'Give the arguments of the operation as one JSON object.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw usageFault('The file must hold one JSON object.', 'Give the arguments of the operation: {"project_key": …}')
  }
  // The operation judges the shape itself and names every fault.
  return (namesDay(flags) ? { ...value, ...target } : { ...target, ...value }) as never
}

export const collect = diaryVerb('diary_collect', {
  summary: 'write a zip of a day for support, without the transcripts',
  flags: [
    ['output <file>', 'output', 'a new file; collections/<day>.zip of the diary when absent'],
    ['include-raw-sessions', 'include_raw_sessions', 'with the copies of the transcripts: everything that was said'],
  ],
  examples: ['collect --date 2026-05-12', 'collect --yesterday --output ~/day.zip'],
  async ask({ call, settings, page }, given) {
    if (given.include_raw_sessions) {
      page.note('Warning: the zip will hold the transcripts themselves. Look through them before you hand it on.')
    }
    const result = await call('diary_collect', given)
    return { result, path: given.output ?? join(settings.diary.root, result.file) }
  },
  json: ({ result }) => result,
  show({ result, path }, page) {
    const leftOut = `Left out: ${formatCount(result.excluded_paths.length, 'file')}, transcripts among them.`
    page.outcome(
      path,
      `${formatCount(result.files, 'file')}, ${formatSize(result.bytes)}, sha256 ${result.sha256}`,
      result.include_raw_sessions ? 'It holds the transcripts.' : leftOut,
    )
  },
})

export const publish = diaryVerb('diary_publish', {
  summary: "send a day's report to the team server; never transcripts, cards or facts",
  flags: [
    ['project <key...>', 'projects'],
    ['with-messages', 'with_messages', 'with what you wrote to the agents, word by word'],
    ['to <project>', 'to_project'],
    ['after <version>', 'after_version', 'publish over this version, which came from elsewhere'],
  ],
  examples: ['publish --yesterday', 'publish --date 2026-05-12 --project ledger-d7579830878a --to team'],
  show: ({ date, author, version, server, project_id, result }, page) =>
    page.outcome(
      `${date}  version ${version} of ${author}  ${server}`,
      result === 'unchanged'
        ? 'That is what is published already; nothing was added.'
        : `Readers of the project ${project_id} can see it. Every version stays.`,
    ),
})

export const remove = diaryVerb('diary_remove', {
  summary: 'remove a day: its workspace with all evidence, its manifest, its cached offsets',
  own: { yes: 'do not ask' },
  examples: ['remove --date 2026-05-12', 'remove --date 2026-05-12 --yes'],
  async ask({ call, day, flags }, _, { yes }) {
    if (!namesDay(flags)) throw usageFault('Name the day to remove.', 'For example: --date 2026-05-12')
    const question = `Remove ${day} with everything written about it? Type the date: `
    const confirm = yes ? day : await askLine(question)
    if (confirm === undefined) throw usageFault('A removal must be confirmed.', 'Run it in a terminal, or add --yes.')
    return call('diary_remove', { date: day, confirm })
  },
  show({ removed, kept, published }, page) {
    for (const name of removed) page.line(name)
    page.note(
      ...kept.map(name => `Left: ${name}`),
      ...published.map(each => `Still published: version ${each.version} of ${each.author} on ${each.server}`),
      'The transcripts of the agents and the archive are untouched.',
    )
  },
})
