import { expect, test } from 'vitest'
import { startServer } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'
import { focused, shown, visiting } from './web-visitor.ts'

const { project, chat, open } = visiting()

test('somebody with a keyboard walks a long tree, of which only a part is loaded at a time', async () => {
  const { id, path } = await project()
  const writer = chat(id)
  for (let number = 1; number <= 203; number++) await writer.write({ title: `Root ${number}` })
  const page = await open(`${path}/tree`)
  await shown(page.getByRole('treeitem', { name: /Root 1\b/ }))
  await page.keyboard.press('j')
  await focused(page.getByRole('treeitem', { name: /Root 1\b/ }))
  await page.keyboard.press('End')
  await focused(page.getByRole('treeitem', { name: 'Show more (3 records left)' }))
  await page.keyboard.press('Enter')
  await focused(page.getByRole('treeitem', { name: /Root 201/ }))
  await page.keyboard.press('End')
  await focused(page.getByRole('treeitem', { name: /Root 203/ }))
  expect(await page.getByRole('treeitem').count()).toBeLessThan(100)
})

test('news are known to be missing while the server is away, and come again with it', async () => {
  const own = tempHome()
  const first = await startServer({ home: own })
  const page = await open('/', {}, first.url)
  await shown(page.getByText('Nothing is written here yet'), page.getByText('Live', { exact: true }))
  await first.stop()
  await shown(page.getByText('Offline.'))
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await shown(page.getByText('Daybook does not answer.', { exact: true }))
  await startServer({ home: own, args: ['--port', new URL(first.url).port] })
  await shown(page.getByText('Live', { exact: true }), page.getByText('Nothing happened yet'))
})
