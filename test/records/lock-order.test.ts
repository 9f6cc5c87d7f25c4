import { expect, it, onTestFinished } from 'vitest'
import { endOfFeed, newestEntry, readFeed } from '../../src/activity/feed.ts'
import type { Db } from '../../src/db/db.ts'
import { appendActivity } from '../../src/projects/activity.ts'
import { lockProject } from '../../src/projects/store.ts'
import { openTurnQueue } from '../../src/room/turns/turn-queue.ts'
import { callOperation, createEmptyStore, openAppAt } from '../support/engines.ts'

const text = { type: 'question', title: 'T', summary: 'S', body: 'B' }

it('creators of roots and of children in different projects never deadlock', async () => {
  const { location, drop } = await createEmptyStore('postgres')
  // The database may have served other tests before.
  const before = await deadlocks(location)
  const app = await openAppAt(location)
  for (const id of ['one', 'two', 'three']) await callOperation(app, 'create_project', { id, name: id })
  const { session_id } = await callOperation(app, 'create_record', { ...text, project_id: 'three' })

  const repeat = async (args: object) => {
    for (let n = 0; n < 20; n++) {
      const { record } = await callOperation(app, 'create_record', { ...text, ...args })
      expect(record.version).toBe(1)
    }
  }
  await Promise.all([
    repeat({ project_id: 'one' }),
    repeat({ project_id: 'two' }),
    repeat({ parent_id: 'R1', session_id }),
  ])
  // Connections report what they met when they end.
  await app.close()

  const after = await deadlocks(location)
  await drop()
  expect(after).toEqual(before)
})

it('a session begins in a project while a writer has it locked', async () => {
  const { app, other } = await twoProcesses()
  const { record } = await callOperation(app, 'create_record', text)
  const answer = await other.db.write(async tx => {
    await lockProject(tx, 'default')
    return callOperation(app, 'activate', { id: record.id })
  })
  expect(answer).toMatchObject({ session_resolution: 'created', already_loaded: false })
})

it('a session begins in a project that is written to between any two of its statements', async () => {
  const { app, other } = await twoProcesses()
  const { record, session_id } = await callOperation(app, 'create_record', text)
  let runs = 0
  const snapshot: Db['snapshot'] = work =>
    app.db.snapshot(tx => {
      runs++
      const written = async () => {
        const answer = await callOperation(other, 'update_record', {
          id: record.id,
          body: `B${Math.random()}`,
          session_id,
        })
        expect(answer.applied).toBe(true)
      }
      return work({
        ...tx,
        async run(statement, args) {
          await written()
          return tx.run(statement, args)
        },
      })
    })
  const answer = await callOperation({ ...app, db: { ...app.db, snapshot } }, 'activate', { id: record.id })
  expect(answer).toMatchObject({ session_resolution: 'created', context: { target: { version: 1 } } })
  expect(runs).toBe(1)
})

it('an entry that is being written keeps no other project waiting, and no reader passes it by', async () => {
  const { app, other } = await twoProcesses()
  await callOperation(app, 'create_project', { id: 'two', name: 'Two' })
  const end = () => app.db.read(endOfFeed)
  const start = await end()
  const entry = { project_id: 'default', tick: 0, ts: now, type: 'activation' }
  await other.db.write(async tx => {
    await appendActivity(tx, { ...entry, summary: 'early' })
    // Statements are sent without waiting; an answer shows that the entry is written.
    expect(await newestEntry(tx)).toBe(start + 1)
    expect(await callOperation(app, 'create_record', { ...text, project_id: 'two' })).toHaveProperty(
      'record.version',
      1,
    )
    expect(await app.db.read(newestEntry)).toBe(start + 3)
    expect(await end()).toBe(start)
    await appendActivity(tx, { ...entry, summary: 'late' })
  })
  expect(await end()).toBe(start + 4)
  const { entries } = await app.db.read(tx =>
    readFeed(tx, { who: { principal: 'local' }, after: start, end: start + 4 }),
  )
  expect(entries.map(({ id, summary }) => [id - start, summary])).toEqual([
    [1, 'early'],
    [2, 'Session started'],
    [3, 'Created R001: T'],
    [4, 'late'],
  ])
})

it('turns of different projects do not wait for each other to join their queues', async () => {
  const { app, other } = await twoProcesses()
  await callOperation(app, 'create_project', { id: 'two', name: 'Two' })
  const queue = openTurnQueue({ db: app.db, project: 'two', clock: Date.now })
  await other.db.write(async tx => {
    await tx.raw(`select pg_advisory_xact_lock(4470004, hashtext('default'))`)
    const slot = await queue.enter({ turnId: 't', agentId: 'a', kind: 'chat', surface: 'chat' })
    await slot.release()
  })
})

const now = '2025-02-10T08:00:00.000Z'

/** Two programs on one new PostgreSQL store. */
async function twoProcesses() {
  const { location, drop } = await createEmptyStore('postgres')
  const [app, other] = [await openAppAt(location), await openAppAt(location)]
  onTestFinished(async () => {
    await app.close()
    await other.close()
    await drop()
  })
  return { app, other }
}

async function deadlocks(location: string): Promise<unknown> {
  const app = await openAppAt(location)
  const seen = await app.db.read(tx =>
    tx.raw('select deadlocks from pg_stat_database where datname = current_database()'),
  )
  await app.close()
  return seen
}
