import { expect, test } from 'vitest'
import { checkBothThemes, checkScreens, expectToFit } from './accessibility.ts'
import { settingScreens, workScreens } from './room-screens.ts'
import { startRoomServer } from './room-server.ts'

const rooms = startRoomServer()

test.each([
  ['issues, canon and runs', workScreens],
  ['the settings', settingScreens],
])('every screen of %s passes axe in both themes and fits a phone', async (_, screens) => {
  const page = await rooms.open('/')
  const found = await checkScreens(page, await screens(rooms), async (page, address, found) => {
    await checkBothThemes(page, address, found)
    await page.setViewportSize({ width: 380, height: 800 })
    await expectToFit(page, 380, address)
    await page.setViewportSize({ width: 1280, height: 800 })
  })
  expect(found).toEqual({})
})
