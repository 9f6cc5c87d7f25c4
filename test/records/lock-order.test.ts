import { expect, it } from 'vitest'
import { callOn, freshStore, openOn } from '../support/engines.ts'

const text = { type: 'question', title: 'T', summary: 'S', body: 'B' }

it('creators of roots and of children in different projects never deadlock', async () => {
  const { location, drop } = await freshStore('postgres')
  // The database may have served other tests before.
  const before = await deadlocks(location)
  const app = await openOn(location)
  for (const id of ['one', 'two', 'three']) await callOn(app, 'create_project', { id, name: id })
  const { session_id } = await callOn(app, 'create_record', { ...text, project_id: 'three' })

  const repeat = async (args: object) => {
    for (let n = 0; n < 20; n++) {
      const { record } = await callOn(app, 'create_record', { ...text, ...args })
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

async function deadlocks(location: string): Promise<unknown> {
  const app = await openOn(location)
  const seen = await app.db.read(tx =>
    tx.raw('select deadlocks from pg_stat_database where datname = current_database()'),
  )
  await app.close()
  return seen
}
