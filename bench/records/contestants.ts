import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExportedRecord } from '../../src/records/transfer/format.ts'
import { type Launch, type McpProcess, startMcp, type ToolAnswer } from '../harness/mcp-process.ts'
import type { Workspace } from '../harness/workspace.ts'
import { openCaller } from './caller.ts'
import { daybookMcp } from './daybook-mcp.ts'
import { installPeer, peerName } from './peer.ts'

/** A memory that agents write to over MCP stdio; a place is a folder that several of its processes share. */
export interface Contestant {
  name: string
  start(place: string): Promise<McpProcess>
  /** Settles when the server has acknowledged; throws when it refuses. */
  write(server: McpProcess, name: string): Promise<void>
  search(server: McpProcess, word: string): Promise<ToolAnswer>
  /** What a new process finds in the place. */
  namesIn(place: string): Promise<Set<string>>
  /** What is wrong with the store afterwards; nothing when sound. */
  faultsIn(place: string): Promise<string | undefined>
}

export function daybookIn(workspace: Workspace): Contestant {
  const start = (place: string) => startMcp(daybookMcp(workspace, place))
  return {
    name: 'Daybook',
    start,
    async write(server, name) {
      await server.call('create_record', { type: 'note', title: name, summary, body })
    },
    search: (server, word) => server.call('search_records', { query: word }),
    async namesIn(place) {
      const server = await start(place)
      const names = new Set<string>()
      for (let offset: number | undefined = 0; offset !== undefined; ) {
        const { structuredContent } = await server.call('list_records', { limit: 1000, offset })
        // The shape that list_records promises.
        const page = structuredContent as { records: Array<{ title: string }>; next_offset?: number }
        for (const { title } of page.records) names.add(title)
        offset = page.next_offset
      }
      await server.end()
      return names
    },
    async faultsIn(place) {
      const caller = await openCaller(join(place, 'daybook.db'))
      const { ok, violations } = await caller.call('check_records')
      await caller.close()
      return ok ? undefined : `breaks ${violations[0]?.invariant}`
    },
  }
}

/** The reference memory server; throws when npm cannot bring it. */
export async function referenceMemory(say: (line: string) => void): Promise<Contestant & { seed: typeof seedMemory }> {
  const program = await installPeer(say)
  const launch = (place: string): Launch => ({ args: [program], env: { MEMORY_FILE_PATH: memoryFile(place) } })
  const readGraph = async (place: string) => {
    const server = await startMcp(launch(place))
    const { structuredContent } = await server.call('read_graph', {}).finally(() => server.end())
    // The shape that read_graph promises.
    return structuredContent as { entities: Array<{ name: string }> }
  }
  return {
    name: peerName,
    seed: seedMemory,
    start: place => startMcp(launch(place)),
    async write(server, name) {
      const entities = [{ name, entityType: 'note', observations: [summary, body] }]
      await server.call('create_entities', { entities })
    },
    search: (server, word) => server.call('search_nodes', { query: word }),
    namesIn: async place => new Set((await readGraph(place)).entities.map(({ name }) => name)),
    async faultsIn(place) {
      if (!existsSync(memoryFile(place))) return 'no file'
      return readGraph(place).then(
        () => undefined,
        () => 'its own read_graph fails',
      )
    },
  }
}

/** The same records as the other store holds, in the peer's own file format. */
function seedMemory(place: string, records: Iterable<ExportedRecord>): void {
  mkdirSync(place, { recursive: true })
  const lines: string[] = []
  for (const { versions } of records) {
    const { title, type, summary, body } = versions[0]?.record ?? missing()
    lines.push(JSON.stringify({ type: 'entity', name: title, entityType: type, observations: [summary, body] }))
  }
  writeFileSync(memoryFile(place), lines.join('\n'))
}

const summary = 'One thing to remember, as an agent would write it.'
const body = 'The clock decides the order, the version decides the conflict. '.repeat(6)

function memoryFile(place: string): string {
  return join(place, 'memory.jsonl')
}

function missing(): never {
  throw new Error('A record has at least one version.')
}
