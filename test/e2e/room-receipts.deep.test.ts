import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkBothThemes, expectToFit, type Found, waitUntilLoaded } from './accessibility.ts'
import { createAuditedRoom } from './room-screens.ts'
import { startRoomServer } from './room-server.ts'
import { expectVisible, goTo } from './test-server.ts'

const rooms = startRoomServer()
const { open, createSampleRoom } = rooms

test('the receipts pass axe, light and dark, and fit a narrow window', async () => {
  const { page: address, session, first, log } = await createAuditedRoom(rooms)
  const found: Found = {}
  const page = await open(`${address}?session=${session}&receipt=${first}`)
  await waitUntilLoaded(page)
  await expectVisible(page.getByText('HMAC-SHA256'))
  await checkBothThemes(page, 'a receipt', found)
  writeFileSync(log, readFileSync(log, 'utf8').replace('the-keeper', 'the-keepeR'))
  await page.getByRole('button', { name: 'Verify everything' }).click()
  await expectVisible(page.getByRole('region', { name: 'Session' }).getByText('Tampered').first())
  await checkBothThemes(page, 'tampered', found)
  await page.setViewportSize({ width: 380, height: 800 })
  await expectToFit(page, 380, 'tampered')
  await goTo(page, `${address}?session=nobody`)
  await expectVisible(page.getByRole('alert'))
  expect(found).toEqual({})
})

test('the evidence of a reply passes axe, light and dark, and fits a narrow window', async () => {
  const { path, call } = await createSampleRoom()
  const { sessionId } = await call<{ sessionId: string }>('room_ask', { message: 'What colour are the eyes of Ines?' })
  const page = await open(`${path}/chat?chat=${sessionId}`)
  await page.getByRole('button', { name: /^Evidence/ }).click()
  await expectVisible(page.getByRole('dialog', { name: 'Evidence' }).getByText('HMAC-SHA256').first())
  const found: Found = {}
  await checkBothThemes(page, 'inspector', found)
  await page.setViewportSize({ width: 380, height: 800 })
  await expectToFit(page, 380, 'inspector')
  expect(found).toEqual({})
})
