import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempHome } from '../../test/support/tempdir.ts'
import { openCaller } from '../records/caller.ts'
import { newRecord } from '../records/new-record.ts'
import { openRaw } from './recorded-statements.ts'
import { makeWhole } from './whole-file.ts'

it('replaying an operation’s statements on a copy leaves the same rows as the operation', async () => {
  const file = join(tempHome(), 'daybook.db')
  const before = await openCaller(file)
  const { session_id } = await before.call('create_record', newRecord(1))
  await before.close()
  makeWhole(file)
  const copy = join(tempHome(), 'daybook.db')
  copyFileSync(file, copy)

  const caller = await openCaller(file)
  const { recording } = await caller.record('create_record', { ...newRecord(2), session_id })
  await caller.close()
  const raw = openRaw(copy)
  raw.replay(recording)()
  const [played, done] = [raw.rowCounts(), openRaw(file).rowCounts()]
  expect(played).toEqual(done)
  expect(played.records).toBe(2)
  // `invoke` finds the project, then the operation writes.
  expect(recording.map(({ begin }) => begin)).toEqual(['begin', 'begin immediate'])
})
