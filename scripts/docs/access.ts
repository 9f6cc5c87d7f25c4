import { eventRoutes } from '../../src/entry/http/follow.ts'
import type { Access } from '../../src/kernel/operation.ts'
import { operations } from '../../src/operations.ts'
import { toolsets } from '../../src/toolsets.ts'
import { code, table } from './markdown.ts'

/** The permission matrix, read from the operations. */
export function accessPage(): string {
  return `# Who may call what

Every operation declares who may call it, and every call is held against that before the operation runs: over MCP, REST, the
command line and the page alike. Roles are held in a project: an admin may do what a writer may, a writer what a reader may, and
the owner of the machine everything. For other callers, a project and everything in it does not exist.
[The guide](../guide/team-server.md) says what a server owner trusts whom with.

${toolsets.map(({ name }) => section(name)).join('\n\n')}

## Further addresses of the server

${table(
  ['address', ...columns],
  further.map(([address, access]) => [code(address), ...marks(access)]),
)}
`
}

const columns = ['without a token', 'any token', 'reader', 'writer', 'admin', 'owner']
const order: readonly (Access | 'without a token')[] = [
  'without a token',
  'anyone',
  'reader',
  'writer',
  'admin',
  'owner',
]

const further: ReadonlyArray<readonly [address: string, access: Access | 'without a token']> = [
  ['/api/health (up or down)', 'without a token'],
  ['/api/openapi.json', 'anyone'],
  ['/api/feed (what the caller may see)', 'anyone'],
  ['/mcp (as each operation says)', 'anyone'],
  ...eventRoutes.map(({ path }) => [path, 'reader'] as const),
  ['/api/diary/runs/{id}/events', 'owner'],
  ['/diary/{date}/report.html', 'owner'],
]

function section(toolset: string): string {
  const mine = operations.filter(operation => operation.toolset === toolset)
  return `## ${toolset}\n\n${table(
    ['operation', ...columns],
    mine.map(({ name, access }) => [code(name), ...marks(access)]),
  )}`
}

function marks(access: Access | 'without a token'): string[] {
  return order.map((_, at) => (at >= order.indexOf(access) ? 'yes' : '–'))
}
