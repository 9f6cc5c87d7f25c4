import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectFocused, expectVisible, startTestServer, tabTo } from './test-server.ts'

const { createProject, startChat, visit, call } = startTestServer()

interface List {
  projects: { id: string; name: string }[]
}

const ids = async () => (await call<List>('project_list', {})).projects.map(({ id }) => id)
const row = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) })

async function chooseFile(page: Page, entries: unknown, name = 'projects.json') {
  const text = typeof entries === 'string' ? entries : JSON.stringify(entries)
  await page.getByLabel('File').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
}

test('a project is created by keyboard in the list of projects, and its overview opens', async () => {
  const page = await visit('/projects')
  await tabTo(page, page.getByRole('button', { name: 'New project' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await expectVisible(dialog)
  await page.keyboard.type('Orchard app')
  await dialog.getByLabel('Folder').fill('orchard')
  await page.keyboard.press('Enter')
  await expectVisible(dialog.getByText('Give an absolute path.'))
  await dialog.getByLabel('Folder').fill('')
  await dialog.getByLabel('Description').fill('Apples.')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Orchard app' }), page.getByText('Apples.'))
  expect(await ids()).toContain('orchard-app')
})

test('the list of projects moves with j and k, and opens with Enter', async () => {
  const { id } = await createProject()
  await call('context_build', { projectId: id })
  const page = await visit('/projects')
  await expectVisible(row(page, 'Default'))
  await page.keyboard.press('j')
  await expectFocused(row(page, 'Default'))
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Default' }))
})

test('creating a project with a taken id says how to continue', async () => {
  const { id } = await createProject()
  const page = await visit('/projects')
  await page.getByRole('button', { name: 'New project' }).click()
  await page.getByLabel('Name').fill('Again')
  await page.getByLabel('Id').fill(id)
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('alert').getByText(`The project id '${id}' is taken.`))
})

test('the trash hides a project, restores it completely, and erases it when its id is typed', async () => {
  await call('project_create', { name: 'Garden', id: 'garden', customData: { recentEvents: 'Dug.' } })
  const before = await call('project_get', { id: 'garden' })
  const page = await visit('/projects')
  const more = page.getByRole('button', { name: 'More about Garden' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Move to the trash…' }).click()
  await page.keyboard.press('Escape')
  await expectFocused(more)
  await more.click()
  await page.getByRole('menuitem', { name: 'Move to the trash…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Move to the trash' }).click()
  await expectVisible(page.getByText('Garden is in the trash, with 0 records'))
  await expect.poll(() => row(page, 'Garden').count()).toBe(0)
  // Its row took the button with it.
  await expectFocused(page.getByRole('main'))
  expect(await ids()).not.toContain('garden')

  await page.getByRole('button', { name: 'Restore Garden' }).click()
  await expectVisible(page.getByText('Garden is restored'), row(page, 'Garden'))
  expect(await call('project_get', { id: 'garden' })).toEqual(before)

  await call('project_delete', { id: 'garden' })
  await page.reload()
  await page.getByRole('button', { name: 'Erase… Garden' }).click()
  const erase = page.getByRole('button', { name: 'Erase for good' })
  await page.getByLabel('Type garden to erase it').fill('gard')
  await expect.poll(() => erase.isDisabled()).toBe(true)
  await page.getByLabel('Type garden to erase it').fill('garden')
  await erase.click()
  await expectVisible(page.getByText('Garden is erased'))
  expect((await call<List>('project_trash', {})).projects).toEqual([])
})

test('the trash asks again for a project with open sessions, and never takes the default one', async () => {
  const { id } = await createProject()
  await startChat(id).write({ title: 'Busy' })
  const name = (await call<{ name: string }>('project_get', { id })).name
  const page = await visit('/projects')
  await page.getByRole('button', { name: `More about ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Move to the trash…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Move to the trash', exact: true }).click()
  await expectVisible(dialog.getByRole('alert').getByText('is in use by'))
  expect(await ids()).toContain(id)
  await dialog.getByRole('button', { name: 'Move it to the trash anyway' }).click()
  await expectVisible(page.getByText(`${name} is in the trash, with 1 record`))
  expect(await ids()).not.toContain(id)

  await page.getByRole('button', { name: 'More about Default' }).click()
  await expectVisible(page.getByRole('menuitem', { name: 'Project settings' }))
  expect(await page.getByRole('menuitem', { name: 'Move to the trash…' }).count()).toBe(0)
})

test('the import shows what would happen before it writes anything', async () => {
  const { id } = await createProject()
  const page = await visit('/projects')
  await page.getByRole('button', { name: 'Import' }).click()
  const before = await ids()
  await chooseFile(page, [
    { id: 'pear', name: 'Pear', fileSlice: '1-slice.x', customData: { recentEvents: 'Imported {text}.' } },
    { id, name: 'Taken' },
    { id: 'plum', name: 'Plum', template: 7 },
  ])
  const table = page.getByRole('region', { name: 'Preview' })
  await expectVisible(page.getByText('1 created, 1 skipped, 1 invalid. Nothing is written yet.'))
  await expect
    .poll(() => table.getByRole('row').allInnerTexts())
    .toEqual([
      'Entry\tAction\tProject\tWhy',
      '1\tnew\tPear pear\t',
      `2\tskip\tTaken ${id}\tit exists`,
      expect.stringMatching(/^3\tinvalid\tPlum plum\ttemplate: /),
    ])
  expect(await ids()).toEqual(before)

  const button = page.getByRole('button', { name: 'Import 1 project' })
  await expect.poll(() => button.isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: 'Leave out the 1 invalid entry and import the others' }).check()
  await button.click()
  await expectVisible(page.getByText('Imported: 1 created, 1 skipped, 1 invalid'), row(page, 'Pear'))
  expect(await ids()).toEqual([...before, 'pear'])
  expect(await call('project_get', { id: 'pear' })).toMatchObject({
    slice: '1-slice.x',
    customData: { recentEvents: 'Imported {text}.' },
  })
})

test('the import updates its preview when the conflict rule changes, and says what is wrong with a file', async () => {
  const { id } = await createProject()
  const page = await visit('/projects')
  await page.getByRole('button', { name: 'Import' }).click()
  await chooseFile(page, '{"a": 1')
  await expectVisible(page.getByRole('alert'))
  await expect.poll(() => page.getByRole('button', { name: 'Import', exact: true }).last().isDisabled()).toBe(true)
  await chooseFile(page, [{ id, name: 'Copy of it' }])
  await expectVisible(page.getByText('1 skipped. Nothing is written yet.'))
  await page.getByLabel('Existing projects').selectOption('new-id')
  await expectVisible(page.getByText('1 created. Nothing is written yet.'), page.getByText(`the id '${id}' was taken`))
})

test('an export can be imported', async () => {
  await createProject()
  const page = await visit('/projects')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('projects.json')
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk))
  expect(Buffer.concat(chunks).toString()).toBe((await call<{ json: string }>('project_export', {})).json)
})
