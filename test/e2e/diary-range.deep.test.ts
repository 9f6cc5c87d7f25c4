import { expect, test } from 'vitest'
import { fits, loaded, look, lookAtScreens } from './look.ts'
import { addWeek, week } from './range-home.ts'
import { shown, visiting } from './web-visitor.ts'

const { open } = visiting(addWeek)

test.each([1280, 390])('the range screen passes axe, light and dark, and fits a window of %i pixels', async width => {
  const page = await open('/nowhere', { viewport: { width, height: 800 } })
  const found = await lookAtScreens(page, [week, '/diary/range?week=2026-W10'], async (page, address, found) => {
    await shown(page.getByRole('button', { name: 'Earlier' }))
    await loaded(page)
    await look(page, address, found)
    await fits(page, width, address)
  })
  expect(found).toEqual({})
})
