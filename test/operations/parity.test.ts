import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, it, onTestFinished } from 'vitest'
import { operations } from '../../src/operations.ts'
import { toolsets } from '../../src/toolsets.ts'
import { serving } from '../http/serving.ts'
import { runPreloaded } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'
import { askMcp, askRest, differingRefusals } from './parity.ts'

it('every operation refuses an unknown field in the same words through REST, MCP and the command line', async () => {
  const { app, url } = await serving({ toolsets: toolsets.map(({ name }) => name) })
  const client = new Client({ name: 'parity', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url)))
  onTestFinished(() => client.close())
  const home = tempHome()
  const differing = await differingRefusals(app, operations, {
    REST: askRest(url),
    MCP: askMcp(client),
    async CLI({ name }, args) {
      const input = JSON.stringify(args)
      const { stdout, stderr } = await runPreloaded(['call', name, '-'], { home, input })
      return JSON.parse(stdout || stderr)
    },
  })
  expect(differing).toEqual([])
})
