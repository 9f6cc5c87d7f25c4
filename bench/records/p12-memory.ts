import { dirname } from 'node:path'
import { atMost, digits, ratioFigure } from '../harness/figure.ts'
import { type Launch, type McpProcess, startMcp } from '../harness/mcp-process.ts'
import { compare, type Pair } from '../harness/runs.ts'
import { daybookMcp } from './daybook-mcp.ts'
import { rareWords } from './forest.ts'
import { counted, type Measure } from './measure.ts'
import { newRecord } from './new-record.ts'
import { storeOf } from './stores.ts'

export const p12: Measure = {
  id: 'P12',
  about: 'resident memory after many calls beside after some',
  async run({ sizes, workspace, say }) {
    const store = await storeOf(sizes.small, say)
    const early = 1000
    const late = sizes.quick ? 4000 : 10_000
    // Memory does not depend on time, so the runs need no order and no warm-up.
    const runs = await Promise.all(
      Array.from({ length: sizes.runs }, () =>
        memoryOver(daybookMcp(workspace, dirname(workspace.copyOf(store))), early, late),
      ),
    )
    const measure = `resident memory after ${counted(late)} vs after ${counted(early)} calls over stdio`
    const work = 'reads, searches, activations, updates, creations; a session is closed every 250 calls'
    const show = (bytes: number) => `${digits(bytes / 1024 / 1024)} MiB`
    return [ratioFigure({ id: 'P12', measure, target: atMost(1.2), work, show }, compare(runs))]
  },
}

async function memoryOver(launch: Launch, early: number, late: number): Promise<Pair> {
  const server = await startMcp(launch)
  let baseline = 0
  for (let number = 0; number < late; number++) {
    if (number === early) baseline = server.memory()
    await oneOfMany(server, number)
  }
  const subject = server.memory()
  await server.end()
  return { subject, baseline }
}

/** The calls of a working day in turn; the process remembers its session. */
async function oneOfMany(server: McpProcess, number: number): Promise<void> {
  const id = `R${2 + 50 * (number % 20)}`
  const turns: Array<() => ReturnType<McpProcess['call']>> = [
    () => server.call('activate', { id }),
    () => server.call('get_record_ref', { id: `R${1 + (number % 1000)}` }),
    () => server.call('search_records', { query: rareWords[number % rareWords.length] }),
    () =>
      server.call('update_record', { id: `R${2 + 50 * ((number - 3) % 20)}`, summary: `Summary of call ${number}.` }),
    () => server.call('get_record_history', { id, limit: 5 }),
    () => server.call('list_records', { limit: 50, offset: number % 900 }),
    () => server.call('get_record_ref', { id }),
    () => server.call('get_project_overview', {}),
    () => server.call('create_record', newRecord(number)),
    () => (number % 250 === 249 ? server.call('close_session', {}) : server.call('get_recent_activity', {})),
  ]
  await turns[number % turns.length]?.()
}
