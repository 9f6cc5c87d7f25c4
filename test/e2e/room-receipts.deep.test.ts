import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Found, fits, loaded, look } from './look.ts'
import { auditedRoom } from './room-screens.ts'
import { visitingRooms } from './room-visitor.ts'
import { goTo, shown } from './web-visitor.ts'

const rooms = visitingRooms()
const { open, sampleRoom } = rooms

test('the receipts pass axe, light and dark, and fit a narrow window', async () => {
  const { page: address, session, first, log } = await auditedRoom(rooms)
  const found: Found = {}
  const page = await open(`${address}?session=${session}&receipt=${first}`)
  await loaded(page)
  await shown(page.getByText('HMAC-SHA256'))
  await look(page, 'a receipt', found)
  writeFileSync(log, readFileSync(log, 'utf8').replace('the-keeper', 'the-keepeR'))
  await page.getByRole('button', { name: 'Verify everything' }).click()
  await shown(page.getByRole('region', { name: 'Session' }).getByText('Tampered').first())
  await look(page, 'tampered', found)
  await page.setViewportSize({ width: 380, height: 800 })
  await fits(page, 380, 'tampered')
  await goTo(page, `${address}?session=nobody`)
  await shown(page.getByRole('alert'))
  expect(found).toEqual({})
})

test('the evidence of a reply passes axe, light and dark, and fits a narrow window', async () => {
  const { path, call } = await sampleRoom()
  const { sessionId } = await call<{ sessionId: string }>('room_ask', { message: 'What colour are the eyes of Ines?' })
  const page = await open(`${path}/chat?chat=${sessionId}`)
  await page.getByRole('button', { name: /^Evidence/ }).click()
  await shown(page.getByRole('dialog', { name: 'Evidence' }).getByText('HMAC-SHA256').first())
  const found: Found = {}
  await look(page, 'inspector', found)
  await page.setViewportSize({ width: 380, height: 800 })
  await fits(page, 380, 'inspector')
  expect(found).toEqual({})
})
