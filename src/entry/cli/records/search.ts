import type { z } from 'zod'
import { searchRecords } from '../../../records/operations/search-records.ts'
import type { Terminal } from '../terminal.ts'
import type { Verb } from '../verb.ts'
import { visible } from '../visible.ts'
import { cut } from '../width.ts'
import { numberFrom, statesFrom } from './asked.ts'
import { count } from './words.ts'

interface Options {
  state?: string
  type?: string
  under?: string
  limit?: string
}

type Found = z.output<typeof searchRecords.output>

export const search: Verb<[words: string[]], Options, Found> = {
  usage: 'search <words...>',
  summary: 'find records by their words',
  options: [
    ['--state <states>', 'only these states, separated by commas'],
    ['--type <types>', 'only these types, separated by commas'],
    ['--under <record>', 'only this record and what lies below it'],
    ['--limit <n>', 'at most so many (default 20)'],
  ],
  ask: (cli, { state, type, under, limit }, words) =>
    cli.call(searchRecords, {
      query: words.join(' '),
      states: statesFrom(state),
      types: type?.split(',').map(each => each.trim()),
      parent_id: under,
      limit: numberFrom(limit, '--limit'),
      project_id: cli.project,
    }),
  show({ results, total, match, project_id }, page) {
    for (const hit of results) showHit(hit, page)
    if (match === 'any') page.note('No record holds all these words; these hold some of them.')
    page.note(`${results.length < total ? `${results.length} of ` : ''}${count(total, 'record')} in ${project_id}`)
  },
}

function showHit(hit: Found['results'][number], { line, colors, columns }: Terminal): void {
  const heading = visible(`${hit.state.toLowerCase()} ${hit.type}: ${hit.title}`)
  line(
    `${colors.bold(hit.id)}  ${columns === undefined ? heading : cut(heading, Math.max(20, columns - hit.id.length - 2))}`,
  )
  line(`    ${marked(hit, colors.underline)}`)
}

/** The snippet with its matches marked; each piece is made visible by itself, since that changes offsets. */
function marked({ snippet, snippet_matches }: Found['results'][number], mark: (text: string) => string): string {
  let text = ''
  let from = 0
  for (const [start, end] of snippet_matches) {
    text += visible(snippet.slice(from, start)) + mark(visible(snippet.slice(start, end)))
    from = end
  }
  return text + visible(snippet.slice(from))
}
