import { expect, test } from 'vitest'
import { checkBothThemes, checkScreens, expectToFit, waitUntilLoaded } from './accessibility.ts'
import { addWeek, week } from './range-home.ts'
import { expectVisible, startTestServer } from './test-server.ts'

const { open } = startTestServer(addWeek)

test.each([1280, 390])('the range screen passes axe, light and dark, and fits a window of %i pixels', async width => {
  const page = await open('/nowhere', { viewport: { width, height: 800 } })
  const found = await checkScreens(page, [week, '/diary/range?week=2026-W10'], async (page, address, found) => {
    await expectVisible(page.getByRole('button', { name: 'Earlier' }))
    await waitUntilLoaded(page)
    await checkBothThemes(page, address, found)
    await expectToFit(page, width, address)
  })
  expect(found).toEqual({})
})
