import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runDaybook } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'
import { backUpAtRest, emptyHome } from './back-up.ts'

test('a backup of a home at rest gives every row back, and the next numbers after them (sqlite)', async () => {
  await backUpAtRest('sqlite')
})

test('a backup is refused where there is a file, inside the home, and where there is no folder', async () => {
  const { home, location } = await emptyHome('sqlite')
  const taken = join(tempHome(), 'taken')
  writeFileSync(taken, 'mine')
  for (const file of [taken, join(home, 'inside.zip'), join(home, '../none/x.zip')]) {
    const { code, stderr } = await runDaybook(['backup', file], { home, env: { DAYBOOK_DB: location } })
    expect([code, stderr]).toEqual([2, expect.stringContaining('Name another file')])
  }
  expect(readFileSync(taken, 'utf8')).toBe('mine')
})
