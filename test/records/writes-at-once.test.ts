import { expect, it } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { openSqlite } from '../../src/db/sqlite.ts'
import { sessionPointers } from '../../src/kernel/call.ts'
import { countCommits } from '../support/commits.ts'
import { callOperation, createEmptyStore } from '../support/engines.ts'
import { minimalRecord } from './record-calls.ts'

it('two hundred records created at once share a few commits, and are all kept in one session', async () => {
  const { app, location, close } = await openPatient()
  const before = countCommits(location)
  const chat = { pointers: sessionPointers() }
  const made = await Promise.all(
    numbers(200).map(n => callOperation(app, 'create_record', { ...minimalRecord, title: `Number ${n}` }, chat)),
  )
  expect(countCommits(location) - before).toBeLessThanOrEqual(200 / 8)
  expect(made.map(({ record, tick }) => [record?.title, tick])).toEqual(numbers(200).map(n => [`Number ${n}`, n + 1]))
  expect(new Set(made.map(({ session_id }) => session_id)).size).toBe(1)
  expect(await callOperation(app, 'list_records', { limit: 1 })).toMatchObject({ total: 200 })
  expect(await callOperation(app, 'check_records')).toMatchObject({ ok: true, checked: { records: 200 } })
  await close()
})

it('calls that fail among them leave no trace, and the same key sent twice at once is answered twice with one record', async () => {
  const { app, close } = await openPatient()
  const chat = { pointers: sessionPointers() }
  const one = { ...minimalRecord, title: 'Once', idempotency_key: 'once' }
  const answers = await Promise.all([
    callOperation(app, 'create_record', minimalRecord, chat),
    callOperation(app, 'create_record', { ...minimalRecord, parent_id: 'R077' }, chat),
    callOperation(app, 'create_record', one, chat),
    callOperation(app, 'create_record', one, chat),
    callOperation(app, 'create_record', { ...minimalRecord, related: ['R088'] }, chat),
    callOperation(app, 'create_record', minimalRecord, chat),
  ])
  expect(answers.map(({ record, error, replayed }) => error?.code ?? [record.id, replayed === true])).toEqual([
    ['R001', false],
    'RECORD_NOT_FOUND',
    ['R002', false],
    ['R002', true],
    'RECORD_NOT_FOUND',
    ['R003', false],
  ])
  expect(await callOperation(app, 'get_project')).toMatchObject({ tick: 3 })
  expect(await callOperation(app, 'check_records')).toMatchObject({ ok: true, checked: { records: 3 } })
  await close()
})

it('a chat whose first write is not kept has no session, and the next write begins one', async () => {
  const { app, close } = await openPatient()
  const chat = { pointers: sessionPointers() }
  const { db } = app
  const write = db.write
  let asked = 0
  let bothWait = () => {}
  const waiting = new Promise<void>(resolve => {
    bothWait = resolve
  })
  db.write = work => {
    asked += 1
    if (asked === 2) bothWait()
    return write(work)
  }
  const answers = await Promise.all([
    callOperation(app, 'create_record', minimalRecord, chat),
    callOperation(app, 'create_record', minimalRecord, chat),
    // Makes the commit of the whole group fail; it is in the group of both, because they wait for it.
    write(async tx => {
      await waiting
      await tx.raw('pragma defer_foreign_keys=on')
      await tx.raw(`insert into project_members values ('nowhere', 'nobody', 'admin')`)
    }).catch(() => ({ error: { code: 'INTERNAL' } })),
  ])
  expect(answers.map(answer => answer?.error?.code)).toEqual(['INTERNAL', 'INTERNAL', 'INTERNAL'])
  expect(chat.pointers.current(undefined)).toBe(undefined)
  expect(await callOperation(app, 'create_record', minimalRecord, chat)).toMatchObject({
    record: { id: 'R001' },
    session_resolution: 'created',
    tick: 1,
  })
  await close()
})

/** Only the number of writes ends a group, however busy the machine is. */
async function openPatient(): Promise<{ app: App; location: string; close(): Promise<void> }> {
  const { location } = await createEmptyStore('sqlite')
  const opened = await openApp({ location })
  const app = { ...opened, db: openSqlite({ file: location, group: { writes: 64, ms: 60_000 } }) }
  const close = async () => {
    await app.db.close()
    await opened.close()
  }
  return { app, location, close }
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n)
}
