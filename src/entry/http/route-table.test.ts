import fc from 'fast-check'
import { expect, test } from 'vitest'
import { routeOf, routeTable } from './route-table.ts'

const table = routeTable(
  [
    'GET /api/agents',
    'GET /api/agents/all',
    'GET /api/agents/{id}',
    'PUT /api/agents/order',
    'PUT /api/agents/{agentId}',
    'DELETE /api/rooms/{a}/seats/{b}',
  ].map(address => routeOf(address, address)),
)

test('a fixed segment is preferred to a field, for the method that was asked', () => {
  expect(table('GET', '/api/agents/all')).toEqual({ target: 'GET /api/agents/all', values: {} })
  expect(table('GET', '/api/agents/order')).toEqual({ target: 'GET /api/agents/{id}', values: { id: 'order' } })
  expect(table('PUT', '/api/agents/order')).toEqual({ target: 'PUT /api/agents/order', values: {} })
  expect(table('PUT', '/api/agents/all')).toEqual({ target: 'PUT /api/agents/{agentId}', values: { agentId: 'all' } })
  expect(table('HEAD', '/api/agents')).toEqual({ target: 'GET /api/agents', values: {} })
})

test('the project stands in front of any address', () => {
  expect(table('DELETE', '/api/projects/my%20novel/rooms/1/seats/2')).toEqual({
    target: 'DELETE /api/rooms/{a}/seats/{b}',
    values: { a: '1', b: '2' },
    project: 'my novel',
  })
  expect(table('GET', '/api/projects//agents')).toBeUndefined()
  expect(table('GET', '/api/projects/x/projects/y/agents')).toBeUndefined()
})

test('a known address with another method says what it answers', () => {
  expect(table('POST', '/api/agents')).toEqual({ allow: ['GET', 'HEAD'] })
  expect(table('DELETE', '/api/agents/order')).toEqual({ allow: ['GET', 'HEAD', 'PUT'] })
})

test('nothing else is an address', () => {
  for (const path of [
    '/',
    '/api',
    '/api/',
    '/api/agents/',
    '/api/agents/a/b',
    '/API/agents',
    '/api/%zz',
    '/x/agents',
  ]) {
    expect([path, table('GET', path)]).toEqual([path, undefined])
  }
})

test('what a segment says arrives as it was meant, slashes and dots included', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'binary' }), text => {
      fc.pre(text.isWellFormed() && text !== 'all')
      const found = table('GET', `/api/agents/${encodeURIComponent(text)}`)
      expect(found).toEqual({ target: 'GET /api/agents/{id}', values: { id: text } })
    }),
  )
})

test('two operations at one address are refused when the program starts', () => {
  const twice = ['GET /api/a/{x}', 'GET /api/a/{y}'].map(address => routeOf(address, address))
  expect(() => routeTable(twice)).toThrow('Two operations answer GET api/a/{}.')
  expect(() => routeOf('FETCH /api/a', 0)).toThrow()
  expect(() => routeOf('GET a', 0)).toThrow()
})
