import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mcpStdioCommand, runPreloaded, startServer } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'

const wires = { '2025-11-25': 'legacy', '2026-07-28': { pin: '2026-07-28' } } as const
type Revision = keyof typeof wires

const home = tempHome()
const open: Client[] = []
const clients: { [name: string]: Client } = {}
let server: Awaited<ReturnType<typeof startServer>>

beforeAll(async () => {
  server = await startServer({ home, args: ['--toolsets', 'records,context,diary,room'] })
  for (const id of ['orchard', 'vineyard']) await daybook('call', 'create_project', '--name', id, '--id', id)
  await daybook('call', 'create_record', JSON.stringify(record('orchard', 'Graft in March')))
  await daybook('call', 'create_record', JSON.stringify(record('vineyard', 'Prune in winter')))
  const token = (await daybook('token', 'add', 'anna')).trim()
  await daybook('member', 'set', 'anna', 'orchard', 'reader')
  for (const revision of Object.keys(wires) as Revision[]) {
    clients[`stdio ${revision}`] = await connect(revision, new StdioClientTransport(chatServer()))
    clients[`http ${revision}`] = await connect(revision, new StreamableHTTPClientTransport(mcp()))
    const headers = { authorization: `Bearer ${token}` }
    const transport = new StreamableHTTPClientTransport(mcp(), { requestInit: { headers } })
    clients[`anna ${revision}`] = await connect(revision, transport)
  }
})
afterAll(async () => {
  await Promise.all(open.map(client => client.close()))
  await server.stop()
})

const transports = ['stdio', 'http'].flatMap(transport =>
  Object.keys(wires).map(revision => `${transport} ${revision}`),
)

describe.each(transports)('resources over %s', transport => {
  it('every kind is announced as a template, and what there is is listed page by page', async () => {
    const client = clientOf(transport)
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ name, uriTemplate }) => `${name} ${uriTemplate}`)).toEqual([
      'context daybook://context/{project}',
      'report daybook://reports/{date}',
      'record daybook://records/{id}',
      'receipt daybook://receipts/{project}/{id}',
    ])
    const listed = await everyPage(client)
    expect(listed).toEqual(
      expect.arrayContaining([
        'daybook://context/orchard orchard',
        'daybook://context/vineyard vineyard',
        'daybook://records/R001 R001 Graft in March',
        'daybook://records/R002 R002 Prune in winter',
      ]),
    )
  })

  it('a resource holds what its operation answers', async () => {
    const client = clientOf(transport)
    const { contents } = await client.readResource({ uri: 'daybook://records/R001' })
    expect(contents).toEqual([
      { uri: 'daybook://records/R001', mimeType: 'application/json', text: expect.any(String) },
    ])
    const shown = JSON.parse(await daybook('call', 'show_record', '--id', 'R001', '--json'))
    expect(JSON.parse(textOf(contents))).toEqual(shown)
    const preview = JSON.parse(await daybook('call', 'template_preview', '--projectId', 'orchard', '--json'))
    expect(textOf((await client.readResource({ uri: 'daybook://context/orchard' })).contents)).toBe(preview.text)
  })

  it.each([
    'daybook://records/R999',
    'daybook://records/..%2f..',
    'daybook://records/%E0%A4%A',
    'daybook://reports/2020-01-01',
    'daybook://receipts/orchard/r_1',
    'daybook://context/',
    'file:///etc/passwd',
    '',
  ])('the address %s is no resource', async uri => {
    await expect(clientOf(transport).readResource({ uri })).rejects.toMatchObject({ data: { uri } })
  })

  it('a cursor that no page named is refused', async () => {
    await expect(clientOf(transport).listResources({ cursor: 'nothing 3' })).rejects.toThrow('nextCursor')
  })

  it('parts of addresses and arguments of prompts are completed', async () => {
    const client = clientOf(transport)
    const completed = async (ref: Parameters<typeof client.complete>[0]['ref'], name: string, value: string) =>
      (await client.complete({ ref, argument: { name, value } })).completion.values
    const record = { type: 'ref/resource', uri: 'daybook://records/{id}' } as const
    expect(await completed(record, 'id', 'r00')).toEqual(expect.arrayContaining(['R001']))
    const context = { type: 'ref/resource', uri: 'daybook://context/{project}' } as const
    expect(await completed(context, 'project', 'vine')).toEqual(['vineyard'])
    expect(await completed({ type: 'ref/prompt', name: 'newcontext' }, 'projectId', 'orch')).toEqual(['orchard'])
    expect(await completed({ type: 'ref/prompt', name: 'newcontext' }, 'additionalInstructions', '')).toEqual([])
  })
})

