import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openApp } from '../../src/app.ts'
import { schemaVersion } from '../../src/db/migrations.ts'
import { serveHttp } from '../../src/entry/http/server.ts'
import { tempHome } from '../support/tempdir.ts'
import { call, member, send, serving } from './serving.ts'

test('port 0 picks a free port, and the printed address is the one it answers on', async () => {
  const { url } = await serving()
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d{4,5}$/)
  expect((await fetch(`${url}/api/health`)).status).toBe(200)
})

test('health answers version, engine and schema as read from the database', async () => {
  const { port } = await serving()
  expect((await send(port, '/api/health')).json()).toEqual({
    status: 'ok',
    version: '9.9.9',
    engine: 'sqlite',
    schema: schemaVersion,
    uptime_s: expect.any(Number),
  })
})

test('health is 503 when the database does not answer', async () => {
  const { port, app, log } = await serving()
  await app.close()
  const answer = await send(port, '/api/health')

  expect([answer.status, answer.json().status]).toEqual([503, 'unavailable'])
  expect(log.join('\n')).toContain('health:')
  // Closing twice is refused by the store, so the test's own closing must find it open or not at all.
  app.close = async () => {}
})

test.each(['0.0.0.0', '::', '192.0.2.7', 'example.org'])(
  'on %s the server refuses to start without a token',
  async host => {
    await expect(serving({ host })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'A server that others can reach needs a token, and there is none.',
      hint: expect.stringContaining('daybook token add'),
    })
  },
)

test('a public address counts as reachable by others', async () => {
  await expect(serving({ publicUrl: 'https://daybook.example.org' })).rejects.toMatchObject({
    details: { reason: 'token_required' },
  })
  await expect(serving({ publicUrl: 'daybook.example.org', token: 'x' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})

test('a stored token is enough to serve others', async () => {
  const app = await openApp({ location: join(tempHome(), 'daybook.db') })
  onTestFinished(() => app.close())
  const { headers } = await member(app, 'anna', 'default', 'reader')
  const server = await serveHttp(app, { host: '0.0.0.0', port: 0, toolsets: ['records'], version: '1' })
  onTestFinished(() => server.close())
  const port = Number(new URL(server.url).port)

  expect((await call(port, 'list_projects', {})).status).toBe(401)
  expect((await call(port, 'list_projects', {}, headers)).status).toBe(200)
})

test('a taken port is reported with the next step', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise(resolve => other.once('listening', resolve))
  // A listening TCP server has an AddressInfo.
  const { port } = other.address() as AddressInfo

  await expect(serving({ port })).rejects.toMatchObject({ code: 'BUSY', hint: expect.stringContaining('--port 0') })
})

test('an address of another machine is reported with the next step', async () => {
  await expect(serving({ host: '192.0.2.7', token: 'x' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: 'This machine has no such address.',
  })
})

test('closing waits for answers under way, ends idle connections and frees the port', async () => {
  const { port, close, app } = await serving()
  const idle = connect(port, '127.0.0.1')
  await new Promise(resolve => idle.once('connect', resolve))
  const gone = new Promise(resolve => idle.once('close', resolve))
  // The answer is held back until long after the server was asked to close.
  let release = () => {}
  const held = app.db.write(
    () =>
      new Promise<void>(resolve => {
        release = resolve
      }),
  )
  const { write } = app.db
  const reached = new Promise<void>(resolve => {
    app.db.write = work => {
      resolve()
      return write(work)
    }
  })
  const answer = call(port, 'create_project', { name: 'Last' })
  await reached
  const closing = close()
  const refused = () =>
    send(port, '/api/health').then(
      () => 'answered',
      error => error.code,
    )
  await expect.poll(refused).toBe('ECONNREFUSED')
  release()
  await closing

  expect((await answer).status).toBe(200)
  await held
  await gone
})

test('an unexpected failure is logged whole and answered with a reference only', async () => {
  const { port, app, log } = await serving()
  await app.db.write(tx => tx.raw('drop table project_members'))
  const answer = await call(port, 'list_projects', {}, { authorization: 'Bearer x' })
  await app.db.write(tx => tx.raw('drop table tokens'))
  const broken = await call(port, 'list_projects', {}, { authorization: 'Bearer x' })

  expect(answer.status).toBe(401)
  expect(broken.status).toBe(500)
  const { code, details, message } = broken.json().error
  expect(code).toBe('INTERNAL')
  expect(message).not.toContain('tokens')
  expect(log.join('\n')).toMatch(new RegExp(`${details.ref}[^]*no such table: tokens`))
})
