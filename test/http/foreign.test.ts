import { connect } from 'node:net'
import { hostname } from 'node:os'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { call, type Sent, send, serving } from './serving.ts'

const addresses = ['/', '/api/health', '/api/openapi.json', '/api/feed', '/api/records/list_projects', '/mcp']

test.each(addresses)('%s refuses a host name that is not the server’s', async path => {
  const { port } = await serving()
  for (const host of [`evil.example:${port}`, 'localhost', `localhost:${port + 1}`, `127.0.0.1.evil.example:${port}`]) {
    const answer = await send(port, path, { headers: { host } })
    expect([host, answer.status]).toEqual([host, 403])
    expect(answer.json().error).toMatchObject({ code: 'FORBIDDEN', details: { reason: 'foreign_host' } })
  }
})

test.each(addresses)('%s refuses requests made by pages of another origin', async path => {
  const { port } = await serving()
  const foreign = [
    'https://evil.example',
    'null',
    `https://localhost:${port}`,
    'http://localhost',
    `http://localhost:1`,
  ]
  for (const origin of [...foreign, `http://localhost:${port}.evil.example`, `http://user@localhost:${port}`]) {
    const answer = await send(port, path, { headers: { origin } })
    expect([origin, answer.status]).toEqual([origin, 403])
    expect(answer.json().error.details).toEqual({ reason: 'foreign_origin' })
  }
})

test('a foreign page cannot make a browser write, not even with a form', async () => {
  const { port, app } = await serving()
  const headers = { origin: 'https://evil.example', 'content-type': 'text/plain' }
  const body = '{"name":"Planted"}'
  const answer = await send(port, '/api/records/create_project', { method: 'POST', headers, body })
  const preflight = await send(port, '/api/records/create_project', { method: 'OPTIONS', headers })

  expect([answer.status, preflight.status]).toEqual([403, 403])
  expect(preflight.headers).not.toHaveProperty('access-control-allow-origin')
  expect(await app.db.read(tx => tx.raw(`select id from projects`))).toEqual([{ id: 'default' }])
})

test.each(['cross-site', 'same-site'])(
  'data asked for by a %s page without Origin is refused, a link is not',
  async site => {
    const { port } = await serving({ webRoot: 'web' })
    const headers = { 'sec-fetch-site': site }

    expect((await send(port, '/api/records/list_projects', { headers })).status).toBe(403)
    expect((await send(port, '/mcp', { headers })).status).toBe(403)
    expect((await send(port, '/', { headers })).status).not.toBe(403)
  },
)

test('the server goes by every name of loopback, and its own page may call it', async () => {
  const { port } = await serving()
  for (const host of ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST']) {
    const headers = {
      host: `${host}:${port}`,
      origin: `http://${host.toLowerCase()}:${port}`,
      'sec-fetch-site': 'same-origin',
    }
    expect((await call(port, 'list_projects', {}, headers)).status).toBe(200)
  }
})

test('bound to every interface it goes by its addresses and its own name, and by no other', async () => {
  const { port } = await serving({ host: '0.0.0.0', token: 'open-sesame' })
  const status = async (host: string) =>
    (await call(port, 'list_projects', {}, { host, authorization: 'Bearer open-sesame' })).status

  expect(await status(`192.0.2.7:${port}`)).toBe(200)
  expect(await status(`[2001:db8::7]:${port}`)).toBe(200)
  expect(await status(`${hostname()}:${port}`)).toBe(200)
  expect(await status(`evil.example:${port}`)).toBe(403)
})

test('behind a proxy it goes by its public address', async () => {
  const { port } = await serving({ publicUrl: 'https://daybook.example.org', token: 'open-sesame' })
  const authorization = 'Bearer open-sesame'
  const status = async (headers: Record<string, string>) =>
    (await call(port, 'list_projects', {}, { authorization, ...headers })).status

  expect(await status({ host: 'daybook.example.org', origin: 'https://daybook.example.org' })).toBe(200)
  expect(await status({ host: 'daybook.example.org', origin: 'http://daybook.example.org' })).toBe(403)
  expect(await status({ host: 'evil.example' })).toBe(403)
})

test.each([
  ['two Host headers', 'GET /api/health HTTP/1.1\r\nHost: {own}\r\nHost: evil.example\r\nConnection: close\r\n\r\n'],
  ['no Host header', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['HTTP/1.0 without Host', 'GET /api/health HTTP/1.0\r\n\r\n'],
  [
    'a foreign absolute address',
    'GET http://evil.example/api/health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
  ],
])('a request with %s is refused', async (_, request) => {
  const { port } = await serving()
  const socket = connect(port, '127.0.0.1')
  socket.write(request.replace('{own}', `127.0.0.1:${port}`))

  expect(await text(socket)).toMatch(/^HTTP\/1\.1 (400|403) /)
})

test.each<[string, Sent]>([
  ['/', {}],
  ['/api/health', {}],
  ['/api/nothing', {}],
  ['/api/records/list_projects', { headers: { host: 'evil.example' } }],
  ['/api/records/create_project', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }],
])('%s carries the headers that keep browsers strict', async (path, sent) => {
  const { port } = await serving()
  const { headers } = await send(port, path, sent)

  expect(headers).toMatchObject({
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'; script-src 'self';.*frame-ancestors 'none'$/,
    ),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*(unsafe|\*)/)
})
