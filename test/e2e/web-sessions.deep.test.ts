import { expect, test } from 'vitest'
import type { Record as RecordShape } from '../../src/records/schema.ts'
import { runPreloaded } from '../support/binary.ts'
import { expectFocused, expectVisible, goTo, startTestServer } from './test-server.ts'

const { home, call, createProject, startChat, open, visit } = startTestServer()

test('a draft is stored once when the answer to the save was lost on the way', async () => {
  const { id, path } = await createProject()
  const { id: record } = await startChat(id).write({ title: 'Once' })
  const page = await visit(`${path}/${record}?edit=true`)
  let lost = 0
  await page.route('**/update_record', async route => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('textbox', { name: 'Body' }).fill('written once')
  await page.keyboard.press('Control+s')
  await expectVisible(page.getByText(`${record} saved as version 2`))
  expect(lost).toBe(2)
  await page.unroute('**/update_record')
  expect((await call<{ record: RecordShape }>('show_record', { id: record })).record.version).toBe(2)
})

test('a draft stays when the store is busy, with the fault and a button to try again', async () => {
  const { id, path } = await createProject()
  const { id: record } = await startChat(id).write({ title: 'Busy' })
  const page = await visit(`${path}/${record}?edit=true`)
  let busy = true
  await page.route('**/update_record', route =>
    busy
      ? route.fulfill({
          status: 503,
          json: {
            error: { code: 'BUSY', message: 'The store is locked.', recovery_hint: 'Retry; nothing was written.' },
          },
        })
      : route.continue(),
  )
  await page.getByRole('textbox', { name: 'Body' }).fill('patience')
  await page.keyboard.press('Control+s')
  await expectVisible(
    page.getByText('The store is locked.'),
    page.getByText('Nothing was changed. Try again in a moment.'),
  )
  busy = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectVisible(page.getByText(`${record} saved as version 2`))
  await page.unroute('**/update_record')
})

test('history compares any two versions and restores an old text as a new version', async () => {
  const { id, path } = await createProject()
  const writer = startChat(id)
  const { id: record } = await writer.write({ title: 'Told', body: 'first words\nkept\n' })
  await writer.update(record, { body: 'second words\nkept\n', title: 'Retold' })
  await writer.update(record, { body: 'third words\nkept\n' })
  const page = await visit(`${path}/${record}/history`)
  const changes = page.getByRole('region', { name: 'Changes of the body' })
  await expectVisible(changes.getByText('removed: '), changes.getByText('third'))

  await page.getByLabel('From').selectOption('v1')
  await expectVisible(changes.getByText('first', { exact: false }).first(), page.getByText('Retold').first())
  await page.getByRole('button', { name: 'Side by side' }).click()
  await expectVisible(
    changes.getByRole('cell', { name: /first words/ }),
    changes.getByRole('cell', { name: /third words/ }),
  )
  await goTo(page, `${path}/${record}/history?to=v99`)
  await expectVisible(page.getByText('Choose a version in the history of the record.'))

  await goTo(page, `${path}/${record}/history?from=v1`)
  await page.getByRole('button', { name: 'Restore the text of v1' }).click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expectVisible(page.getByText('as version 4').first())
  const stored = await call<{ record: RecordShape }>('show_record', { id: record })
  expect(stored.record).toMatchObject({ body: 'first words\nkept\n', title: 'Told', version: 4 })
})

test('history shows what changed of the metadata entry by entry, and evidence by its title', async () => {
  const { id, path } = await createProject()
  const writer = startChat(id)
  const cited = (ref: string) => ({ kind: 'file', ref })
  const { id: record } = await writer.write({
    title: 'Told',
    metadata: { owner: 'Ines', due: 'May', evidence: [cited('notes/kept.md'), cited('notes/gone.md')] },
  })
  await writer.update(record, {
    metadata: { due: 'June', evidence: [cited('notes/kept.md'), cited('notes/new.md')] },
  })
  const page = await visit(`${path}/${record}/history`)
  const changes = page.locator('.field-changes')
  await expectVisible(changes.locator('del').getByText('May'), changes.locator('ins').getByText('June'))
  await expectVisible(
    changes.locator('del').getByRole('button', { name: 'file notes/gone.md' }),
    changes.locator('ins').getByRole('button', { name: 'file notes/new.md' }),
  )
  expect(await changes.innerText()).not.toMatch(/Ines|owner|kept\.md/)
  await changes.getByRole('button', { name: 'file notes/new.md' }).press('Enter')
  await expectVisible(page.getByRole('dialog', { name: 'notes/new.md' }))
})

test('a dialog that changes the state of a record opens it for this tab only when it is submitted', async () => {
  const { id, path } = await createProject()
  const { id: record } = await startChat(id).write({ title: 'Told' })
  const page = await visit(`${path}/${record}`)
  const sessions = async () =>
    (await call<{ sessions: unknown[] }>('get_active_sessions', { record_id: record })).sessions.length
  await page.getByRole('button', { name: 'State: Open' }).click()
  await page.getByRole('menuitem', { name: /Later/ }).click()
  const dialog = page.getByRole('dialog', { name: `Postpone ${record}` })
  await expectVisible(dialog.getByText(`${record} is also active in another chat`))
  await dialog.getByLabel('Reason').fill('Too early')
  expect(await sessions()).toBe(1)
  await dialog.getByRole('button', { name: 'Postpone' }).click()
  await expectVisible(page.getByText(`${record} is later`))
  expect(await sessions()).toBe(2)
})

test('writes of other processes reach the lists at once, and the tree when the reader syncs', async () => {
  const { id, path } = await createProject()
  await startChat(id).write({ title: 'There already' })
  const tree = await open(`${path}/tree`)
  const activity = await open(`${path}/activity`)
  await expectVisible(tree.getByRole('treeitem', { name: /There already/ }), activity.getByText('There already'))
  for (const page of [tree, activity]) await expectVisible(page.getByText('Live', { exact: true }))

  const made = { title: 'From a terminal', type: 'note', summary: 's', body: 'b', project_id: id }
  const { code, stderr } = await runPreloaded(['call', 'create_record', '--json', JSON.stringify(made)], { home })
  expect(stderr).toBe('')
  expect(code).toBe(0)

  await expectVisible(activity.getByText(/From a terminal/), tree.getByText('1 write since you loaded'))
  await expect.poll(() => tree.getByRole('treeitem').count()).toBe(1)
  await tree.getByRole('button', { name: 'Sync' }).click()
  await expectVisible(tree.getByRole('treeitem', { name: /From a terminal/ }))
  await expect.poll(() => tree.getByText('since you loaded').count()).toBe(0)
})

test('a record is moved under another one found by its words, or to the top', async () => {
  const { id, path } = await createProject()
  const writer = startChat(id)
  const old = await writer.write({ title: 'Old parent' })
  await writer.write({ title: 'New home' })
  const child = await writer.write({ title: 'Mover', parent_id: old.id })
  const page = await visit(`${path}/${child.id}`)
  const more = page.getByRole('button', { name: `More actions for ${child.id}` })
  await more.click()
  await page.getByRole('menuitem', { name: 'Move…' }).click()
  await page.getByLabel('New parent').fill('new home')
  await expectVisible(page.getByRole('option', { name: /New home/ }))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expectVisible(page.getByRole('navigation', { name: 'Ancestors' }).getByText('New home'))
  await expectFocused(more)

  await more.click()
  await page.getByRole('menuitem', { name: 'Change type…' }).click()
  await page.getByRole('textbox', { name: 'Type' }).fill('note')
  await page.getByRole('button', { name: 'Change type' }).click()
  await expectVisible(page.getByText(`${child.id} is now of type note`))
  expect((await call<{ record: RecordShape }>('show_record', { id: child.id })).record).toMatchObject({
    type: 'note',
    version: 3,
  })
})

test('each tab has its own session: a duplicated tab starts another', async () => {
  const { id, path } = await createProject()
  const { id: record } = await startChat(id).write({ title: 'Two tabs' })
  const page = await visit(`${path}/${record}?edit=true`)
  const own = (of: typeof page) => of.evaluate(`sessionStorage.getItem('daybook.session.${id}')`)
  await page.getByRole('textbox', { name: 'Body' }).fill('from the first tab')
  await page.keyboard.press('Control+s')
  await expectVisible(page.getByText(`${record} saved as version 2`))
  const session = await own(page)
  expect(session).toMatch(/^ses_/)

  const [second] = await Promise.all([page.waitForEvent('popup'), page.evaluate('void window.open(location.href)')])
  await expectVisible(second.getByRole('heading', { level: 1, name: 'Two tabs' }))
  expect(await own(second)).toBeNull()
  await second.close()
  expect(await own(page)).toBe(session)
  await page.reload()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Two tabs' }))
  expect(await own(page)).toBe(session)
})
