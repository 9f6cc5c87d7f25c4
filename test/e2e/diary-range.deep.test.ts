import { expect, test } from 'vitest'
import { type Found, fits, loaded, look } from './look.ts'
import { addWeek, week } from './range-home.ts'
import { goTo, shown, visiting } from './web-visitor.ts'

const { open } = visiting(addWeek)

test('the range screen passes axe, light and dark, wide and narrow', async () => {
  const found: Found = {}
  for (const width of [1280, 390]) {
    const page = await open('/nowhere', { viewport: { width, height: 800 } })
    for (const address of [week, '/diary/range?week=2026-W10']) {
      await goTo(page, address)
      await shown(page.getByRole('button', { name: 'Earlier' }))
      await loaded(page)
      await look(page, `${address} ${width}`, found)
      await fits(page, width, address)
    }
  }
  expect(found).toEqual({})
})
