import { expect, test } from 'vitest'
import { axeViolations } from '../support/chromium.ts'
import { expectVisible, startTestServer } from './test-server.ts'

const { call, createProject, startChat, visit } = startTestServer()

test('a person says which files a record governs and what replaced it, and every list shows that', async () => {
  const { id: project, path } = await createProject()
  const chat = startChat(project)
  const old = await chat.write({ title: 'Use wall clocks', type: 'decision' })
  const next = await chat.write({ title: 'Use ticks', type: 'decision' })

  const page = await visit(`${path}/${next.id}?edit=true`)
  await page.getByText('Related records, files and metadata').click()
  await page.getByLabel('Governs files').fill('src/db/**, *.sql')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectVisible(page.getByText('src/db/**', { exact: true }), page.getByText('*.sql', { exact: true }))
  expect(await call('decisions_for', { project_id: project, files: ['src/db/a.ts'] })).toMatchObject({
    decisions: [{ id: next.id, affects: ['src/db/**'] }],
  })

  await page.goto(new URL(`${path}/${old.id}`, page.url()).href)
  await page.getByRole('button', { name: `More actions for ${old.id}` }).click()
  await page.getByRole('menuitem', { name: 'Superseded by…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Superseded by').fill(next.id)
  await dialog.getByLabel('Reason (optional)').fill('Clocks differ.')
  await dialog.getByRole('button', { name: 'Supersede' }).click()
  await expectVisible(page.getByText('This no longer holds: it was superseded by'))
  await expect.poll(() => page.getByTitle('Change state (t)').count()).toBe(0)
  expect(await axeViolations(page)).toEqual([])

  await page.goto(new URL(`${path}/${next.id}`, page.url()).href)
  await expectVisible(page.getByRole('heading', { name: 'Supersedes' }), page.getByText('superseded by this'))
  await page.goto(new URL(`${path}/search?q=clocks`, page.url()).href)
  await expectVisible(page.getByText(`superseded by ${next.id}`).first())

  await page.goto(new URL(`${path}/${old.id}`, page.url()).href)
  await page.getByRole('button', { name: `More actions for ${old.id}` }).click()
  await page.getByRole('menuitem', { name: 'Supersession…' }).click()
  await dialog.getByLabel('Superseded by').fill('')
  await dialog.getByRole('button', { name: 'Take it back' }).click()
  await expect.poll(() => page.getByText('This no longer holds').count()).toBe(0)
})
