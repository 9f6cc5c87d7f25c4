import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApp } from '../../src/app.ts'
import { seedSample } from '../../src/sample/seed.ts'
import { type Launch, startMcp } from '../harness/mcp-process.ts'
import type { Column } from '../harness/table.ts'
import { installPeer, peerName } from '../records/peer.ts'
import { callsOn } from './calls-on.ts'
import { type Bench, counted } from './measure.ts'

/** What a chat pays before its first word. */
export interface Price {
  what: string
  who: string
  count: string
  bytes: number
  from: 'measured in this run' | 'measured before, not in this run' | 'published'
}

export const priceColumns: Column<Price>[] = [
  { title: 'what', value: row => row.what },
  { title: 'server', value: row => row.who },
  { title: 'holds', align: 'right', value: row => row.count },
  { title: 'bytes', align: 'right', value: row => counted(row.bytes) },
  { title: 'tokens (bytes ÷ 4)', align: 'right', value: row => counted(Math.ceil(row.bytes / 4)) },
  { title: 'figure', value: row => row.from },
]

const tools = 'tools/list'
const start = 'start of a chat'

/** Servers that are not run here: figures of ours from an earlier day on the same kind of machine, or the peers' own. */
const quoted: Price[] = [
  {
    what: tools,
    who: 'mcp-memory-libsql 0.0.17',
    count: '6 tools',
    bytes: 3000,
    from: 'measured before, not in this run',
  },
  { what: tools, who: 'context7', count: '2 tools', bytes: 4900, from: 'measured before, not in this run' },
  { what: tools, who: 'server-everything', count: '13 tools', bytes: 7700, from: 'measured before, not in this run' },
  { what: tools, who: 'repomix', count: '8 tools', bytes: 18_100, from: 'measured before, not in this run' },
  { what: tools, who: 'playwright', count: '25 tools', bytes: 20_300, from: 'measured before, not in this run' },
  {
    what: tools,
    who: 'task-master (its issue 1280: 45–50k tokens)',
    count: '59 tools',
    bytes: 180_000,
    from: 'published',
  },
  {
    what: tools,
    who: 'GitHub MCP (its pull request 1159: 64.6k tokens)',
    count: '102 tools',
    bytes: 258_400,
    from: 'published',
  },
  {
    what: start,
    who: 'repomix 1.18, a whole repository',
    count: '1,175 files',
    bytes: 5_800_000,
    from: 'measured before, not in this run',
  },
  {
    what: start,
    who: 'server-memory, read_graph',
    count: '50,000 entities',
    bytes: 15_000_000,
    from: 'measured before, not in this run',
  },
]

export async function prices({ workspace, say }: Bench, remarks: string[]): Promise<Price[]> {
  const ours: Price[] = []
  for (const toolsets of ['core', 'context', 'records', 'diary', 'records,diary,context']) {
    const env = { DAYBOOK_HOME: workspace.folder('home') }
    const args = [workspace.program(), 'mcp', '--toolsets', toolsets]
    ours.push(await listed({ args, env }, `Daybook --toolsets ${toolsets}`))
  }
  const peer = await peerPrices(workspace.folder('peer'), say).catch((error: Error) => {
    remarks.push(`${peerName} could not be run: ${error.message.split('\n')[0]}`)
    return []
  })
  const all = [...ours, ...(await blocks(join(workspace.folder('sample'), 'daybook.db'))), ...peer, ...quoted]
  return [tools, start].flatMap(what => all.filter(each => each.what === what).sort((a, b) => a.bytes - b.bytes))
}

async function listed(launch: Launch, who: string): Promise<Price> {
  const server = await startMcp(launch)
  // The shape of every answer to tools/list.
  const { tools: list } = (await server.request('tools/list', {})) as { tools: object[] }
  await server.end()
  const bytes = Buffer.byteLength(JSON.stringify(list))
  return { what: tools, who, count: `${list.length} tools`, bytes, from: 'measured in this run' }
}

/** The block of the sample project, whole and within a budget. */
async function blocks(location: string): Promise<Price[]> {
  const app = await openApp({ location })
  await seedSample(app)
  const call = callsOn(app)
  const of = async (who: string, args: object): Promise<Price> => {
    const { text, sections } = await call('context_build', { projectId: 'sample', ...args })
    const count = `${sections.length} sections`
    return { what: start, who, count, bytes: Buffer.byteLength(text), from: 'measured in this run' }
  }
  const priced = [
    await of('Daybook, context_build of the sample', {}),
    await of('Daybook, the same with maxTokens 1,000', { maxTokens: 1000 }),
  ]
  await app.close()
  return priced
}

async function peerPrices(folder: string, say: (line: string) => void): Promise<Price[]> {
  const program = await installPeer(say)
  const priced: Price[] = [
    await listed({ args: [program], env: { MEMORY_FILE_PATH: join(folder, 'none.jsonl') } }, peerName),
  ]
  for (const entities of [1000, 10_000]) {
    const file = join(folder, `${entities}.jsonl`)
    const observations = [
      'One thing to remember, as an agent would write it.',
      'The clock decides the order. '.repeat(6),
    ]
    const lines = Array.from({ length: entities }, (_, n) => ({
      type: 'entity',
      name: `Thing ${n}`,
      entityType: 'note',
      observations,
    }))
    writeFileSync(file, lines.map(line => JSON.stringify(line)).join('\n'))
    const server = await startMcp({ args: [program], env: { MEMORY_FILE_PATH: file } })
    const { content } = await server.call('read_graph', {})
    await server.end()
    const bytes = Buffer.byteLength(content?.[0]?.text ?? '')
    const count = `${counted(entities)} entities`
    priced.push({ what: start, who: `${peerName}, read_graph`, count, bytes, from: 'measured in this run' })
  }
  return priced
}
