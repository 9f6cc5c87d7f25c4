import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mcpStdioCommand, runPreloaded, startServer } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'

const home = tempHome()
const open: Client[] = []
let server: Awaited<ReturnType<typeof startServer>>

beforeAll(async () => {
  server = await startServer({ home })
})
afterAll(async () => {
  await Promise.all(open.map(client => client.close()))
  await server.stop()
})

const wires = {
  'stdio, 2025-11-25': () => ({ mode: 'legacy' as const, transport: new StdioClientTransport(chatServer()) }),
  'stdio, 2026-07-28': () => ({ mode: { pin: '2026-07-28' }, transport: new StdioClientTransport(chatServer()) }),
  'HTTP, 2026-07-28': () => ({ mode: { pin: '2026-07-28' }, transport: new StreamableHTTPClientTransport(mcp()) }),
}

describe.each(Object.entries(wires))('a conflict over %s', (_, wire) => {
  let answer: Answering
  let client: Client
  let asked: Asked[]
  beforeAll(async () => {
    const connected = await connect(wire(), question => answer(question))
    client = connected.client
    asked = connected.asked
  })
  beforeEach(() => void asked.splice(0))

  it('a conflict is decided by the person, who is told what happened', async () => {
    answer = () => ({ action: 'accept', content: { version: 'this chat' } })
    const conflict = await conflictFor(client)
    const { applied, record } = await structured(client, conflict)
    expect([applied, record]).toMatchObject([true, { summary: 'Mine', version: 3 }])
    expect(asked).toEqual([
      {
        message: expect.stringMatching(/^R\d+ was changed by another session .* daybook records diff R\d+ v1 v2$/),
        requestedSchema: expect.objectContaining({
          properties: { version: expect.objectContaining({ enum: ['this chat', 'the other session'] }) },
        }),
      },
    ])
  })

  it.each([
    ['the other session', { action: 'accept', content: { version: 'the other session' } }],
    ['nobody, declined', { action: 'decline' }],
    ['nobody, cancelled', { action: 'cancel' }],
  ] as const)('a conflict is left to the agent where the person chose %s', async (_, given) => {
    answer = () => given
    const { applied, conflict } = await structured(client, await conflictFor(client))
    expect([applied, conflict]).toMatchObject([false, { current_version: 2, other_version: { summary: 'Theirs' } }])
  })

  it('a conflict is asked about again where the record changed once more meanwhile', async () => {
    answer = async ({ message }) => {
      if (asked.length === 1) await changeElsewhere(/^R\d+/.exec(message)?.[0] ?? '', 'Theirs again')
      return { action: 'accept', content: { version: 'this chat' } }
    }
    const { applied, record } = await structured(client, await conflictFor(client))
    expect(asked.map(({ message }) => message.slice(-2))).toEqual(['v2', 'v3'])
    expect([applied, record]).toMatchObject([true, { summary: 'Mine', version: 4 }])
  })
})

it('a conflict is left to the agent where the client cannot ask', async () => {
  const { client } = await connect(wires['HTTP, 2026-07-28']())
  expect(await structured(client, await conflictFor(client))).toMatchObject({ applied: false })
})

it('over HTTP in 2025-11-25, which has no way back to the client, the agent is given the conflict', async () => {
  const wire = { mode: 'legacy' as const, transport: new StreamableHTTPClientTransport(mcp()) }
  const { client, asked } = await connect(wire, () => ({ action: 'cancel' }))
  expect(await structured(client, await conflictFor(client))).toMatchObject({ applied: false })
  expect(asked).toEqual([])
})

it('an answer to another call is refused, and the key is for the owner of the home only', async () => {
  const { client } = await connect(wires['HTTP, 2026-07-28'](), () => ({ action: 'cancel' }))
  const first = await conflictFor(client)
  const { requestState } = await rawCall(first, {})
  expect(requestState).toEqual(expect.any(String))
  const inputResponses = { version: { action: 'accept', content: { version: 'this chat' } } }
  const other = await conflictFor(client)
  expect(await rawCall(other, { requestState, inputResponses })).toMatchObject({ code: -32602 })
  expect(await rawCall(first, { requestState: `${requestState}x`, inputResponses })).toMatchObject({ code: -32602 })
  expect(await rawCall(first, { requestState, inputResponses })).toMatchObject({ structuredContent: { applied: true } })
  const key = join(home, 'mcp-questions.key')
  expect(existsSync(key) && (statSync(key).mode & 0o777).toString(8)).toBe('600')
})

interface Asked {
  message: string
  requestedSchema?: unknown
}
type Answer = { action: 'accept'; content: Record<string, string> } | { action: 'decline' | 'cancel' }
type Answering = (asked: Asked) => Answer | Promise<Answer>
type Wire = ReturnType<(typeof wires)[keyof typeof wires]>

async function connect(
  { mode, transport }: { mode: Wire['mode']; transport: Parameters<Client['connect']>[0] },
  answer?: Answering,
) {
  const asked: Asked[] = []
  const capabilities = answer ? { elicitation: {} } : {}
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities, versionNegotiation: { mode } })
  if (answer) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push({
        message: params.message,
        ...('requestedSchema' in params && { requestedSchema: params.requestedSchema }),
      })
      return answer(params)
    })
  }
  await client.connect(transport)
  open.push(client)
  return { client, asked }
}

/** The arguments of an update that meets a newer version. */
async function conflictFor(client: Client) {
  const id = await newRecord()
  const { structuredContent } = await client.callTool({ name: 'activate', arguments: { id } })
  const { session_id } = structuredContent as { session_id: string }
  await changeElsewhere(id, 'Theirs')
  return { id, session_id, summary: 'Mine' }
}

async function newRecord(): Promise<string> {
  const made = await daybook(
    'call',
    'create_record',
    JSON.stringify({ type: 'decision', title: 'Frost', summary: 'First', body: 'Text' }),
  )
  return JSON.parse(made).record.id
}

async function changeElsewhere(id: string, summary: string): Promise<void> {
  const { session_id } = JSON.parse(await daybook('call', 'activate', '--id', id, '--json'))
  await daybook('call', 'update_record', JSON.stringify({ id, session_id, summary }))
}

async function structured(client: Client, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { structuredContent } = await client.callTool({ name: 'update_record', arguments: args })
  return { ...(structuredContent as object) }
}

/** A call as the current revision sends it, with what the client carries. */
async function rawCall(
  args: Record<string, unknown>,
  carried: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  }
  const response = await fetch(mcp(), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'update_record',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'update_record', arguments: args, ...carried, _meta },
    }),
  })
  const { result, error } = JSON.parse(await response.text())
  return result ?? error
}

function chatServer() {
  return { ...mcpStdioCommand({ home }), stderr: 'ignore' as const }
}

function mcp(): URL {
  return new URL('/mcp', server.url)
}

async function daybook(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runPreloaded(args, { home })
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
  return stdout
}
