import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, onTestFinished, test } from 'vitest'
import { operations } from '../../src/operations.ts'
import { call, member, send, serving } from './serving.ts'

async function connected(url: string, headers: Record<string, string> = {}) {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }))
  onTestFinished(() => client.close())
  return client
}

test('an MCP client finds the agents’ operations at /mcp and gets the same answers as over REST', async () => {
  const { url, port } = await serving()
  const client = await connected(url)
  const { tools } = await client.listTools()
  const { structuredContent } = await client.callTool({ name: 'list_projects', arguments: {} })

  const agents = operations.filter(({ audience, toolset }) => audience === 'agents' && toolset === 'records')
  expect(tools.map(({ name }) => name)).toEqual(agents.map(({ name }) => name))
  expect(structuredContent).toEqual((await call(port, 'list_projects', {})).json())
})

test('an MCP client with a token acts for its principal', async () => {
  const { url, port, app } = await serving()
  await call(port, 'create_project', { name: 'Orchard' })
  const { headers } = await member(app, 'anna', 'orchard', 'reader')
  const client = await connected(url, headers)
  const { structuredContent } = await client.callTool({ name: 'list_projects', arguments: {} })

  expect(structuredContent).toMatchObject({ projects: [{ id: 'orchard' }] })
  await expect(connected(url, { authorization: 'Bearer dbk_wrong' })).rejects.toThrow()
})

test('every answer of /mcp carries the headers that keep browsers strict', async () => {
  const { port } = await serving()
  const { headers } = await send(port, '/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })

  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': expect.stringMatching(/no-/) })
})

test('closing the server ends the streams of MCP clients', async () => {
  const { url, close } = await serving()
  await connected(url)
  const started = performance.now()
  await close()

  // After three seconds every connection would be cut.
  expect(performance.now() - started).toBeLessThan(2900)
})
