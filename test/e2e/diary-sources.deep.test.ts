import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Found, fits, look } from './look.ts'
import { addClaudeTranscripts } from './sources-home.ts'
import { shown, visiting } from './web-visitor.ts'

const { home, open, url } = visiting(addClaudeTranscripts)

test('the sources screen passes axe, light and dark, wide and narrow', async () => {
  const found: Found = {}
  for (const width of [1280, 390]) {
    const page = await open('/diary/sources', { viewport: { width, height: 800 } })
    for (const place of ['page', 'dialog']) {
      if (place === 'dialog') await page.getByRole('button', { name: 'Folders… of Claude Code' }).click()
      await shown(page.getByText(join(home, '.claude', 'projects')).first())
      await look(page, `${place} ${width}`, found)
      await fits(page, width, place)
    }
  }
  expect(found).toEqual({})
})

test('the sources screen says what to do when the program is gone', async () => {
  const page = await open('/nowhere')
  await page.route('**/api/diary/diary_sources', route => route.abort())
  await page.goto(`${url()}/diary/sources`)
  await page.getByRole('alert').getByText('Daybook does not answer.').waitFor()
  await page.unroute('**/api/diary/diary_sources')
  await page.getByRole('button', { name: 'Try again' }).click()
  await shown(page.getByRole('region', { name: 'Claude Code', exact: true }))
})
