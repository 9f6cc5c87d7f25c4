import fc from 'fast-check'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { declaredRoutes } from './operation-routes.ts'
import { type HttpEnv, type Route, registerRoutes } from './register-routes.ts'

const routes = [
  'GET /api/agents',
  'GET /api/agents/{id}',
  'GET /api/agents/all',
  'PUT /api/agents/{agentId}',
  'PUT /api/agents/order',
  'DELETE /api/rooms/{a}/seats/{b}',
]

const hono = serve(routes)

test('a fixed segment is preferred to a field, for the method that was asked', async () => {
  expect(await ask('GET', '/api/agents/all')).toEqual({ route: 'GET /api/agents/all', values: {} })
  expect(await ask('GET', '/api/agents/order')).toEqual({ route: 'GET /api/agents/{id}', values: { id: 'order' } })
  expect(await ask('PUT', '/api/agents/order')).toEqual({ route: 'PUT /api/agents/order', values: {} })
  expect(await ask('PUT', '/api/agents/all')).toEqual({
    route: 'PUT /api/agents/{agentId}',
    values: { agentId: 'all' },
  })
  expect((await hono.request('/api/agents', { method: 'HEAD' })).status).toBe(200)
})

test('the project can be put in front of any address', async () => {
  expect(await ask('DELETE', '/api/projects/my%20novel/rooms/1/seats/2')).toEqual({
    route: 'DELETE /api/rooms/{a}/seats/{b}',
    values: { projectId: 'my novel', a: '1', b: '2' },
  })
  expect(await ask('GET', '/api/projects//agents')).toBe(404)
  expect(await ask('GET', '/api/projects/x/projects/y/agents')).toBe(404)
})

test('a known address answers another method with the methods it has', async () => {
  expect(await ask('POST', '/api/agents')).toEqual({ allow: 'GET, HEAD' })
  expect(await ask('DELETE', '/api/agents/order')).toEqual({ allow: 'GET, HEAD, PUT' })
  expect(await ask('DELETE', '/api/agents/x')).toEqual({ allow: 'GET, HEAD, PUT' })
})

test('nothing else is an address', async () => {
  for (const path of ['/', '/api', '/api/', '/api/agents/', '/api/agents/a/b', '/API/agents', '/x/agents']) {
    expect([path, await ask('GET', path)]).toEqual([path, 404])
  }
})

test('the text of a segment arrives unchanged, slashes and percent signs included', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1, unit: 'binary' }), async text => {
      // An address with one or two dots as a segment is resolved before any server sees it.
      fc.pre(text.isWellFormed() && !['all', '.', '..'].includes(text))
      expect(await ask('GET', `/api/agents/${encodeURIComponent(text)}`)).toEqual({
        route: 'GET /api/agents/{id}',
        values: { id: text },
      })
    }),
  )
})

test('two routes at one address and malformed routes are refused when the program starts', () => {
  expect(() => serve(['GET /api/a/{x}', 'GET /api/a/{y}'])).toThrow('Two routes answer GET /api/a/{}.')
  expect(() => serve(['FETCH /api/a'])).toThrow()
  expect(() => serve(['GET a'])).toThrow()
})

function serve(declared: readonly string[]): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  registerRoutes(
    app,
    declaredRoutes({ routes: declared }).map(
      ({ method, path }): Route => ({
        method,
        path,
        toolset: 'room',
        takesProject: true,
        handle: c => c.json({ route: `${method} ${path}`, values: c.req.param() }),
      }),
    ),
  )
  return app
}

async function ask(method: string, path: string) {
  const answer = await hono.request(path, { method })
  if (answer.status === 405) return { allow: answer.headers.get('allow') }
  return answer.status === 200 ? answer.json() : answer.status
}
