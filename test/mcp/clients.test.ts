import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { mcpStdioCommand, runPreloaded, startServer } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'
import { connect, type Place } from './clients.ts'

const clients = [
  ['the client of 2026-07-28', '2026-07-28'],
  ['the client that finds out', '2026-07-28'],
  ['the current client on the 2025 wire', '2025-11-25'],
  ['the client of 2025-11-25', '2025-11-25'],
] as const

/** One server serves all clients, which do not disturb each other. */
let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  server = await startServer({ home: tempHome() })
})
afterAll(async () => {
  await server.stop()
})

const transports: { [name: string]: { any(): Place; pinned(home: string, project: string): Promise<Place> } } = {
  stdio: {
    any: () => mcpStdioCommand({ home: tempHome() }),
    pinned: async (home, project) => mcpStdioCommand({ home, args: ['--project', project] }),
  },
  HTTP: {
    any: () => new URL('/mcp', server.url),
    pinned: async (home, project) => new URL('/mcp', (await startServer({ home, args: ['--project', project] })).url),
  },
}

describe.each(Object.entries(transports))('over %s', (transport, { any, pinned }) => {
  describe.each(clients)('%s', (name, revision) => {
    it('a client learns who answers in its own revision, and gets answers as structured content and the same JSON', async () => {
      const chat = await connect[name](any())
      expect(chat.revision).toBe(revision)
      expect(chat.about).toEqual({ name: 'daybook', title: 'Daybook', version: packageJson.version })
      // Over HTTP the older revision has nothing that stays open to send news on.
      const hasNews = transport === 'stdio' || revision === '2026-07-28'
      const resources = hasNews ? { subscribe: true } : {}
      const extensions = { 'io.modelcontextprotocol/tasks': {} }
      const tasks = revision === '2025-11-25' && { tasks: { cancel: {}, requests: { tools: { call: {} } } } }
      const capabilities = { tools: {}, prompts: {}, resources, completions: {}, extensions, ...tasks }
      expect(chat.capabilities).toEqual(capabilities)
      expect(chat.instructions).toContain('Begin with get_project_overview')
      // From here on the client checks structured content against the published schemas.
      await chat.tools()
      const done = await chat.call('create_project', { name })
      expect(done.isError).toBeUndefined()
      const id = name.replaceAll(' ', '-')
      expect(done.structuredContent).toMatchObject({ id, name, tick: 0 })
      const failed = await chat.call('get_project', { id, sumary: 1 })
      expect(failed.isError).toBe(true)
      expect(failed.structuredContent).toMatchObject({
        error: {
          code: 'INVALID_INPUT',
          details: { fields: [{ path: 'sumary', rule: 'known key', accepted: ['id'] }] },
        },
      })
      for (const { content, structuredContent } of [done, failed]) {
        expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }])
      }
    })
  })

  it('operations of people and names that do not exist are not tools', async () => {
    const chat = await connect['the client of 2025-11-25'](any())
    const names = (await chat.tools()).map(tool => tool.name)
    for (const name of ['purge_record', 'whoami', 'no_such_tool', '__proto__']) {
      expect(names).not.toContain(name)
      const refusal = { code: -32602, message: expect.stringContaining('tools/list') }
      await expect(chat.call(name)).rejects.toMatchObject(refusal)
    }
  })

  it('calls that name no project go to the pinned one', async () => {
    const home = tempHome()
    await runPreloaded(['call', 'create_project', '{"name":"Orchard"}'], { home })
    const chat = await connect['the client of 2025-11-25'](await pinned(home, 'orchard'))
    expect((await chat.call('get_project')).structuredContent).toMatchObject({ id: 'orchard' })
  })
})

it('over stdio, calls that name no project are about the project whose folder the chat works in, unless one is pinned', async () => {
  const home = tempHome()
  for (const name of ['Orchard', 'Vineyard']) await runPreloaded(['call', 'create_project', '--name', name], { home })
  const open = (...args: string[]) => connect['the client of 2025-11-25'](mcpStdioCommand({ home, args }))
  const chat = await open()
  const projectOf = async ({ call }: typeof chat) => Object((await call('get_project')).structuredContent).id
  expect(await projectOf(chat)).toBe('default')
  // The project may appear while the chat goes on.
  const folder = JSON.stringify({ id: 'orchard', projectPath: process.cwd() })
  await runPreloaded(['call', 'project_update', folder], { home })
  expect(await projectOf(chat)).toBe('orchard')
  const note = { type: 'note', title: 'Here', summary: 'One.', body: 'Text.', parent_id: null }
  expect((await chat.call('create_record', note)).structuredContent).toMatchObject({
    record: { project_id: 'orchard' },
  })
  expect(await projectOf(await open('--project', 'vineyard'))).toBe('vineyard')
})

describe('two chats of different revisions on one database', () => {
  it('two chats of different revisions on one database see each other’s records', async () => {
    const home = tempHome()
    const one = await connect['the client of 2026-07-28'](mcpStdioCommand({ home }))
    const other = await connect['the client of 2025-11-25'](mcpStdioCommand({ home }))
    const note = { type: 'note', title: 'Shared', summary: 'One.', body: 'Text.' }
    const { structuredContent } = await one.call('create_record', note)
    expect(structuredContent).toMatchObject({ record: { id: 'R001' } })
    expect((await other.call('get_record_ref', { id: 'r1' })).structuredContent).toMatchObject({ title: 'Shared' })
  })
})
