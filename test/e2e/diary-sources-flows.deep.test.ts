import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkLightTheme, type Found } from './accessibility.ts'
import { addClaudeTranscripts } from './sources-home.ts'
import { expectFocused, expectVisible, startTestServer, tabTo } from './test-server.ts'

const { home, visit } = startTestServer(addClaudeTranscripts)

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('the sources screen shows what will be deleted next, archives it, and shows what is lost already', async () => {
  const page = await visit('/diary/sources')
  await expectVisible(
    page.getByRole('heading', { level: 1, name: 'Sources' }),
    card(page, 'Claude Code').getByText(join(home, '.claude', 'projects')),
    card(page, 'Claude Code').getByText('2 files are new or changed since the last scan.'),
    card(page, 'Deleted next').getByText('would be lost: not in the archive yet.'),
    card(page, 'Already lost').getByText('1 session with 1 prompt'),
    card(page, 'Archive').getByText('0 transcripts'),
  )
  await card(page, 'Deleted next').getByRole('button', { name: 'Archive them now' }).click()
  await card(page, 'Archive').getByText('2 transcripts').waitFor()
  await expectVisible(card(page, 'Deleted next').getByText(/All of them are in the archive/))
  await expect.poll(() => card(page, 'Claude Code').getByText('new or changed').count()).toBe(0)
  await card(page, 'Deleted next').getByText('Which ones').click()
  await expectVisible(card(page, 'Deleted next').getByText('old', { exact: true }))
})

test('the sources screen excludes an agent and includes it again, by keyboard, in the owner’s config file', async () => {
  const page = await visit('/diary/sources')
  const claude = card(page, 'Claude Code')
  await tabTo(page, claude.getByRole('button', { name: 'Exclude Claude Code' }))
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('status').getByText('Claude Code is excluded'))
  await expectVisible(claude.getByText('excluded'))
  const file = join(home, 'config.json')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ diary: { roots: { 'claude-code': [] } } })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await claude.getByRole('button', { name: 'Include Claude Code' }).press('Enter')
  await expectVisible(claude.getByText('found', { exact: true }))
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ diary: { roots: {} } })
})

test('the sources screen adds a folder, says what is wrong with one, and resets to the agent’s own', async () => {
  const elsewhere = join(home, 'elsewhere')
  mkdirSync(elsewhere, { recursive: true })
  const page = await visit('/diary/sources')
  const gemini = card(page, 'Gemini CLI')
  const opener = gemini.getByRole('button', { name: 'Folders… of Gemini CLI' })
  // Agents that are not on this machine are folded away.
  await page.getByText(/^Not found here: .*Gemini CLI/).click()
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Folders of Gemini CLI' })
  await expectVisible(dialog.getByText('None of its own folders is there yet.'))
  // Saving no folder would exclude the agent.
  await expect.poll(() => dialog.getByRole('button', { name: 'Save folders' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Add a folder').fill('transcripts')
  await page.keyboard.press('Enter')
  await expectVisible(dialog.getByText(/give an absolute path/))
  await dialog.getByLabel('Add a folder').fill(join(home, 'nowhere'))
  await page.keyboard.press('Enter')
  await expectVisible(dialog.getByText(/there is no such folder/))
  await dialog.getByLabel('Add a folder').fill(elsewhere)
  await page.keyboard.press('Enter')
  await expectVisible(gemini.getByText(elsewhere), gemini.getByText('found', { exact: true }))
  await expectFocused(opener)
  await opener.click()
  await dialog.getByRole('button', { name: 'Use Gemini CLI’s own folders' }).click()
  await expectVisible(gemini.getByText('not found'))
})

test('the sources screen cannot change folders set by a variable, names it, and passes axe', async () => {
  const page = await visit('/diary/sources')
  const codex = card(page, 'Codex')
  await expectVisible(codex.getByText('DAYBOOK_CODEX_ROOTS'))
  expect(await codex.getByRole('button').count()).toBe(0)
  const found: Found = {}
  await checkLightTheme(page, 'sources', found)
  expect(found).toEqual({})
})

test('the sources screen shows the prices in force and takes newer ones from a file', async () => {
  const page = await visit('/diary/sources')
  const prices = card(page, 'Prices')
  await expectVisible(
    prices.getByText('The table that came with this version of Daybook.'),
    prices.getByText('Every model in the newest reports has a price.'),
  )
  const opener = prices.getByRole('button', { name: 'Update prices' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Update prices' })
  await dialog.getByLabel('File').fill(join(home, 'nothing.json'))
  await page.keyboard.press('Enter')
  await expectVisible(dialog.getByText(/there is no such file/))
  const file = join(home, 'newer.json')
  writeFileSync(file, JSON.stringify({ m: { input_cost_per_token: 1e-6, output_cost_per_token: 2e-6 } }))
  utimesSync(file, new Date('2026-03-04T12:00:00Z'), new Date('2026-03-04T12:00:00Z'))
  await dialog.getByLabel('File').fill(file)
  await page.keyboard.press('Enter')
  await expectVisible(prices.getByText('4 Mar 2026'), prices.getByText('1 model', { exact: true }))
  await expectFocused(opener)
})