describe.each(Object.keys(wires))('a member of one project over %s', revision => {
  it('a member of one project sees the resources of that project only', async () => {
    const client = clientOf(`anna ${revision}`)
    expect(await everyPage(client)).toEqual([
      'daybook://context/orchard orchard',
      'daybook://records/R001 R001 Graft in March',
    ])
    for (const uri of ['daybook://records/R002', 'daybook://context/vineyard', 'daybook://reports/2025-02-13']) {
      await expect(client.readResource({ uri })).rejects.toMatchObject({ data: { uri } })
    }
    const ref = { type: 'ref/resource', uri: 'daybook://context/{project}' } as const
    const { completion } = await client.complete({ ref, argument: { name: 'project', value: '' } })
    expect(completion.values).toEqual(['orchard'])
  })
})

describe('a client that asked for news', () => {
  const both = ['daybook://records/R001', 'daybook://records/R002']

  it('a change is sent over a connection of 2025-11-25 until the client unsubscribes', async () => {
    const client = clientOf('stdio 2025-11-25')
    const told = newsOf(client)
    await client.subscribeResource({ uri: 'daybook://records/R001' })
    await expect(client.subscribeResource({ uri: 'daybook://records/R999' })).rejects.toThrow()
    await change('R002')
    await change('R001')
    await expect.poll(() => told).toContain('daybook://records/R001')
    expect(told).not.toContain('daybook://records/R002')
    await client.unsubscribeResource({ uri: 'daybook://records/R001' })
    await expect(client.unsubscribeResource({ uri: 'daybook://records/R001' })).rejects.toThrow()
  })

  it('a change is sent over a connection of 2026-07-28', async () => {
    const client = clientOf('stdio 2026-07-28')
    const told = newsOf(client)
    const news = await client.listen({ resourceSubscriptions: ['daybook://context/orchard'] })
    await changeUntil('R001', told, 'daybook://context/orchard')
    expect(new Set(told)).toEqual(new Set(['daybook://context/orchard']))
    await news.close()
  })

  it('a change is sent over a stream of its own, and only to those who may see it', async () => {
    const [owner, anna] = [clientOf('http 2026-07-28'), clientOf('anna 2026-07-28')]
    const [toldOwner, toldAnna] = [newsOf(owner), newsOf(anna)]
    const streams = await Promise.all([owner, anna].map(client => client.listen({ resourceSubscriptions: both })))
    await changeUntil('R002', toldOwner, 'daybook://records/R002')
    await change('R001')
    await expect.poll(() => toldAnna).toContain('daybook://records/R001')
    expect(toldAnna).not.toContain('daybook://records/R002')
    await daybook('token', 'revoke', (await daybook('token', 'list')).split(/\s/)[0] ?? '')
    const before = toldAnna.length
    toldOwner.length = 0
    await change('R001')
    await expect.poll(() => toldOwner).toContain('daybook://records/R001')
    expect(toldAnna.length).toBe(before)
    await Promise.all(streams.map(stream => stream.close()))
  })
})

function record(project_id: string, title: string) {
  return { project_id, type: 'decision', title, summary: title, body: `${title}.` }
}

let count = 0

/** A change from another process. */
async function change(id: string): Promise<void> {
  const { session_id } = JSON.parse(await daybook('call', 'activate', '--id', id, '--json'))
  const summary = `Changed ${++count} times`
  await daybook('call', 'update_record', JSON.stringify({ id, session_id, summary }))
}

/** The store is watched soon after a client asked for news, not at the same moment. */
async function changeUntil(id: string, told: string[], uri: string): Promise<void> {
  await expect
    .poll(async () => {
      await change(id)
      return told
    })
    .toContain(uri)
}

function newsOf(client: Client): string[] {
  const told: string[] = []
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(params.uri))
  return told
}

async function everyPage(client: Client): Promise<string[]> {
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await client.listResources({ cursor })
    found.push(...page.resources.map(({ uri, title }) => `${uri} ${title}`))
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return found
}

function textOf([content]: ({ text: string } | { blob: string })[]): string {
  return content && 'text' in content ? content.text : ''
}

function clientOf(name: string): Client {
  const client = clients[name]
  if (!client) throw new Error(`No client for ${name}`)
  return client
}

async function connect(revision: Revision, transport: Parameters<Client['connect']>[0]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: wires[revision] } })
  await client.connect(transport)
  open.push(client)
  return client
}

function chatServer() {
  return { ...mcpStdioCommand({ home, args: ['--toolsets', 'records,context,diary,room'] }), stderr: 'ignore' as const }
}

function mcp(): URL {
  return new URL('/mcp', server.url)
}

async function daybook(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runPreloaded(args, { home })
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
  return stdout
}
