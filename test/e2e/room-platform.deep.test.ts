import { expect, test } from 'vitest'
import { fits, look, lookAtScreens } from './look.ts'
import { settingScreens, workScreens } from './room-screens.ts'
import { visitingRooms } from './room-visitor.ts'

const rooms = visitingRooms()

test.each([
  ['issues, canon and runs', workScreens],
  ['the settings', settingScreens],
])('every screen of %s passes axe in both themes and fits a phone', async (_, screens) => {
  const page = await rooms.open('/')
  const found = await lookAtScreens(page, await screens(rooms), async (page, address, found) => {
    await look(page, address, found)
    await page.setViewportSize({ width: 380, height: 800 })
    await fits(page, 380, address)
    await page.setViewportSize({ width: 1280, height: 800 })
  })
  expect(found).toEqual({})
})
