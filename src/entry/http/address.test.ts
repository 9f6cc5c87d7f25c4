import { expect, test } from 'vitest'
import { isLoopback, isOwnHost, urlOf } from './address.ts'

test.each(['localhost', '127.0.0.1', '127.8.9.10', '::1', '[::1]'])('%s is this machine only', host => {
  expect(isLoopback(host)).toBe(true)
})

test.each([
  '0.0.0.0',
  '::',
  '',
  '192.168.1.5',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  '128.0.0.1',
  '[::]',
])('%j is open to others', host => {
  expect(isLoopback(host)).toBe(false)
})

test.each([
  ['127.0.0.1', 'http://127.0.0.1:4470'],
  ['::1', 'http://[::1]:4470'],
  ['0.0.0.0', 'http://127.0.0.1:4470'],
  ['::', 'http://127.0.0.1:4470'],
  ['daybook.lan', 'http://daybook.lan:4470'],
])('a server on %s is opened at %s', (host, url) => {
  expect(urlOf({ host, port: 4470 })).toBe(url)
})

test('on the port of http a Host header may leave it out', () => {
  expect(isOwnHost('localhost', { host: 'localhost', port: 80 })).toBe(true)
  expect(isOwnHost('localhost', { host: 'localhost', port: 4470 })).toBe(false)
})

test.each([
  null,
  '',
  ':4470',
  'localhost:',
  'localhost:4470x',
  'a@localhost:4470',
  'localhost.:4470',
  '[::1]evil:4470',
])('Host %j is nobody’s', header => {
  expect(isOwnHost(header, { host: '127.0.0.1', port: 4470 })).toBe(false)
})
