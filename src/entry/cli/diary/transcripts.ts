import { resolve } from 'node:path'
import { costAmount, roundingRemark } from '../../../diary/report/text/costs.ts'
import { dollars } from '../../../diary/report/text/numbers.ts'
import { formatCount, formatSize } from '../../../kernel/numbers.ts'
import { joinFirst } from '../../../kernel/text.ts'
import type { Group } from '../command-line.ts'
import { usageFault } from '../failure.ts'
import type { Terminal } from '../terminal.ts'
import type { Output } from '../verb.ts'
import { diaryVerb, namesDay } from './part.ts'

/** Verbs about transcripts, and the prices of what they cost. */
export const transcriptVerbs: Group['commands'] = {
  sources: diaryVerb('diary_sources', {
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
  }),
  index: diaryVerb('diary_index', {
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
      const damaged =
        archive.damaged && `${formatCount(archive.damaged, 'kept transcript')} cannot be given back whole.`
      page.note(
        damaged ? `${damaged} See: daybook diary sources` : '',
        count('files_found') === 0 && 'No transcripts were found. Where they are looked for: daybook diary sources',
      )
    },
    // One table of exit codes for all parts: a verification that found a mismatch.
    exit: ({ archive }) => (archive.damaged ? 7 : 0),
  }),
  cost: diaryVerb('diary_costs', {
    summary: 'what a day or several days cost by work item, branch, pull request or commit',
    flags: [
      ['by <thing>', 'by'],
      ['from <day>', 'from', 'the first day of several'],
      ['to <day>', 'to', 'the last day of several'],
      ['week <week>', 'week'],
    ],
    examples: ['cost --yesterday', 'cost --by branch --week 2026-W20', 'cost --by commit --date 2026-05-12'],
    progress: true,
    input(given, _, { target, flags }) {
      const isSpan = (given.from ?? given.to ?? given.week) !== undefined && !namesDay(flags)
      return isSpan ? { ...given, date: undefined } : { ...given, ...target }
    },
    show({ by, from, to, price_table, total, rows, unattributed }, page) {
      // Every project and every day numbers its work items from W0001.
      const severalProjects = by === 'item' && new Set(rows.map(({ project_key }) => project_key)).size > 1
      const nameOf = ({ date, project_key, ref }: (typeof rows)[number]) =>
        [from === to ? '' : (date ?? ''), severalProjects ? `${project_key}/${ref}` : ref].join(' ').trim()
      const cells = ({ turns, usd, at_least }: typeof total) => [
        formatCount(turns, 'turn'),
        costAmount({ total: usd, at_least }),
      ]
      page.line(page.colors.bold(from === to ? from : `${from} to ${to}`), `, prices of ${price_table}`)
      page.table([
        ...rows.map(row => [nameOf(row), ...cells(row), row.label]),
        ['unattributed', ...cells(unattributed), ''],
        ['total', ...cells(total), ''],
      ])
      page.note(roundingRemark([...rows, unattributed], total))
    },
  }),
  prices: diaryVerb('diary_prices', {
    summary: 'the prices of models that costs are worked out with; take newer ones from a file',
    own: {
      'update <file>': 'take the prices from a file in the shape of LiteLLM’s model_prices_and_context_window.json',
      'as-of <day>': 'the day the prices of that file are of; when it was last changed, if not named',
    },
    examples: ['prices', 'prices --update model_prices_and_context_window.json --as-of 2026-11-01'],
    dayless: true,
    async ask({ call }, _, { update, asOf }) {
      if (update !== undefined) return call('diary_update_prices', { file: resolve(update), as_of: asOf })
      if (asOf !== undefined) throw usageFault('--as-of dates a file of prices.', 'Name the file with --update.')
      return call('diary_prices', {})
    },
    show({ version, source, from, models, unpriced }, page) {
      page.line('Prices of ', page.colors.bold(version), `, ${formatCount(models.length, 'model')}, ${tables[from]}`)
      page.line(`From: ${source}`)
      page.note(
        ...unpriced.map(
          each => `No price for ${each.model}: ${formatCount(each.turns, 'turn')}, last on ${each.last_day}`,
        ),
      )
      page.line()
      const rate = (price: number | null) => (price === null ? 'not known' : dollars(price))
      page.table(
        models.map(({ model, input, output, cache_read, cache_write, cache_write_1h, above }) => [
          model,
          ...[input, output, cache_read, cache_write, cache_write_1h].map(rate),
          above.map(tokens => `${tokens / 1000}k`).join(', '),
        ]),
        { head: ['dollars per million', 'input', 'output', 'cache read', '5 min write', '1 h write', 'dearer above'] },
      )
    },
  }),
  secrets: diaryVerb('diary_secrets', {
    summary: 'list where transcripts and the archive hold what looks like a secret, never the secret itself',
    examples: ['secrets', 'secrets --json'],
    dayless: true,
    progress: true,
    list: 'places',
    columns: [
      ...(['source', 'session_id'] as const),
      ({ archived }) => (archived ? 'archive' : 'file'),
      ({ kind }, { yellow }) => yellow(kind),
      ({ lines, line_count }) => joinFirst(lines, 5, { total: line_count }),
    ],
    head: ['agent', 'session', 'in', 'kind', 'lines'],
    show: ({ transcripts, lines }, page) =>
      page.line(`${formatCount(lines, 'line')} of ${formatCount(transcripts, 'transcript')} looked at`),
    notes: ({ places, unreadable, oversized_lines }) => [
      unreadable > 0 && `${formatCount(unreadable, 'transcript')} could not be read.`,
      oversized_lines > 0 && `${formatCount(oversized_lines, 'line')} too long to be looked at.`,
      places.length === 0
        ? 'Nothing looks like a secret.'
        : 'Change these secrets where they are used: anyone who can read the transcripts can read them.',
    ],
  }),
}

function showSource(source: Output<'diary_sources'>['sources'][number], page: Terminal): void {
  const { green, red, dim } = page.colors
  const { roots, sessions, from_archive, oldest, not_indexed, excluded, warnings } = source
  page.heading(source.source)
  page.table(
    roots.map(({ root, state }) => [(state === 'ok' ? green : state === 'unreadable' ? red : dim)(state), root]),
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
    if (named.length > 0) page.line(`${what}: ${named.join(', ')}`)
  }
}

const tables = {
  settings: 'the file that DAYBOOK_PRICES or diary.prices names',
  update: 'stored with --update',
  bundled: 'of this version of Daybook',
} as const
