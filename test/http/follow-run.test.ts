import { expect, onTestFinished, test } from 'vitest'
import { serveHttp } from '../../src/entry/http/server.ts'
import { extract, hang, producedBy, programWith, type Script, scripted, soon } from '../diary/generating.ts'
import { listening } from './listening.ts'

async function served(turns: number) {
  const program = await programWith(turns)
  const server = await serveHttp(program.app, { host: '127.0.0.1', port: 0, toolsets: ['diary'], version: '9.9.9' })
  onTestFinished(() => server.close())
  return { program, eventsOf: (run: string) => `${server.url}/api/diary/runs/${run}/events` }
}

const spending: Script['evidence'] = async (task, ctx) => {
  await extract(task, ctx)
  return { tokens: 100, cost_usd: 0.01 }
}

test('the events of a run are sent as it goes, in ids and numbers, until it is done', async () => {
  const { program, eventsOf } = await served(7)
  let followed: Awaited<ReturnType<typeof listening>> | undefined
  const run = await producedBy(program, scripted({ evidence: spending }), {
    budget_usd: 2,
    async meanwhile(id) {
      followed = await listening(eventsOf(id))
    },
  })
  await followed?.ended
  const events = followed?.events ?? []
  expect(followed?.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const ids = events.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other))
  const last = (event: string) => events.findLast(each => each.event === event)?.data
  expect(last('done')).toEqual({ state: 'complete', totals: run.totals })
  expect(last('cost')).toEqual({ tokens: 200, cost_usd: 0.02, budget_usd: 2 })
  for (const { id, phase, state, attempts } of run.tasks) {
    const about = events.filter(({ event, data }) => event === 'task' && data.id === id)
    expect(about.at(-1)?.data).toEqual({ id, phase, state, attempts })
  }
  expect(events.findLast(({ data }) => data.phase === 'evidence' && 'total' in data)?.data).toEqual({
    phase: 'evidence',
    done: 2,
    total: 2,
  })
})

test('a client that reconnects gets what changed since, and nothing once it has everything', async () => {
  const { program, eventsOf } = await served(7)
  let url = ''
  const evidence: Script['evidence'] = (task, ctx) =>
    task.turns[0]?.turn_ref === 'T0001' ? spending(task, ctx) : hang(task, ctx)
  await producedBy(program, scripted({ evidence }), {
    async meanwhile(id) {
      url = eventsOf(id)
      const first = await listening(url)
      await expect.poll(() => first.events.some(({ event }) => event === 'cost'), soon).toBe(true)
      first.hangUp()
      const after = first.events.at(-1)?.id ?? 0
      await program.call('diary_cancel', { run_id: id })
      const second = await listening(url, { 'last-event-id': String(after) })
      await second.ended
      expect(second.events.every(({ id: each }) => each > after)).toBe(true)
      expect(second.events.at(-1)).toMatchObject({ event: 'done', data: { state: 'cancelled' } })
    },
  })
  const whole = await listening(url)
  await whole.ended
  const end = whole.events.at(-1)?.id
  expect(whole.events.at(-1)?.event).toBe('done')
  expect((await fetch(url, { headers: { 'last-event-id': String(end) } })).status).toBe(204)
})

test('only runs there are can be followed, and only by reading', async () => {
  const { eventsOf } = await served(1)
  const unknown = await fetch(eventsOf('run-2026-05-12-000000000000'))
  expect([unknown.status, await unknown.json()]).toMatchObject([404, { errors: [{ field: 'run_id' }] }])
  expect((await fetch(eventsOf('x'), { headers: { 'last-event-id': 'x' } })).status).toBe(400)
  expect((await fetch(eventsOf('x'), { method: 'POST' })).status).toBe(405)
})
