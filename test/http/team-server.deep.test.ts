import { readdirSync, readFileSync } from 'node:fs'
import { type RequestOptions, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { runDaybook, runPreloaded, startServer } from '../support/binary.ts'
import { callOperation, openAppAt } from '../support/engines.ts'
import { type Nginx, startNginx } from '../support/nginx.ts'
import { createPostgresDatabase } from '../support/postgres.ts'
import { tempHome } from '../support/tempdir.ts'

const publicUrl = 'https://daybook.example.org'

interface Sent {
  path: string
  token?: string
  body?: unknown
}

/** Three processes on one PostgreSQL and one home, behind nginx with the example's file; two people with tokens. */
async function teamServer() {
  const { url: location, drop } = await createPostgresDatabase()
  onTestFinished(drop)
  const home = tempHome()
  const env = { DAYBOOK_DB: location }
  const daybook = async (...args: string[]) => {
    const ran = await runPreloaded(args, { home, env })
    expect(ran).toMatchObject({ code: 0 })
    return ran.stdout.trim()
  }
  const tokens: Record<string, string> = {}
  for (const [person, project] of [
    ['anna', 'orchard'],
    ['ben', 'mill'],
  ] as const) {
    await daybook('call', 'create_project', '--name', project, '--id', project)
    tokens[person] = await daybook('token', 'add', person)
    await daybook('member', 'set', person, project, 'writer')
  }
  const start = () => startServer({ home, env, args: ['--public-url', publicUrl] })
  const servers = await Promise.all([start(), start(), start()])
  const nginx = await startNginx(
    tempHome(),
    servers.map(({ url }) => Number(new URL(url).port)),
  )
  onTestFinished(() => nginx.stop())
  return { location, servers, nginx, anna: tokens.anna ?? '', ben: tokens.ben ?? '' }
}

function optionsFor({ port, certificate }: Nginx, { path, token, body }: Sent): RequestOptions {
  return {
    host: '127.0.0.1',
    port,
    path,
    method: body === undefined ? 'GET' : 'POST',
    servername: 'daybook.example.org',
    ca: certificate,
    headers: {
      host: 'daybook.example.org',
      accept: 'application/json, text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
  }
}

function open(nginx: Nginx, sent: Sent) {
  return new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    const outgoing = request(optionsFor(nginx, sent), resolve)
    outgoing.once('error', reject)
    outgoing.end(sent.body === undefined ? undefined : JSON.stringify(sent.body))
  })
}

async function send(nginx: Nginx, sent: Sent) {
  const answer = await open(nginx, sent)
  const body = await text(answer)
  return { status: answer.statusCode, headers: answer.headers, body, json: () => JSON.parse(body) }
}

const records = (operation: string, body: object, token: string): Sent => ({
  path: `/api/records/${operation}`,
  token,
  body,
})
const record = (title: string, more: object) => ({ type: 'note', title, summary: 'S', body: 'B', ...more })

test('the example of nginx serves three processes: health without a token, tokens, MCP and large bodies', async () => {
  const { nginx, anna, ben } = await teamServer()
  const health = await send(nginx, { path: '/api/health' })
  expect([health.status, health.json()]).toEqual([200, { status: 'ok' }])
  expect((await send(nginx, { path: '/api/health', token: anna })).json()).toMatchObject({ engine: 'postgres' })
  const plain = await fetch(`http://127.0.0.1:${nginx.plainPort}/api/health`, { redirect: 'manual' })
  expect([plain.status, plain.headers.get('location')]).toEqual([301, 'https://127.0.0.1/api/health'])

  expect((await send(nginx, records('list_projects', {}, 'guess'))).status).toBe(401)
  expect((await send(nginx, { path: '/api/records/list_projects', body: {} })).status).toBe(401)
  for (const [token, own] of [
    [anna, 'orchard'],
    [ben, 'mill'],
  ] as const) {
    const { projects } = (await send(nginx, records('list_projects', {}, token))).json()
    expect(projects.map(({ id }: { id: string }) => id)).toEqual([own])
  }
  const args = record('Over MCP', { project_id: 'orchard', conversation_id: 'c' })
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'create_record', arguments: args } }
  const answered = await send(nginx, { path: '/mcp', token: anna, body: call })
  expect([answered.status, answered.body]).toEqual([200, expect.stringContaining('Over MCP')])
  const large = record('Large', { body: 'B'.repeat(5 << 20), project_id: 'orchard' })
  expect((await send(nginx, records('create_record', large, anna))).status).toBe(413)
})

