import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectVisible, startTestServer } from './test-server.ts'

const { home, createProject, visit, call } = startTestServer()

interface Data {
  name: string
  slice: string
  taskFile: string
  projectPath?: string
  customData: { additionalNotes?: string; recentEvents?: string }
}

const get = (id: string) => call<Data>('project_get', { id })

test('the project form saves one field without the others, reverts, and saves all with one key', async () => {
  const { id } = await createProject()
  const page = await visit(`/p/${id}/context/project`)
  await page.getByLabel('Slice').fill('104-slice.merge')
  await page.getByLabel('Task file').fill('tasks')
  await page.getByRole('button', { name: 'Save Slice' }).click()
  await expectVisible(page.getByText('Slice saved'))
  expect(await get(id)).toMatchObject({ slice: '104-slice.merge', taskFile: '' })
  await page.getByRole('button', { name: 'Revert Task file' }).click()
  await expect.poll(() => page.getByLabel('Task file').inputValue()).toBe('')

  await page.getByLabel('Task file').fill('tasks')
  await page.getByLabel('Name').fill('Renamed')
  await page.getByLabel('Description').fill('What it is.')
  await page.getByLabel('Budget').fill('900')
  await page.getByLabel('Digest').click()
  await page.getByRole('switch', { name: 'Monorepo', exact: true }).click()
  await page.keyboard.press('Control+s')
  await expectVisible(page.getByText('Task file, Name, Description, Budget, Digest, Monorepo saved'))
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Renamed' }))
  expect(await get(id)).toMatchObject({ name: 'Renamed', taskFile: 'tasks', isMonorepo: true })
  expect(await call('project_about', { id })).toMatchObject({
    description: 'What it is.',
    maxTokens: 900,
    digest: 'off',
  })
})

test('the project form shows what the instruction selects, saved or not, and its layer', async () => {
  const { id } = await createProject()
  const folder = join(home, 'orchard')
  mkdirSync(join(folder, '.daybook'), { recursive: true })
  writeFileSync(join(folder, '.daybook', 'prompts.md'), '##### Implementation\nBuild {slice} with care.\n')
  await call('project_update', { id, projectPath: folder, slice: 'the wall' })
  const page = await visit(`/p/${id}/context/project`)
  await page.getByText('The prompt implementation').click()
  await expectVisible(page.getByText('Build the wall with care.'))
  await page.getByLabel('Instruction').fill('debug')
  await expectVisible(page.getByText('The prompt debugging'))
  await page.getByLabel('Instruction').fill('Fix the login page')
  await expectVisible(page.getByText('Free text'))
  await page.getByLabel('Instruction').fill('task')
  await page.getByRole('button', { name: 'task-breakdown', exact: true }).click()
  await expectVisible(page.getByText('The prompt task-breakdown'))
})

test('a missing folder is cleared with the button beside the failure', async () => {
  const { id } = await createProject()
  await call('project_update', { id, projectPath: join(home, 'nowhere') })
  const page = await visit(`/p/${id}/context`)
  await expectVisible(page.getByRole('alert').getByText('The folder in projectPath is missing'))
  await page.getByRole('link', { name: 'Correct it' }).click()
  await expectVisible(page.getByLabel('Folder'))
  await page.goBack()
  await page.getByRole('button', { name: 'Clear the folder' }).click()
  await expectVisible(page.getByRole('article', { name: 'The block' }))
  expect((await get(id)).projectPath).toBe('')
})

test('the failure of a broken prompt file names the file and line', async () => {
  const { id } = await createProject()
  const folder = join(home, 'broken')
  mkdirSync(join(folder, '.daybook'), { recursive: true })
  writeFileSync(join(folder, '.daybook', 'prompts.md'), '##### One\n```\nnever closed\n')
  await call('project_update', { id, projectPath: folder })
  const page = await visit(`/p/${id}/context/prompts`)
  await expectVisible(page.getByRole('alert').getByText(`${join(folder, '.daybook', 'prompts.md')}', line 2,`))
  await expectVisible(page.getByRole('button', { name: 'Copy the file’s path' }))
  writeFileSync(join(folder, '.daybook', 'prompts.md'), '##### One\nMended.\n')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectVisible(page.getByText('27 prompts'))
})

test('the failure of an unknown project links to the list', async () => {
  const page = await visit('/p/nobody/context/state')
  await page.getByRole('link', { name: 'List projects' }).first().click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Projects' }))
})
