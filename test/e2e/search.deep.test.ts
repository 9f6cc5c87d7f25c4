import { expect, test } from 'vitest'
import { axeViolations } from '../support/chromium.ts'
import { expectFocused, expectVisible, startTestServer } from './test-server.ts'

const { open, createProject, startChat } = startTestServer()

const looks = [
  { name: 'desktop, light', width: 1280, colorScheme: 'light' },
  { name: 'desktop, dark', width: 1280, colorScheme: 'dark' },
  { name: 'phone, light', width: 390, colorScheme: 'light' },
  { name: 'phone, dark', width: 390, colorScheme: 'dark' },
  // Twice as large on a screen of 1280 is as wide as 640.
  { name: 'enlarged twice', width: 640, colorScheme: 'light' },
] as const

test.each(looks)('the palette and the search page fit: $name', async ({ width, colorScheme }) => {
  const { id } = await createProject()
  const chat = startChat(id)
  await chat.write({ title: `A title without end ${'stairway'.repeat(20)}`, body: 'The stairway flickers.' })
  await chat.write({ title: 'Stairway light', body: `Long ${'word '.repeat(300)} stairway ${'end '.repeat(300)}` })
  const page = await open(`/p/${id}/search?q=stairway`, { viewport: { width, height: 760 }, colorScheme })
  await expectVisible(page.getByRole('region', { name: 'Records' }).getByRole('link').first())
  const isTooWide = () => page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
  expect(await isTooWide()).not.toBe(true)
  expect(await axeViolations(page)).toEqual([])
  if (width < 700) await page.getByRole('banner').getByRole('button', { name: 'Search everything' }).click()
  else await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search everything' })
  await expectFocused(field)
  await field.fill('stairw')
  await expectVisible(page.getByRole('option', { name: /Stairway light/ }).first())
  expect(await isTooWide()).not.toBe(true)
  expect(await axeViolations(page)).toEqual([])
  const box = await page.getByRole('dialog').boundingBox()
  expect(box?.width ?? 0).toBeLessThanOrEqual(width)
})
