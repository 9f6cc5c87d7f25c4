import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect, onTestFinished, test } from 'vitest'
import { setMembership } from '../../src/projects/tokens.ts'
import { toolsets } from '../../src/toolsets.ts'
import { listening } from '../http/listening.ts'
import { member, send, serving } from '../http/serving.ts'
import { createEmptyStore, testedEngines } from '../support/engines.ts'

// The team server of the guide: four people with tokens beside the owner, over REST, MCP and events.

const secretWords = 'the vault opens at dawn'
const record = (project_id: string, title: string) => ({
  project_id,
  type: 'decision',
  title,
  summary: 'S',
  body: secretWords,
})

async function team(engine: 'sqlite' | 'postgres') {
  const { location, drop } = await createEmptyStore(engine)
  onTestFinished(drop)
  const server = await serving({ location, token: 'open-sesame', toolsets: toolsets.map(({ name }) => name) })
  const { app, port, url } = server
  type Args = { [name: string]: unknown }
  const as = (authorization: string) => ({
    headers: { authorization },
    async call(path: string, args: Args = {}) {
      const headers = { 'content-type': 'application/json', authorization, 'x-daybook-project': 'team' }
      const answer = await send(port, `/api/${path}`, { method: 'POST', headers, body: JSON.stringify(args) })
      return { status: answer.status, text: answer.text, body: answer.json() }
    },
    async mcp(name: string, args: Args = {}) {
      const client = new Client({ name: 'test', version: '1' })
      const requestInit = { headers: { authorization } }
      await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
      onTestFinished(() => client.close())
      return JSON.stringify(await client.callTool({ name, arguments: args }))
    },
  })
  const owner = as('Bearer open-sesame')
  await owner.call('records/create_project', { name: 'Team', id: 'team' })
  const kept = await owner.call('records/create_record', record('team', 'Kept'))
  const people = {
    anna: as((await member(app, 'anna', 'team', 'admin')).headers.authorization),
    bob: as((await member(app, 'bob', 'team', 'writer')).headers.authorization),
    rita: as((await member(app, 'rita', 'team', 'reader')).headers.authorization),
    eve: as((await member(app, 'eve', 'team', 'none')).headers.authorization),
  }
  return { ...server, owner, ...people, id: kept.body.record.id as string }
}

const feedOf = (url: string, { headers }: { headers: { authorization: string } }) =>
  listening(`${url}/api/feed?after=0`, headers)

describe.each(testedEngines)('on %s', engine => {
  test('a member sees which file a text of a block is from, and nothing of the folders of the machine', async () => {
    const { rita, owner } = await team(engine)
    const asked = [
      ['context/context_build', { projectId: 'team' }],
      ['context/template_preview', { projectId: 'team' }],
      ['context/prompt_list', { projectId: 'team' }],
      ['context/prompt_get', { projectId: 'team', templateName: 'implementation' }],
    ] as const
    for (const [operation, args] of asked) {
      const [{ text }, own] = [await rita.call(operation, args), await owner.call(operation, args)]
      expect(text).toMatch(/"(?:prompts|statements)\.md"/)
      expect(text).not.toContain('/assets/')
      expect(own.text).toContain('/assets/')
    }
  })

  test('a caller who is not a member learns nothing of a project: not its text, not its name, not that it exists', async () => {
    const { eve, owner, id, url } = await team(engine)
    const [feed, whole] = [await feedOf(url, eve), await feedOf(url, owner)]
    const asked = [
      await eve.call('records/show_record', { id }),
      await eve.call('records/get_record_history', { id }),
      await eve.call('records/search_records', { query: 'vault', project_id: 'team' }),
      await eve.call('records/export_records', { project_id: 'team' }),
      await eve.call('records/check_records'),
      await eve.call('context/context_build', { projectId: 'team' }),
      await eve.call('context/project_get', { id: 'team' }),
      await eve.call('context/project_export'),
      await eve.call('room/room_status_show'),
      await eve.call('diary/diary_days'),
    ].map(({ text }) => text)
    asked.push(await eve.mcp('search_records', { query: 'vault', project_id: 'team' }))
    asked.push(await eve.mcp('context_build', { projectId: 'team' }))
    asked.push(await eve.mcp('read_session_lines', {}))
    for (const text of asked) {
      expect(text).not.toContain('vault')
      expect(text).not.toContain('Kept')
    }
    const named = await eve.call('records/get_project', { id: 'team' })
    const unknown = await eve.call('records/get_project', { id: 'maet' })
    expect(named.text.replaceAll('team', 'x')).toBe(unknown.text.replaceAll('maet', 'x'))
    await expect.poll(() => whole.events.length).toBeGreaterThan(1)
    expect(feed.events).toEqual([])
  })

  test('a reader reads, a writer writes, an admin puts in order, and none of them more', async () => {
    const { anna, bob, rita, id } = await team(engine)
    expect((await rita.call('records/show_record', { id })).body.record.body).toBe(secretWords)
    for (const [path, args] of [
      ['records/create_record', record('team', 'Mine')],
      ['context/context_summarize', { projectId: 'team', summary: 'S' }],
    ] as const) {
      expect([path, (await rita.call(path, args)).status]).toEqual([path, 403])
      expect([path, (await bob.call(path, args)).status]).toEqual([path, 200])
    }
    expect(await rita.mcp('create_record', record('team', 'Mine'))).toContain('FORBIDDEN')
    expect(await bob.mcp('create_record', record('team', 'Mine'))).not.toContain('FORBIDDEN')
    const purge = { id, confirm: id }
    for (const person of [rita, bob]) expect((await person.call('records/purge_record', purge)).status).toBe(403)
    expect((await anna.call('records/purge_record', purge)).status).toBe(200)
  })

  test('keys, paths, transcripts and the network of the machine are the owner’s, whatever role one has', async () => {
    const { anna } = await team(engine)
    for (const [path, args] of [
      ['room/room_key_list', {}],
      ['room/room_key_add', { name: 'x', key: 'y' }],
      ['room/room_key_protect', { passphrase: 'mine' }],
      ['diary/diary_days', {}],
      ['diary/diary_sources', {}],
      ['diary/read_session_lines', {}],
      ['context/project_update', { id: 'team', projectPath: '/' }],
      ['context/project_link', { id: 'team', diary_project_key: 'x' }],
      ['room/room_workspace_bind', { path: '/' }],
    ] as const) {
      expect([path, (await anna.call(path, args)).status]).toEqual([path, 403])
    }
  })

  test('what is taken away is gone from the next request on, and from what is open', async () => {
    const { app, rita, owner, id, url } = await team(engine)
    const [feed, whole] = [await feedOf(url, rita), await feedOf(url, owner)]
    await expect.poll(() => feed.events.length).toBeGreaterThan(1)
    const before = feed.events.length
    await app.db.write(tx => setMembership(tx, { principal: 'rita', project: 'team', role: 'none' }))
    await owner.call('records/create_record', record('team', 'Later'))
    expect((await rita.call('records/show_record', { id })).status).toBe(404)
    await expect.poll(() => whole.events.length).toBeGreaterThan(before)
    expect(feed.events).toHaveLength(before)
  })
})
