import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { bodyLimit } from '../../src/entry/request-body.ts'
import { call, send, serving } from './serving.ts'

const json = { 'content-type': 'application/json' }

test('POST runs an operation and answers its result as plain JSON that must not be cached', async () => {
  const { port } = await serving()
  const answer = await call(port, 'create_project', { name: 'Orchard' })

  expect(answer.status).toBe(200)
  expect(answer.json()).toEqual({ id: 'orchard', name: 'Orchard', created: expect.any(String), tick: 0 })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': String(Buffer.byteLength(answer.text)),
  })
})

test('GET runs an operation that only reads', async () => {
  const { port } = await serving()
  const byPost = await call(port, 'get_project', { id: 'default' })
  const byGet = await send(port, '/api/records/get_project?id=default')

  expect(byGet.status).toBe(200)
  expect(byGet.json()).toEqual(byPost.json())
})

test('numbers, lists, flags and null in a query string become what the schema asks for', async () => {
  const { port } = await serving()
  const note = { type: 'note', summary: 'Short.', body: 'Long.' }
  await call(port, 'create_record', { ...note, title: 'One' })
  await call(port, 'create_record', { ...note, title: 'Two', state: 'LATER' })
  const query = 'parent_id=null&states=OPEN&states=LATER&types=["note"]&limit=1'
  const byGet = await send(port, `/api/records/list_records?${encodeURI(query)}`)
  const args = { parent_id: null, states: ['OPEN', 'LATER'], types: ['note'], limit: 1 }

  expect(byGet.json()).toEqual((await call(port, 'list_records', args)).json())
  expect(byGet.json().records).toHaveLength(1)
})

test('a query string is held to the same schema as a body', async () => {
  const { port } = await serving()
  const answer = await send(port, '/api/records/list_projects?limit=3')

  expect(answer.status).toBe(400)
  expect(answer.json()).toEqual((await call(port, 'list_projects', { limit: 3 })).json())
})

test('HEAD answers like GET without a body', async () => {
  const { port } = await serving()
  const answer = await send(port, '/api/records/list_projects', { method: 'HEAD' })

  expect([answer.status, answer.text]).toEqual([200, ''])
})

test('an operation that writes does not answer GET and says which method does', async () => {
  const { port, app } = await serving()
  const answer = await send(port, '/api/records/create_project?name=Sneaky')

  expect([answer.status, answer.headers.allow]).toEqual([405, 'POST'])
  expect(answer.json().error).toMatchObject({ code: 'INVALID_INPUT', details: { reason: 'method' } })
  expect(await app.db.read(tx => tx.raw(`select id from projects`))).toEqual([{ id: 'default' }])
})

test('a reading operation names both methods when called with a third', async () => {
  const { port } = await serving()
  const answer = await send(port, '/api/records/list_projects', { method: 'DELETE' })

  expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, POST'])
})

test.each([
  '/api/records/no_such_operation',
  '/api/no_such_toolset/create_project',
  '/api/records',
  '/api/',
  '/api',
  '/api/records/create_project/more',
  '/api/records/__proto__',
  '/api/records/%ff',
])('%s is answered 404 with the way to the list of operations', async path => {
  const { port } = await serving()
  const answer = await send(port, path, { method: 'POST', headers: json, body: '{}' })

  expect(answer.status).toBe(404)
  expect(answer.json().error).toMatchObject({
    code: 'INVALID_INPUT',
    recovery_hint: expect.stringContaining('/api/openapi.json'),
  })
})

test('operations of a toolset that was not chosen are not there', async () => {
  const { port } = await serving({ toolsets: [] })

  expect((await call(port, 'list_projects', {})).status).toBe(404)
  expect(Object.keys((await send(port, '/api/openapi.json')).json().paths)).toEqual(['/api/health', '/api/feed'])
})

test.each<[body: string | Uint8Array, what: string]>([
  ['', 'nothing'],
  ['{"name":', 'half an object'],
  ['[]', 'a list'],
  ['null', 'null'],
  ['"text"', 'a text'],
  [Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), 'bytes that are not UTF-8'],
])('a body of %j is refused as malformed: %s', async body => {
  const { port } = await serving()
  const answer = await send(port, '/api/records/create_project', { method: 'POST', headers: json, body })

  expect(answer.status).toBe(400)
  expect(answer.json().error).toMatchObject({ code: 'INVALID_INPUT', details: { reason: 'malformed_json' } })
})

test.each([
  undefined,
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/jsonp',
  'text/plain; application/json',
])('a body of type %s is refused, so that no form can send it', async type => {
  const { port, app } = await serving()
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
  const answer = await send(port, '/api/records/create_project', { method: 'POST', headers, body: '{"name":"Form"}' })

  expect(answer.status).toBe(415)
  expect(answer.json().error.code).toBe('INVALID_INPUT')
  expect(await app.db.read(tx => tx.raw(`select id from projects`))).toEqual([{ id: 'default' }])
})

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
  'a body of type %s is accepted',
  async type => {
    const { port } = await serving()
    expect((await call(port, 'list_projects', {}, { 'content-type': type })).status).toBe(200)
  },
)

test('a compressed body is refused', async () => {
  const { port } = await serving()
  expect((await call(port, 'list_projects', {}, { 'content-encoding': 'gzip' })).status).toBe(415)
})

test('a body just within the limit is read and one byte more is not', async () => {
  const { port } = await serving()
  const frame = '{"name":""}'.length
  const fits = await call(port, 'create_project', { name: 'x'.repeat(bodyLimit - frame) })
  const exceeds = await call(port, 'create_project', { name: 'x'.repeat(bodyLimit - frame + 1) })

  expect([fits.status, fits.json().error.details.fields[0].limit]).toEqual([400, 200])
  expect([exceeds.status, exceeds.json().error.details]).toEqual([413, { reason: 'body_size', limit: bodyLimit }])
})

test('a body without a length is counted while it comes', async () => {
  const { port } = await serving()
  const headers = { ...json, 'transfer-encoding': 'chunked' }
  const small = await send(port, '/api/records/list_projects', { method: 'POST', headers, body: '{}' })
  const large = await send(port, '/api/records/list_projects', {
    method: 'POST',
    headers,
    body: Buffer.alloc(bodyLimit + 70_000, ' '),
  })

  expect([small.status, large.status]).toEqual([200, 413])
})

test('the server keeps answering after a client went away in the middle of its body', async () => {
  const { port, url } = await serving()
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST /api/records/list_projects HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"half`,
  )
  // Long enough for the server to begin reading.
  await new Promise(resolve => setTimeout(resolve, 50))
  socket.destroy()

  expect((await call(port, 'list_projects', {})).status).toBe(200)
})

test('a request that is not HTTP gets 400 and does no harm', async () => {
  const { port } = await serving()
  const socket = connect(port, '127.0.0.1')
  socket.write('\x16\x03\x01\x02\x00\x01\x00\r\n\r\n')

  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
  expect((await call(port, 'list_projects', {})).status).toBe(200)
})

test('the project the process is pinned to is used where none is named', async () => {
  const { port, app } = await serving({ project: 'pinned' })
  await app.db.write(tx =>
    tx.raw(
      `insert into projects (id, name, created, updated, last_ts) select 'pinned', 'Pinned', created, updated, last_ts from projects`,
    ),
  )

  expect((await send(port, '/api/records/get_project')).json().id).toBe('pinned')
})
