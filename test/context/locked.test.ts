import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { openSqlite } from '../../src/db/sqlite.ts'
import { workers } from '../crash/processes.ts'
import { callOperation } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'

const start = workers()

it('a locked store refuses a summary as busy and keeps the old one, and a block is still given', async () => {
  const location = join(tempHome(), 'daybook.db')
  const other = await openApp({ location })
  const app: App = { ...other, db: openSqlite({ file: location, waitMs: 100 }) }
  onTestFinished(async () => {
    await app.db.close()
    await other.close()
  })
  await callOperation(app, 'context_summarize', { projectId: 'default', summary: 'Kept.' })
  const holder = start()
  await holder.ask({ do: 'open', location })
  await holder.ask({ do: 'lock', ms: 2000 })

  const refused = await callOperation(app, 'context_summarize', { projectId: 'default', summary: 'Lost?' })
  expect(refused).toEqual({
    isError: true,
    code: 'BUSY',
    text: 'Error: the store is busy and nothing was written. Retry in a moment.',
  })
  const { text, notices } = await callOperation(app, 'context_build', { projectId: 'default' })
  expect(text).toContain('### Current Project State\nKept.\n')
  expect(notices).toEqual(['The build could not be noted in the history.'])
  expect(await holder.next()).toEqual({ unlocked: true })
  await holder.end()
  expect((await callOperation(app, 'context_history', { projectId: 'default' })).total).toBe(1)
})
