import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { focused, shown, tabTo, visiting } from './web-visitor.ts'

const { project, chat, visit, call } = visiting()

interface List {
  projects: { id: string; name: string }[]
}

const ids = async () => (await call<List>('project_list', {})).projects.map(({ id }) => id)
const row = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) })

async function chooseFile(page: Page, entries: unknown, name = 'projects.json') {
  const text = typeof entries === 'string' ? entries : JSON.stringify(entries)
  await page.getByLabel('File').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
}

test('the list of projects makes a project by keyboard and opens its block', async () => {
  const page = await visit('/projects')
  await tabTo(page, page.getByRole('button', { name: 'New project' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await page.keyboard.type('Orchard app')
  await dialog.getByLabel('Folder').fill('orchard')
  await page.keyboard.press('Enter')
  await shown(dialog.getByText('Give an absolute path.'))
  await dialog.getByLabel('Folder').fill('')
  await dialog.getByLabel('Description').fill('Apples.')
  await page.keyboard.press('Enter')
  await shown(page.getByRole('heading', { level: 1, name: 'Build' }), page.getByText('project: Orchard app'))
  expect(await ids()).toContain('orchard-app')
})

test('the list of projects moves with j and k, and opens with Enter', async () => {
  const { id } = await project()
  await call('context_build', { projectId: id })
  const page = await visit('/projects')
  await shown(row(page, 'Default'))
  await page.keyboard.press('j')
  await focused(row(page, 'Default'))
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await shown(page.getByRole('heading', { level: 1, name: 'Build' }), page.getByText('project: Default'))
})

test('the list of projects tells of a taken id how to go on', async () => {
  const { id } = await project()
  const page = await visit('/projects')
  await page.getByRole('button', { name: 'New project' }).click()
  await page.getByLabel('Name').fill('Again')
  await page.getByLabel('Id').fill(id)
  await page.keyboard.press('Enter')
  await shown(page.getByRole('alert').getByText(`The project id '${id}' is taken.`))
})

test('the trash hides a project, brings it back whole, and erases it when its id is typed', async () => {
  await call('project_create', { name: 'Garden', id: 'garden', customData: { recentEvents: 'Dug.' } })
  const before = await call('project_get', { id: 'garden' })
  const page = await visit('/projects')
  await page.getByRole('button', { name: 'More about Garden' }).click()
  await page.getByRole('menuitem', { name: 'Move to the trash…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Move to the trash' }).click()
  await shown(page.getByText('Garden is in the trash, with 0 records'))
  await expect.poll(() => row(page, 'Garden').count()).toBe(0)
  expect(await ids()).not.toContain('garden')

  await page.getByRole('button', { name: 'Restore Garden' }).click()
  await shown(page.getByText('Garden is restored'), row(page, 'Garden'))
  expect(await call('project_get', { id: 'garden' })).toEqual(before)

  await call('project_delete', { id: 'garden' })
  await page.reload()
  await page.getByRole('button', { name: 'Erase… Garden' }).click()
  const erase = page.getByRole('button', { name: 'Erase for good' })
  await page.getByLabel('Type garden to erase it').fill('gard')
  await expect.poll(() => erase.isDisabled()).toBe(true)
  await page.getByLabel('Type garden to erase it').fill('garden')
  await erase.click()
  await shown(page.getByText('Garden is erased'))
  expect((await call<List>('project_trash', {})).projects).toEqual([])
})

test('the trash asks once more for a project that sessions work on, and never takes the default one', async () => {
  const { id } = await project()
  await chat(id).write({ title: 'Busy' })
  const name = (await call<{ name: string }>('project_get', { id })).name
  const page = await visit('/projects')
  await page.getByRole('button', { name: `More about ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Move to the trash…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Move to the trash', exact: true }).click()
  await shown(dialog.getByRole('alert').getByText('is in use by'))
  expect(await ids()).toContain(id)
  await dialog.getByRole('button', { name: 'Move it to the trash anyway' }).click()
  await shown(page.getByText(`${name} is in the trash, with 1 record`))
  expect(await ids()).not.toContain(id)

  await page.getByRole('button', { name: 'More about Default' }).click()
  await shown(page.getByRole('menuitem', { name: 'Fields' }))
  expect(await page.getByRole('menuitem', { name: 'Move to the trash…' }).count()).toBe(0)
})

test('the import shows what would happen before it writes anything', async () => {
  const { id } = await project()
  const page = await visit('/projects')
  await page.getByRole('button', { name: 'Import' }).click()
  const before = await ids()
  await chooseFile(page, [
    { id: 'pear', name: 'Pear', fileSlice: '1-slice.x', customData: { recentEvents: 'Imported {text}.' } },
    { id, name: 'Taken' },
    { id: 'plum', name: 'Plum', template: 7 },
  ])
  const table = page.getByRole('region', { name: 'Preview' })
  await shown(page.getByText('1 created, 1 skipped, 1 invalid. Nothing is written yet.'))
  await expect
    .poll(() => table.getByRole('row').allInnerTexts())
    .toEqual([
      'Entry\tWould\tProject\tWhy',
      '1\tnew\tPear pear\t',
      `2\tskip\tTaken ${id}\tit exists`,
      expect.stringMatching(/^3\tinvalid\tPlum plum\ttemplate: /),
    ])
  expect(await ids()).toEqual(before)

  const button = page.getByRole('button', { name: 'Import 1 project' })
  await expect.poll(() => button.isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: 'Leave out the 1 invalid entry and import the others' }).check()
  await button.click()
  await shown(page.getByText('Imported: 1 created, 1 skipped, 1 invalid'), row(page, 'Pear'))
  expect(await ids()).toEqual([...before, 'pear'])
  expect(await call('project_get', { id: 'pear' })).toMatchObject({
    slice: '1-slice.x',
    customData: { recentEvents: 'Imported {text}.' },
  })
})

test('the import looks again when a conflict shall be met otherwise, and says what is wrong with a file', async () => {
  const { id } = await project()
  const page = await visit('/projects')
  await page.getByRole('button', { name: 'Import' }).click()
  await chooseFile(page, '{"a": 1')
  await shown(page.getByRole('alert'))
  await expect.poll(() => page.getByRole('button', { name: 'Import', exact: true }).last().isDisabled()).toBe(true)
  await chooseFile(page, [{ id, name: 'Copy of it' }])
  await shown(page.getByText('1 skipped. Nothing is written yet.'))
  await page.getByLabel('Existing projects').selectOption('new-id')
  await shown(page.getByText('1 created. Nothing is written yet.'), page.getByText(`the id '${id}' was taken`))
})

test('the import is fed by the export', async () => {
  await project()
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
