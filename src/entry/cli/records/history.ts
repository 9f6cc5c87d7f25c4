import type { z } from 'zod'
import { getRecordHistory } from '../../../records/operations/get-record-history.ts'
import { rows } from '../rows.ts'
import type { Verb } from '../verb.ts'
import { numberFrom } from './asked.ts'
import { printDiff } from './diff-text.ts'
import { shortSession, when } from './words.ts'

interface Options {
  limit?: string
  since?: string
  diffs?: true
}

export const history: Verb<[record: string], Options, z.output<typeof getRecordHistory.output>> = {
  usage: 'history <record>',
  summary: 'every version of a record, newest first',
  options: [
    ['--limit <n>', 'at most so many (default 50)'],
    ['--since <time>', 'not older than this date or time'],
    ['--diffs', 'with the changes of the body'],
  ],
  ask: (cli, { limit, since }, id) => cli.call(getRecordHistory, { id, since, limit: numberFrom(limit, '--limit') }),
  show({ history: versions, total }, page, { diffs }) {
    const lines = versions.map(({ version, tick, timestamp, session_id, change_type, summary, forced, reason }) => [
      { text: `v${version}`, paint: page.colors.bold },
      `tick ${tick}`,
      when(timestamp),
      change_type,
      shortSession(session_id),
      [summary, ...(forced ? ['(forced)'] : []), ...(reason ? [`— ${reason}`] : [])].join(' '),
    ])
    if (diffs) {
      for (const [at, { diff }] of versions.entries()) {
        page.data(rows(lines.slice(at, at + 1), page))
        if (diff) printDiff(diff, page)
      }
    } else page.data(rows(lines, page))
    if (versions.length < total) page.note(`${versions.length} of ${total} versions; more with --limit.`)
  },
}
