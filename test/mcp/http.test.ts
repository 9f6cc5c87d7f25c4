import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

describe('POST /mcp', () => {
  let server: Awaited<ReturnType<typeof startServer>>
  let mcp: URL
  beforeAll(async () => {
    server = await startServer({ home: tempHome() })
    mcp = new URL('/mcp', server.url)
  })
  afterAll(async () => {
    await server.stop()
  })

  it('POST /mcp answers what is not a message with a JSON-RPC error, and goes on', async () => {
    const post = (body: string | Uint8Array<ArrayBuffer>, extra = {}) =>
      fetch(mcp, { method: 'POST', headers: { ...headers, ...extra }, body })
    const notUtf8 = Uint8Array.of(0x22, 0xc3, 0x28, 0x22)
    for (const body of ['', 'hello', '{"jsonrpc":', notUtf8]) {
      const response = await post(body)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32700 } })
    }
    expect((await post('{}', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await post(JSON.stringify(initialize))).status).toBe(200)
  })

  it('POST /mcp refuses a body over 4 MiB, declared or not', async () => {
    const large = JSON.stringify({ ...initialize, padding: 'x'.repeat(4 * 1024 * 1024) })
    const streamed = new Blob([large]).stream()
    for (const init of [{ body: large }, { body: streamed, duplex: 'half' }]) {
      const response = await fetch(mcp, { method: 'POST', headers, ...init } as RequestInit)
      expect(response.status).toBe(413)
      expect(await response.json()).toMatchObject({
        jsonrpc: '2.0',
        error: { message: expect.stringContaining('4194304') },
      })
    }
  })

  it('POST /mcp hands out no protocol session: each request is independent', async () => {
    const opened = await fetch(mcp, { method: 'POST', headers, body: JSON.stringify(initialize) })
    expect(opened.headers.get('mcp-session-id')).toBeNull()
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' }
    const listed = await fetch(mcp, { method: 'POST', headers, body: JSON.stringify(list) })
    expect(await listed.text()).toContain('"create_project"')
    for (const method of ['GET', 'DELETE']) expect((await fetch(mcp, { method, headers })).status).toBe(405)
  })
})
