import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { declaredRoutes } from '../../../src/entry/http/operation-routes.ts'
import { operations } from '../../../src/operations.ts'
import { member } from '../../http/serving.ts'
import { tempHome } from '../../support/tempdir.ts'
import { bytesOf, type RoomServer, refusal, roomServer, scene } from './room-server.ts'

let server: RoomServer
beforeAll(async () => {
  server = await roomServer()
})
afterAll(() => server.close())

const json = { 'content-type': 'application/json' }

test('an address with the wrong method says which it answers', async () => {
  const answer = await server.send('/api/tree', { method: 'DELETE' })

  expect(refusal(answer)).toEqual([405, 'method_not_allowed'])
  expect(answer.headers.allow).toBe('GET, HEAD')
  expect((await server.send('/api/file', { method: 'PATCH', headers: json, body: '{}' })).headers.allow).toBe(
    'GET, HEAD, POST, PUT',
  )
})

test('HEAD answers like GET, without the body', async () => {
  const answer = await server.send('/api/tree', { method: 'HEAD' })
  expect([answer.status, answer.text]).toEqual([200, ''])
})

test('what is sent must be JSON, of a known shape, and not too large', async () => {
  const before = bytesOf(server.root)
  const put = (body: string, headers: { [name: string]: string } = json) =>
    server.send('/api/file', { method: 'PUT', headers, body })
  const write = JSON.stringify({ path: 'Story/Scenes/n.md', content: 'x' })

  expect(refusal(await put(write, { 'content-type': 'text/plain' }))).toEqual([415, 'unsupported_media_type'])
  expect(refusal(await put(write, {}))).toEqual([415, 'unsupported_media_type'])
  expect(refusal(await put(write, { ...json, 'content-encoding': 'gzip' }))).toEqual([415, 'unsupported_media_type'])
  expect(refusal(await put('{"path":'))).toEqual([400, 'invalid_request'])
  expect(refusal(await put('[1]'))).toEqual([400, 'invalid_request'])
  expect(refusal(await put('{}'))).toEqual([400, 'invalid_request'])
  expect(refusal(await put(JSON.stringify({ path: 'a', content: 'b', more: 1 })))).toEqual([400, 'invalid_request'])
  expect(refusal(await put(`"${'x'.repeat(5_000_000)}"`))).toEqual([413, 'too_large'])
  const long = { text: 'x'.repeat(65_537), role: 'critic' }
  expect(refusal(await server.post('/api/evidence/check', long))).toEqual([413, 'too_large'])
  expect(bytesOf(server.root)).toEqual(before)
})

test('a body may be left out where nothing need be said', async () => {
  const answer = await server.send('/api/audit/verify', { method: 'POST', headers: json })
  expect(answer.status).toBe(200)
})

test('the project comes from the path, else from the header, else it is the default one', async () => {
  const novel = (await server.post('/api/records/create_project', { name: 'Novel' })).json().id
  const folder = tempHome()
  const headers = { 'x-daybook-project': novel }

  expect(refusal(await server.get(`/api/projects/${novel}/tree`))).toEqual([409, 'no_workspace'])
  expect(refusal(await server.get('/api/tree', headers))).toEqual([409, 'no_workspace'])
  const bound = await server.post('/api/workspace', { path: folder, name: 'A Novel' }, headers)
  expect([bound.status, bound.json()]).toMatchObject([201, { projectId: novel, displayName: 'A Novel' }])
  expect((await server.get(`/api/projects/${novel}/workspace`)).json()).toEqual(bound.json())
  expect((await server.get('/api/projects/Novel/workspace', { 'x-daybook-project': 'default' })).json()).toEqual(
    bound.json(),
  )
  expect((await server.get('/api/workspace')).json().projectId).toBe('default')
  expect(refusal(await server.get('/api/projects/none/tree'))).toEqual([404, 'not_found'])
  expect(refusal(await server.get('/api/tree', { 'x-daybook-project': 'none' }))).toEqual([404, 'not_found'])
})

test('a session of one project is unknown in another', async () => {
  const { session_id } = (await server.post('/api/room/file_reader', { file_path: scene })).json()
  const other = (await server.post('/api/records/create_project', { name: 'Other' })).json().id
  const headers = { 'x-daybook-project': other }
  await server.post('/api/workspace', { path: tempHome() }, headers)

  expect(refusal(await server.get(`/api/audit/sessions/${session_id}/receipts`, headers))).toEqual([404, 'not_found'])
  const args = { search_criteria: 'x', session_id }
  expect(refusal(await server.post('/api/room/file_locator', args, headers))).toEqual([404, 'not_found'])
})

