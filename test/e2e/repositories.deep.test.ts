import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { onlyRoots } from '../../src/transcripts/agents.ts'
import { agentHome } from '../diary/home.ts'
import { writeOwnDay } from '../diary/own-days.ts'
import { checkBothThemes, expectToFit, type Found, waitUntilLoaded } from './accessibility.ts'
import { expectVisible, goTo, startTestServer, tabTo } from './test-server.ts'

const server = startTestServer(home => {
  const machine = agentHome(home)
  for (const [day, name] of Object.entries({ '2026-05-11': 'till', '2026-05-12': 'ledger' })) {
    const folder = join(home, name)
    mkdirSync(folder)
    execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: folder })
    const author = ['-c', 'user.name=Sam', '-c', 'user.email=sam@example.com']
    execFileSync('git', [...author, 'commit', '-q', '--allow-empty', '-m', `Begin ${name}`], { cwd: folder })
    const path = machine.claude(day)
    writeOwnDay(path, day)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('/fake/ledger', folder))
  }
  return onlyRoots({ 'claude-code': join(home, 'claude') }) as { [name: string]: string }
})
const { visit, open, call } = server

/** Reads both days; their repositories are projects then. */
async function readDays(): Promise<void> {
  const projects = async () => (await call<{ projects: { id: string }[] }>('list_projects', {})).projects
  const ids = async () => (await projects()).map(({ id }) => id).sort()
  if ((await ids()).length > 1) return
  await call('diary_build', { newest: 2 })
  await expect.poll(ids, { timeout: 60_000 }).toEqual(['default', 'ledger', 'till'])
}

test('the overview of a repository shows its work and copies its next-chat block in one press', async () => {
  await readDays()
  const page = await visit('/p/ledger')
  await expectVisible(
    page.getByRole('heading', { level: 1, name: 'ledger' }),
    page.getByRole('heading', { name: 'Work' }),
    page.getByRole('link', { name: '12 May' }),
  )
  const found: Found = {}
  await waitUntilLoaded(page)
  await checkBothThemes(page, 'overview', found)
  expect(found).toEqual({})
  await tabTo(page, page.getByRole('button', { name: 'Copy next-chat block' }))
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText('The next-chat block copied').first())
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toContain('ledger')
})

test('a decision made of work belongs to the project of its repository, whatever project the page shows', async () => {
  await readDays()
  const page = await visit('/p/till')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'till' }))
  const { repositories } = await call<{ repositories: { label: string; project_key: string }[] }>(
    'home_repositories',
    {},
  )
  const key = repositories.find(({ label }) => label === 'ledger')?.project_key
  await goTo(page, `/diary/2026-05-12/${key}?item=${key}/W0001`)
  await page.getByRole('dialog').first().getByRole('button', { name: 'Save as decision' }).click()
  const project = page.getByRole('dialog', { name: 'Save as decision' }).getByLabel('Project')
  await expect.poll(() => project.inputValue()).toBe('ledger')
})

test('the room of a repository offers its folder', async () => {
  await readDays()
  const page = await visit('/p/ledger/room')
  await expect.poll(() => page.getByLabel('The folder of the repository').inputValue()).toMatch(/\/ledger$/)
})

test('a keyboard user merges two projects and separates a repository again; it fits a phone', async () => {
  await readDays()
  const page = await visit('/p/ledger/context/project')
  const region = page.getByRole('region', { name: 'Repositories' })
  await expectVisible(region.getByText(/\/ledger · 2 turns/))
  const found: Found = {}
  await checkBothThemes(page, 'repositories', found)
  expect(found).toEqual({})
  const merge = region.getByLabel('Merge into this project')
  // Not by its name: when one letter comes late, a new search begins.
  while ((await merge.locator('option:checked').textContent()) !== 'Project till') await merge.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const separate = region.getByRole('button', { name: 'Separate till' })
  await expectVisible(separate, page.getByText('till is merged').first())
  const phone = await open('/p/ledger/context/project', { viewport: { width: 390, height: 844 } })
  await expectVisible(phone.getByRole('button', { name: 'Separate till' }))
  await expectToFit(phone, 390, 'repositories')
  await goTo(phone, '/p/ledger/work')
  await expectVisible(phone.getByText(/, in .+\/till$/), phone.getByText(/, in .+\/ledger$/))
  await expectToFit(phone, 390, 'work in two folders')
  await separate.press('Enter')
  await expectVisible(page.getByText('till is a project of its own').first())
  await expect.poll(() => separate.count()).toBe(0)
  const { repositories } = await call<{ repositories: { label: string; project: { name: string } }[] }>(
    'home_repositories',
    {},
  )
  expect(repositories.map(({ label, project }) => [label, project.name])).toEqual([
    ['ledger', 'ledger'],
    ['till', 'till'],
  ])
})
