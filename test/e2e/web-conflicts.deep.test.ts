import { expect, test } from 'vitest'
import { beginConflict } from './conflict.ts'
import { expectVisible, goTo, startTestServer } from './test-server.ts'

const server = startTestServer()
const { createProject, startChat, visit } = server

test('a resolution conflicts again when a third version was stored meanwhile, and the result is kept', async () => {
  const { page, record, other, stored } = await beginConflict(server)
  await expectVisible(page.getByRole('region', { name: 'Result' }))
  await other.update(record, { body: 'one\ntwo\nthree\nfour\nfive, again\n' })
  await page.getByRole('button', { name: 'Keep yours' }).click()
  await expectVisible(page.getByText('version 3, stored'))
  expect((await stored()).version).toBe(3)
  await page.getByRole('button', { name: 'Keep yours' }).click()
  await expectVisible(page.getByText(`saved as version 4`))
  expect((await stored()).body).toBe('ONE\ntwo\nthree\nfour\nfive\n')
})

test('taking their version of a conflict asks first, because that discards a draft', async () => {
  const { page, record, stored } = await beginConflict(server)
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await page.getByRole('button', { name: 'Discard my draft' }).click()
  await expectVisible(page.getByText(`Their version of ${record} stays`), page.getByRole('button', { name: 'Edit' }))
  expect((await stored()).version).toBe(2)
})

test('sessions are listed with their active records, and closed after a confirmation', async () => {
  const { id, path } = await createProject()
  const { id: record } = await startChat(id).write({ title: 'Held' })
  const page = await visit(`${path}/sessions`)
  await expectVisible(page.getByRole('link', { name: record }), page.getByText('Changed 1 record since it last saved'))
  await page.getByRole('button', { name: /^Close session/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close session' }).click()
  await expectVisible(page.getByText('No open sessions'))
  await page.getByRole('button', { name: /^Closed/ }).click()
  await expectVisible(page.getByText('closed', { exact: true }))
  // Ids of sessions are for programs.
  await goTo(page, `${path}/activity`)
  await expectVisible(page.getByText('Unnamed chat').first())
  expect(await page.getByRole('main').innerText()).not.toContain('ses_')
})

test('a record shows what an agent gets on activation, with sizes', async () => {
  const { id, path } = await createProject()
  const writer = startChat(id)
  const root = await writer.write({ title: 'Root' })
  const child = await writer.write({ title: 'Child', parent_id: root.id })
  await writer.write({ title: 'Grandchild', parent_id: child.id })
  const page = await visit(`${path}/${root.id}?view=context`)
  await expectVisible(page.getByText('2 records in full, 1 reference'), page.getByRole('link', { name: /Grandchild/ }))
  // Looking is no activation: only the chat that wrote is listed.
  await goTo(page, `${path}/sessions`)
  await expectVisible(page.getByRole('button', { name: 'Open 1' }))
})