test('foreign names, foreign pages and wrong tokens are turned away in the words of the room', async () => {
  const foreign = { host: 'evil.example' }
  expect(refusal(await server.get('/api/tree', foreign))).toEqual([421, 'forbidden'])
  expect(refusal(await server.get('/api/tree', { origin: 'https://evil.example' }))).toEqual([403, 'forbidden'])
  const sent = { 'sec-fetch-site': 'cross-site' }
  expect(refusal(await server.post('/api/audit/verify', {}, sent))).toEqual([403, 'forbidden'])
  expect(refusal(await server.get('/api/conferences/conf_0000000000000000/events', foreign))).toEqual([
    421,
    'forbidden',
  ])
  const unknown = { authorization: 'Bearer nobody' }
  expect(refusal(await server.get('/api/tree', unknown))).toEqual([401, 'unauthorized'])
  const answer = await server.get('/api/tree')
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
})

test('a viewer reads, a member runs tools and writes, an admin sets and rotates', async () => {
  const viewer = await member(server.app, 'vera', 'default', 'reader')
  const worker = await member(server.app, 'wim', 'default', 'writer')
  const stranger = await member(server.app, 'sten', 'default', 'none')
  const status = async (path: string, body: object | undefined, { headers }: typeof viewer) =>
    (body ? await server.post(path, body, headers) : await server.get(path, headers)).status

  expect(await status('/api/tree', undefined, viewer)).toBe(200)
  expect(await status('/api/audit/verify', {}, viewer)).toBe(200)
  expect(await status('/api/room/file_reader', { file_path: scene }, viewer)).toBe(403)
  expect(await status('/api/file', { path: 'Story/v.md', content: 'x' }, viewer)).toBe(403)
  expect(await status('/api/room/file_reader', { file_path: scene }, worker)).toBe(200)
  expect(await status('/api/room/room_keys_rotate', {}, worker)).toBe(403)
  expect(await status('/api/room/room_settings_save', { 'evidence.retries': 0 }, worker)).toBe(403)
  expect(await status('/api/workspace', { path: tempHome() }, worker)).toBe(403)
  expect(await status('/api/tree', undefined, stranger)).toBe(404)
  const refused = await server.post('/api/room/room_keys_rotate', {}, worker.headers)
  expect(refused.json().error).toMatchObject({ code: 'forbidden', details: { needed: 'admin' } })
})

test('every address of every operation refuses a caller who is not a member', async () => {
  const { headers } = await member(server.app, 'nobody', 'default', 'none')
  for (const { method, path: pattern } of operations.flatMap(declaredRoutes)) {
    const path = pattern.replace(/\{\w+\}/g, '1')
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}', headers: { ...json, ...headers } }
    const answer = await server.send(path, { method, headers, ...body })
    expect([method, path, answer.status]).toEqual([method, path, expect.toBeOneOf([400, 403, 404])])
    expect(answer.json().error.code).toEqual(expect.any(String))
  }
})

test('hostile ids are refused as such everywhere', async () => {
  const before = bytesOf(server.root)
  for (const id of ['..%2F..%2Fx', '%00', '.hidden', '%20x', 'a%20b', 'x'.repeat(81), '%F0%9F%92%A3', '-x']) {
    for (const path of [`sessions/${id}/receipts`, `sessions/${id}/tool-receipts`]) {
      expect([id, ...refusal(await server.get(`/api/audit/${path}`))]).toEqual([id, 400, 'invalid_id'])
    }
    const link = await server.post(`/api/audit/sessions/${id}/link-issue`, { issueId: 1 })
    expect([id, ...refusal(link)]).toEqual([id, 400, 'invalid_id'])
  }
  expect(bytesOf(server.root)).toEqual(before)
})

test('an unexpected failure gives a reference and nothing else', async () => {
  const settings = join(server.root, '.control-room/settings.json')
  rmSync(settings)
  mkdirSync(settings)
  const answer = await server.get('/api/room/settings')

  expect(refusal(answer)).toEqual([500, 'internal'])
  expect(answer.text).not.toContain(server.root)
  expect(server.log.join('\n')).toContain(answer.json().error.details.ref)
})
