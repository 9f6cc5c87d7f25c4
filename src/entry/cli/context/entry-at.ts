import { contextHistory } from '../../../context/operations/context-history.ts'
import { usageFault } from '../failure.ts'
import { numberFrom } from '../records/asked.ts'
import type { Cli } from '../verb.ts'

/** One entry of the history by its number. */
export async function entryAt(cli: Cli, projectId: string, given: string) {
  const n = numberFrom(given, 'The number of an entry') ?? 0
  const { entries } = await cli.call(contextHistory, { projectId, limit: 1, before: n + 1 })
  const [entry] = entries
  if (entry?.n !== n) throw usageFault('The history has no entry with that number.', 'See: daybook context history')
  return entry
}
