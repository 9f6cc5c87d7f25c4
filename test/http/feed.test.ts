import { describe, expect, onTestFinished, test } from 'vitest'
import { feedHandler } from '../../src/entry/http/event-stream.ts'
import { listTokens, revokeToken, setMembership } from '../../src/projects/tokens.ts'
import { workers } from '../crash/processes.ts'
import { createEmptyStore, testedEngines } from '../support/engines.ts'
import { listening } from './listening.ts'
import { rootRecord } from './root-record.ts'
import { call, member, type Served, send, serving } from './serving.ts'

const start = workers()

/** A server on a new store of that engine. */
async function servingOn(engine: 'sqlite' | 'postgres'): Promise<Served & { location: string }> {
  const { location, drop } = await createEmptyStore(engine)
  onTestFinished(drop)
  return { location, ...(await serving({ location })) }
}

describe.each(testedEngines)('on %s', engine => {
  const open = () => servingOn(engine)

  test('an entry arrives with its id, its type and the project it happened in', async () => {
    const { url, port } = await open()
    const feed = await listening(`${url}/api/feed`)
    const { record, session_id } = (await call(port, 'create_record', rootRecord('default', 'Clock'))).json()

    await expect.poll(() => feed.events.length).toBe(2)
    expect(feed.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(feed.events.map(({ event }) => event)).toEqual(['session_started', 'record_created'])
    const [, created] = feed.events
    const [entry] = (await call(port, 'get_recent_activity', { types: ['record_created'] })).json().activity
    expect(created?.data).toEqual({ ...entry, project_id: 'default', record_id: record.id, session_id })
    expect(created?.id).toBe(entry.id)
  })

  test('without "after" only new events are sent, with it everything since', async () => {
    const { url, port } = await open()
    await call(port, 'create_record', rootRecord('default', 'Before'))
    const now = await listening(`${url}/api/feed`)
    const all = await listening(`${url}/api/feed?after=0`)
    await expect.poll(() => all.events.length).toBe(2)
    const last = all.events.at(-1)?.id ?? 0
    await call(port, 'create_record', rootRecord('default', 'After'))
    const since = await listening(`${url}/api/feed?after=${last}`)
    const resumed = await listening(`${url}/api/feed?after=0`, { 'last-event-id': String(last) })

    await expect.poll(() => all.events.length).toBe(4)
    for (const feed of [now, since, resumed]) {
      await expect.poll(() => feed.events).toEqual(all.events.slice(2))
    }
  })

  test('one project can be followed alone, by name too', async () => {
    const { url, port } = await open()
    await call(port, 'create_project', { name: 'My Orchard' })
    const feed = await listening(`${url}/api/feed?after=0&project=My%20Orchard`)
    await call(port, 'create_record', rootRecord('default', 'Elsewhere'))
    await call(port, 'create_record', rootRecord('my-orchard', 'Here'))

    await expect.poll(() => feed.events.length).toBe(2)
    expect(feed.events.every(({ data }) => data.project_id === 'my-orchard')).toBe(true)
  })

  test('a principal gets events of its own projects only, and of new ones once it is a member', async () => {
    const { url, port, app } = await open()
    await call(port, 'create_project', { name: 'Secret' })
    const { headers } = await member(app, 'anna', 'default', 'reader')
    const feed = await listening(`${url}/api/feed?after=0`, headers)
    await call(port, 'create_record', rootRecord('secret', 'Hidden'))
    await call(port, 'create_record', rootRecord('default', 'Shown'))
    await expect.poll(() => feed.events.length).toBe(2)
    await app.db.write(tx => setMembership(tx, { principal: 'anna', project: 'secret', role: 'reader' }))
    await call(port, 'create_record', rootRecord('secret', 'Shown too'))

    await expect.poll(() => feed.events.length).toBe(4)
    expect(JSON.stringify(feed.events)).not.toContain('Hidden')
  })

  test('while processes write at once every listener gets every entry once and in order', async () => {
    const server = await open()
    const { url, port, app, location } = server
    for (const name of ['One', 'Two', 'Three']) await call(port, 'create_project', { name })
    const early = await listening(`${url}/api/feed?after=0`)
    const count = 20
    const done = Promise.all(
      ['one', 'two'].map(async project => {
        const writer = start()
        await writer.ask({ do: 'open', location })
        for (let n = 1; n <= count; n++) {
          const args = rootRecord(project, `${project} ${n}`)
          const { error } = await writer.ask({ do: 'call', name: 'create_record', args })
          expect(error).toBeUndefined()
        }
        await writer.end()
      }),
    )
    const late = midway(server, early.events)
    for (let n = 1; n <= count; n++) {
      expect((await call(port, 'create_record', rootRecord('three', `three ${n}`))).status).toBe(200)
    }
    await done

    const rows = await app.db.read(tx => tx.raw<{ id: number }>('select id from activity order by id'))
    const ids = rows.map(({ id }) => id)
    expect(ids.length).toBe(3 * 2 * count)
    await expect.poll(() => early.events.length).toBe(ids.length)
    expect(early.events.map(({ id }) => id)).toEqual(ids)
    const { feed, from } = await late
    await expect.poll(() => feed.events.map(({ id }) => id)).toEqual(ids.filter(id => id > from))
  })
})

test('a lost connection for notices delays an entry and does not lose it', async () => {
  const { url, port, app } = await servingOn('postgres')
  const feed = await listening(`${url}/api/feed`)
  const stop = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen %'`
  await expect.poll(() => app.db.read(tx => tx.raw(stop))).toHaveLength(1)
  await call(port, 'create_record', rootRecord('default', 'Late'))

  await expect.poll(() => feed.events.length).toBe(2)
})

/** A second listener that joins in the middle, as a client does after a broken connection. */
async function midway({ url }: Served, events: Array<{ id: number }>) {
  // On a quick machine everything is written within the usual interval of a poll.
  await expect.poll(() => events.length, { interval: 1 }).toBeGreaterThan(20)
  const from = events.at(-1)?.id ?? 0
  return { feed: await listening(`${url}/api/feed`, { 'last-event-id': String(from) }), from }
}

test('a long backlog comes whole', async () => {
  const { url, app } = await serving()
  await app.db.write(async tx => {
    for (let n = 0; n < 1234; n++) {
      await tx.raw(
        `insert into activity (project_id, tick, ts, type, summary) values ('default', ${n}, '2025-01-01T00:00:00.000Z', 'activation', 'n')`,
      )
    }
  })
  const feed = await listening(`${url}/api/feed?after=10`)

  await expect.poll(() => feed.events.length).toBe(1224)
  expect(feed.events.map(({ id }) => id)).toEqual(Array.from({ length: 1224 }, (_, n) => n + 11))
})

test('an id of another database begins at the end of this one', async () => {
  const { url, port } = await serving()
  const feed = await listening(`${url}/api/feed?after=999999`)
  await call(port, 'create_record', rootRecord('default', 'New'))

  await expect.poll(() => feed.events.length).toBe(2)
})

test('a hidden project cannot be followed', async () => {
  const { port, app } = await serving()
  await call(port, 'create_project', { name: 'Secret' })
  const { headers } = await member(app, 'anna', 'default', 'reader')
  const answer = await send(port, '/api/feed?project=secret', { headers })

  expect([answer.status, answer.json().error.code]).toEqual([404, 'PROJECT_NOT_FOUND'])
})

test.each(['x', '-1', '1.5', '', '99999999999999999999'])('a feed after=%s is refused', async after => {
  const { port } = await serving()
  const answer = await send(port, `/api/feed?after=${after}`)

  expect([answer.status, answer.json().error.details.fields[0].path]).toEqual([400, 'after'])
})

test('a silent stream shows that it lives', async () => {
  const { app } = await serving()
  const feed = feedHandler({ app, access: { required: false, clock: Date.now }, heartbeatMs: 20 })
  onTestFinished(() => feed.close())
  const { body } = await feed.handle(new Request('http://localhost/api/feed'), { principal: 'local' })
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()

  expect((await reader?.read())?.value).toBe('retry: 2000\n: connected\n\nid: 0\nevent: following\ndata: {}\n\n')
  expect((await reader?.read())?.value).toBe(': still here\n\n')
  expect((await reader?.read())?.value).toBe(': still here\n\n')
})

test('HEAD on the feed ends at once', async () => {
  const { port } = await serving()
  const answer = await send(port, '/api/feed', { method: 'HEAD' })

  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
})

test('closing the server ends the streams at once', async () => {
  const { url, close } = await serving()
  const feeds = await Promise.all([listening(`${url}/api/feed`), listening(`${url}/api/feed`)])
  await expect.poll(() => feeds[1]?.raw()).toContain(': connected')
  const started = performance.now()
  await close()
  await Promise.all(feeds.map(({ ended }) => ended))

  // After three seconds every connection would be cut.
  expect(performance.now() - started).toBeLessThan(2900)
})

test('the database is watched only while a client listens', async () => {
  const { url, app, close } = await serving()
  let watching = 0
  const watch = app.db.watch
  app.db.watch = changed => {
    watching++
    const stop = watch.call(app.db, changed)
    return () => {
      watching--
      stop()
    }
  }
  expect(watching).toBe(0)
  const one = await listening(`${url}/api/feed`)
  const two = await listening(`${url}/api/feed`)
  await expect.poll(() => watching).toBe(1)
  one.hangUp()
  two.hangUp()
  await expect.poll(() => watching).toBe(0)
  await listening(`${url}/api/feed`)
  await expect.poll(() => watching).toBe(1)
  await close()
  expect(watching).toBe(0)
})

test('a stream ends when its token is revoked', async () => {
  const { url, port, app } = await serving()
  const { headers } = await member(app, 'anna', 'default', 'reader')
  const feed = await listening(`${url}/api/feed`, headers)
  const [token] = await app.db.read(listTokens)
  await app.db.write(tx => revokeToken(tx, token?.id ?? ''))
  await call(port, 'create_record', rootRecord('default', 'Too late'))
  await feed.ended

  expect(feed.events).toEqual([])
})
