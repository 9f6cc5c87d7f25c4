import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkBothThemes, expectToFit, type Found } from './accessibility.ts'
import { addClaudeTranscripts } from './sources-home.ts'
import { expectVisible, startTestServer } from './test-server.ts'

const { home, open, url } = startTestServer(addClaudeTranscripts)

test('the sources screen passes axe, light and dark, wide and narrow', async () => {
  const found: Found = {}
  for (const width of [1280, 390]) {
    const page = await open('/diary/sources', { viewport: { width, height: 800 } })
    for (const place of ['page', 'dialog']) {
      if (place === 'dialog') await page.getByRole('button', { name: 'Folders… of Claude Code' }).click()
      await expectVisible(page.getByText(join(home, '.claude', 'projects')).first())
      await checkBothThemes(page, `${place} ${width}`, found)
      await expectToFit(page, width, place)
    }
  }
  expect(found).toEqual({})
})

test('the sources screen says what to do when the server is down', async () => {
  const page = await open('/nowhere')
  await page.route('**/api/diary/diary_sources', route => route.abort())
  await page.goto(`${url()}/diary/sources`)
  await page.getByRole('alert').getByText('Daybook does not answer.').waitFor()
  await page.unroute('**/api/diary/diary_sources')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectVisible(page.getByRole('region', { name: 'Claude Code', exact: true }))
})
