import { expect, it } from 'vitest'
import { asTyped, guides, replay } from './guides.ts'
import { tempHome } from './support/tempdir.ts'

it.each(['README.md', ...guides])('%s shows what happens when each command is a process of its own', async guide => {
  await replay(guide, asTyped)
})

it('the check of the reference says that it is up to date', async () => {
  const check = `"${process.execPath}" scripts/run-ts.mjs scripts/docs.ts --check`
  const printed = 'The reference is up to date.\n'
  expect(await asTyped(check, { DAYBOOK_HOME: tempHome() })).toEqual({ code: 0, printed })
})
