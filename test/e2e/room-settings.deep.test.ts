import { expect, test } from 'vitest'
import { fits, look, lookAtScreens } from './look.ts'
import { platformScreens } from './room-screens.ts'
import { visitingRooms } from './room-visitor.ts'

const rooms = visitingRooms()

test('every screen of the platform passes axe in both themes and fits a phone', async () => {
  const page = await rooms.open('/')
  const found = await lookAtScreens(page, await platformScreens(rooms), async (page, address, found) => {
    await look(page, address, found)
    await page.setViewportSize({ width: 380, height: 800 })
    await fits(page, 380, address)
    await page.setViewportSize({ width: 1280, height: 800 })
  })
  expect(found).toEqual({})
})
