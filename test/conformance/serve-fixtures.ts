// Serves the fixture operations at /mcp, behind the product's own routes and interface, and prints the address.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { openApp } from '../../src/app.ts'
import type { Address } from '../../src/entry/http/address.ts'
import { routes } from '../../src/entry/http/routes.ts'
import { mcpOverHttp } from '../../src/entry/mcp/http.ts'
import { fixtureOperations, fixturePrompts, fixtureResources } from './fixture-operations.ts'
import { fixtureTasks, taskOperations } from './fixture-tasks.ts'

const home = mkdtempSync(join(tmpdir(), 'daybook-conformance-'))
process.once('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))
// The parent ends it by closing its stdin, so that it never outlives a killed run.
process.stdin.on('end', () => process.exit(0)).resume()

// The key that signs questions belongs to the home.
process.env.DAYBOOK_HOME = home
const app = await openApp({ location: join(home, 'daybook.db') })
const shared = { toolsets: ['records'], version: '0.0.0' }
const mcp = mcpOverHttp(app, {
  ...shared,
  operations: [...fixtureOperations, ...taskOperations],
  prompts: fixturePrompts,
  resources: fixtureResources,
  tasks: fixtureTasks,
})
const address: Address = { host: '127.0.0.1', port: 0 }
const { fetch } = routes({
  ...shared,
  app,
  mcp: mcp.handle,
  access: { required: false, clock: Date.now },
  address: () => address,
})

serve({ fetch, hostname: address.host, port: 0 }, ({ port }) => {
  address.port = port
  process.stdout.write(`http://${address.host}:${port}/mcp\n`)
})
