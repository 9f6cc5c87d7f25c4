import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followHandlers } from '../../../src/entry/http/follow.ts'
import { type HttpEnv, registerRoutes } from '../../../src/entry/http/register-routes.ts'
import { setMembership } from '../../../src/projects/tokens.ts'
import { listening } from '../../http/listening.ts'
import { member } from '../../http/serving.ts'
import { type RoomServer, refusal, roomServer } from './room-server.ts'

let server: RoomServer
beforeAll(async () => {
  server = await roomServer()
})
afterAll(() => server.close())

const events = { 'content-type': 'application/json', accept: 'text/event-stream' }

test('a turn can be watched, and its last event carries the answer', async () => {
  const response = await fetch(`${server.url}/api/ai/chat`, {
    method: 'POST',
    headers: events,
    body: JSON.stringify({ agentId: 'critic', message: 'Look at the causeway scene for the colour of her eyes.' }),
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const blocks = (await response.text()).split('\n\n').filter(block => block.startsWith('id: '))
  const told = blocks.map(block => {
    const [, id = '', type = '', data = ''] = /^id: (\d+)\nevent: (\S+)\ndata: (.*)$/.exec(block) ?? []
    return { id: Number(id), type, data: JSON.parse(data) }
  })

  expect(told.map(({ id }) => id)).toEqual(told.map((_, at) => at + 1))
  expect(told.map(({ type }) => type)).toContain('turn.started')
  expect(told.at(-1)).toMatchObject({ type: 'turn.done', data: { role: 'assistant', agentId: 'critic' } })
  const answer = told.at(-1)?.data
  for (const { data } of told.slice(0, -1)) expect(JSON.stringify(data)).not.toContain(answer.content.slice(0, 40))
})

test('a caller who hangs up leaves the room to the next one', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  // A server listening on TCP has an AddressInfo.
  const { port } = silent.address() as AddressInfo
  const endpoint = { provider: 'custom', model: 'mute', baseUrl: `http://127.0.0.1:${port}` }
  expect((await server.put('/api/agent-endpoints/editor', endpoint)).status).toBe(200)
  const holder = async () => (await server.get('/api/room/queue')).json().holder

  const leaving = new AbortController()
  const asked = fetch(`${server.url}/api/ai/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ agentId: 'editor', message: 'Anybody there?' }),
    signal: leaving.signal,
  })
  await expect.poll(holder).toMatchObject({ agentId: 'editor' })
  leaving.abort()
  await expect(asked).rejects.toThrow()
  await expect.poll(holder).toBeNull()
  silent.closeAllConnections()
  silent.close()
})

test('what is refused before a turn begins is an ordinary refusal', async () => {
  const ask = (body: object) => server.post('/api/ai/chat', body, { accept: 'text/event-stream' })

  expect(refusal(await ask({ message: 'x', agentId: 'nobody' }))).toEqual([404, 'not_found'])
  expect(refusal(await ask({ message: '' }))).toEqual([400, 'invalid_request'])
  expect(refusal(await ask({ message: 'x'.repeat(65_537) }))).toEqual([413, 'too_large'])
})

test('the events of a conference are followed, taken up after any of them, and unknown ones are not found', async () => {
  const conference = (await server.post('/api/conferences', { agenda: 'Eyes' })).json()
  const address = `${server.url}/api/conferences/${conference.id}/events`
  const live = await listening(address)
  await expect.poll(() => live.events.length).toBeGreaterThan(0)

  const [first] = live.events
  expect(first).toMatchObject({
    id: 1,
    event: 'conference.opened',
    data: { seq: 1, type: 'conference.opened', conferenceId: conference.id },
  })
  await server.post(`/api/conferences/${conference.id}/close`)
  await expect.poll(() => live.events.at(-1)?.event).toBe('conference.closed')
  await live.ended

  const after = await listening(`${address}?after=1`)
  await after.ended
  expect(after.events).toEqual(live.events.slice(1))
  const resumed = await listening(address, { 'last-event-id': '1' })
  await resumed.ended
  expect(resumed.events).toEqual(live.events.slice(1))
  expect((await fetch(`${address}?after=${live.events.at(-1)?.id}`)).status).toBe(204)

  const at = (id: string) => server.get(`/api/conferences/${id}/events`)
  expect(refusal(await at('conf_0000000000000000'))).toEqual([404, 'not_found'])
  expect(refusal(await server.get(`/api/conferences/${conference.id}/events?after=x`))).toEqual([
    400,
    'invalid_request',
  ])
  for (const id of ['..%2f..', '%00', 'x'.repeat(100)]) {
    expect((await at(id)).status).toEqual(expect.toBeOneOf([400, 404]))
  }
  expect((await server.send(`/api/conferences/${conference.id}/events`, { method: 'POST' })).status).toBe(405)
})

test('the stream of a conference ends when the reader is no longer a member', async () => {
  const conference = (await server.post('/api/conferences', { agenda: 'Members' })).json()
  const { project } = await server.app.rooms.find({ principal: 'local', by: 'test' })
  const { headers } = await member(server.app, 'rita', project.id, 'reader')
  const address = `${server.url}/api/conferences/${conference.id}/events`
  const live = await listening(address, { ...headers, 'x-daybook-project': project.id })
  await expect.poll(() => live.events.length).toBeGreaterThan(0)

  await server.app.db.write(tx => setMembership(tx, { principal: 'rita', project: project.id, role: 'none' }))
  let hasEnded = false
  void live.ended.then(() => {
    hasEnded = true
  })
  await expect.poll(() => hasEnded, { timeout: 10_000 }).toBe(true)
  const seen = live.events.length
  await server.post(`/api/conferences/${conference.id}/close`)
  expect(live.events).toHaveLength(seen)
  expect(live.events.at(-1)?.event).not.toBe('conference.closed')
})

test('a silent stream shows that it lives', async () => {
  const { id } = (await server.post('/api/conferences', { agenda: 'Silence' })).json()
  const handlers = followHandlers({
    app: server.app,
    access: { required: false, clock: Date.now },
    toolsets: ['room'],
    heartbeatMs: 20,
  })
  const hono = new Hono<HttpEnv>().use(async (c, next) => {
    c.set('caller', { principal: 'local' })
    await next()
  })
  registerRoutes(hono, handlers.routes)
  const response = await hono.request(`/api/conferences/${id}/events`)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let raw = ''
  for (let n = 0; n < 10 && !raw.includes(': still here'); n++) raw += (await reader?.read())?.value ?? ''

  expect(raw).toContain(': still here')
  expect(raw).toMatch(/^retry: 2000\n: connected\n\nid: 1\nevent: conference.opened\ndata: \{.*\}\n\n/)
  await reader?.cancel()
  handlers.close()
})
