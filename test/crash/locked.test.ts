import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { migrate } from '../../src/db/migrations.ts'
import { openSqlite } from '../../src/db/sqlite.ts'
import { callOperation } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'
import { workers } from './processes.ts'

const start = workers()
const record = { type: 'note', title: 'T', summary: 'S', body: 'B' }

it('a store locked for longer than the wait answers BUSY, writes nothing and blocks no other caller', async () => {
  const location = join(tempHome(), 'daybook.db')
  const other = await openApp({ location })
  const app: App = { ...other, db: openSqlite({ file: location, waitMs: 600 }) }
  const holder = start()
  await holder.ask({ do: 'open', location })
  expect(await holder.ask({ do: 'lock', ms: 4000 })).toEqual({ locked: true })

  let pulses = 0
  const pulse = setInterval(() => {
    pulses++
  }, 5)
  const began = performance.now()
  const answer = await callOperation(app, 'create_record', record)
  const waited = performance.now() - began
  // Who only reads does not wait at all.
  expect((await callOperation(app, 'get_project')).tick).toBe(0)
  clearInterval(pulse)

  expect(answer.error).toMatchObject({ code: 'BUSY', details: { retry_after_ms: 1000 } })
  expect(answer.error.recovery_hint).toMatch(/^Retry; nothing was written/)
  // The wait is kept in whole milliseconds of another clock.
  expect(waited).toBeGreaterThan(590)
  expect(pulses).toBeGreaterThan(10)
  expect(await holder.next()).toEqual({ unlocked: true })
  expect(await callOperation(app, 'create_record', record)).toMatchObject({ record: { id: 'R001' }, tick: 1 })
  await holder.end()
  await app.db.close()
  await other.close()
})

it('a store locked for a moment is waited for', async () => {
  const location = join(tempHome(), 'daybook.db')
  const app = await openApp({ location })
  const holder = start()
  await holder.ask({ do: 'open', location })
  await holder.ask({ do: 'lock', ms: 400 })
  expect(await callOperation(app, 'create_record', record)).toMatchObject({ tick: 1 })
  await holder.end()
  await app.close()
})

it('with a rollback journal, as on a network disk, writers and readers of two processes get along', async () => {
  const file = join(tempHome(), 'daybook.db')
  const dbs = [1, 2].map(() => openSqlite({ file, journal: 'delete' }))
  for (const db of dbs) await migrate(db)
  const base = await openApp({ location: join(tempHome(), 'daybook.db') })
  const apps = dbs.map((db): App => ({ ...base, db }))
  const answers = await Promise.all(
    apps.flatMap(app =>
      Array.from({ length: 20 }, async () => [
        await callOperation(app, 'create_record', record),
        await callOperation(app, 'list_records', {}),
      ]),
    ),
  )
  expect(answers.flat().filter(answer => answer.error)).toEqual([])
  for (const app of apps)
    expect(await callOperation(app, 'check_records')).toMatchObject({ ok: true, checked: { records: 40 } })
  for (const db of [base.db, ...dbs]) await db.close()
})