test('writes with keys are made once, the feed comes whole, in order and at once, while a process is killed', async () => {
  const { nginx, anna, ben, servers, location } = await teamServer()
  const feed = await open(nginx, { path: '/api/feed?after=0&project=orchard', token: anna })
  let stream = ''
  feed.setEncoding('utf8').on('data', piece => {
    stream += piece
  })
  // The one that is killed may be the one that feeds; its client comes again where it stopped.
  feed.on('error', () => {})
  const people = [
    { token: anna, project_id: 'orchard' },
    { token: ben, project_id: 'mill' },
  ]
  const first = await send(nginx, records('create_record', record('First', { project_id: 'orchard' }), anna))
  expect(first.status).toBe(200)
  // Less than the 15 seconds between two signs of life, with which a proxy that keeps text back would let it go.
  await expect.poll(() => stream, { timeout: 10_000 }).toContain('Created R001')

  let answers = 0
  const clients = Array.from({ length: 16 }, async (_, client) => {
    const { token, project_id } = people[client % 2] ?? people[0] ?? fail()
    for (let n = 0; n < 10; n++) {
      const args = { project_id, conversation_id: `client ${client}`, idempotency_key: `${client}-${n}` }
      await untilAnswered(nginx, records('create_record', record(`${client} ${n}`, args), token))
      answers++
    }
  })
  await expect.poll(() => answers, { interval: 5 }).toBeGreaterThan(40)
  await servers[1]?.kill9()
  await Promise.all(clients)

  const app = await openAppAt(location)
  onTestFinished(() => app.close())
  const titles = await app.db.read(tx => tx.raw<{ title: string }>('select title from records'))
  expect(titles).toHaveLength(161)
  expect(new Set(titles.map(({ title }) => title)).size).toBe(161)
  for (const project_id of ['orchard', 'mill']) {
    expect((await callOperation(app, 'check_records', { project_id })).violations).toEqual([])
  }
  const ids = (
    await app.db.read(tx => tx.raw<{ id: number }>(`select id from activity where project_id = 'orchard' order by id`))
  ).map(({ id }) => id)
  const seen = idsIn(stream)
  expect(seen).toEqual(ids.slice(0, seen.length))
  const rest = await open(nginx, { path: `/api/feed?after=${seen.at(-1)}&project=orchard`, token: anna })
  let tail = ''
  rest.setEncoding('utf8').on('data', piece => {
    tail += piece
  })
  rest.on('error', () => {})
  await expect.poll(() => [...idsIn(stream).slice(0, seen.length), ...idsIn(tail)]).toEqual(ids)
  for (const each of [feed, rest]) each.destroy()
  const met = await app.db.read(tx =>
    tx.raw('select deadlocks from pg_stat_database where datname = current_database()'),
  )
  expect(met).toEqual([{ deadlocks: 0 }])
})

test('every option of the examples is one that the program has', async () => {
  const folder = fileURLToPath(new URL('../../deploy/', import.meta.url))
  const { stdout } = await runDaybook(['serve', '--help'], { home: tempHome() })
  const used = readdirSync(folder).flatMap(file =>
    readFileSync(`${folder}${file}`, 'utf8')
      .split('\n')
      .filter(line => /daybook"?,? "?serve/.test(line))
      .flatMap(line => line.match(/--[a-z-]+/g) ?? []),
  )
  expect(used.length).toBeGreaterThan(5)
  expect(used.filter(option => !stdout.includes(`${option} `))).toEqual([])
})

/** A call that was cut off is repeated with its key, as every client of a team server does. */
async function untilAnswered(nginx: Nginx, sent: Sent): Promise<void> {
  for (let left = 20; left > 0; left--) {
    const answer = await send(nginx, sent).catch(() => undefined)
    if (answer?.status === 200) return
    expect([undefined, 502, 503, 504]).toContain(answer?.status)
  }
  throw new Error('The call was never answered.')
}

/** Of the entries; the stream itself begins with the one it goes on after. */
function idsIn(stream: string): number[] {
  return [...stream.matchAll(/^id: ?(\d+)\nevent: (?!following$)/gm)].map(([, id]) => Number(id))
}

function fail(): never {
  throw new Error('There are two people.')
}
