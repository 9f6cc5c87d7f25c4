import type { z } from 'zod'
import { contextHistory } from '../../../context/operations/context-history.ts'
import { numberFrom } from '../records/asked.ts'
import { when } from '../records/words.ts'
import { rows } from '../rows.ts'
import type { Verb } from '../verb.ts'
import { chosenProject } from './chosen-project.ts'

export const history: Verb<[], { limit?: string }, z.output<typeof contextHistory.output>> = {
  usage: 'history',
  summary: 'the summaries a project ever had, newest first',
  toolset: 'context',
  options: [['--limit <n>', 'at most so many (default 20)']],
  ask: async (cli, { limit }) =>
    cli.call(contextHistory, { projectId: await chosenProject(cli), limit: numberFrom(limit, '--limit') }),
  show({ entries, total }, page) {
    page.data(
      rows(
        entries.map(({ n, timestamp, source, by, recentEvents = '' }) => [
          { text: String(n), paint: page.colors.bold },
          when(timestamp),
          source,
          by,
          recentEvents.trim().split('\n')[0] ?? '',
        ]),
        page,
      ),
    )
    if (total === 0) page.note('No summary was stored yet: daybook context summarize')
    else if (entries.length < total) page.note(`${entries.length} of ${total} entries; more with --limit.`)
  },
}
