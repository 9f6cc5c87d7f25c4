import { expect, test } from 'vitest'
import { expectFocused, expectVisible, goTo, startTestServer } from './test-server.ts'

const { createProject, startChat, open, openAs, openAsReader, visit } = startTestServer()

test('a draft survives reload, leaving and coming back, and is removed by the save', async () => {
  const { id, path } = await createProject()
  const { id: record } = await startChat(id).write({ title: 'Draft me' })
  const page = await visit(`${path}/${record}?edit=true`)
  const body = page.getByRole('textbox', { name: 'Body' })
  await body.fill('half a thought')
  await page.reload()
  await expect.poll(() => body.inputValue()).toBe('half a thought')

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep draft and leave' }).click()
  await expectVisible(page.getByText('You have an unsaved draft'))
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect.poll(() => body.inputValue()).toBe('half a thought')
  await page.keyboard.press('Control+s')
  await expectVisible(page.getByText(`${record} saved as version 2`))
  await expectFocused(page.getByRole('button', { name: 'Edit' }))
  await expect.poll(() => page.getByText('unsaved draft').count()).toBe(0)
})

test('a write of another session is announced and does not change a draft', async () => {
  const { id, path } = await createProject()
  const other = startChat(id)
  const { id: record } = await other.write({ title: 'Mine' })
  const page = await open(`${path}/${record}?edit=true`)
  const body = page.getByRole('textbox', { name: 'Body' })
  await body.fill('my words')
  await other.update(record, { body: 'their words' })
  await expectVisible(page.getByText('1 write since you loaded'))
  await page.getByRole('button', { name: 'Sync' }).click()
  await expectVisible(page.getByText(`${record} was changed to version 2 since you began.`))
  await expect.poll(() => body.inputValue()).toBe('my words')
})

test('typed text is kept without a connection to the feed', async () => {
  const { id, path } = await createProject()
  const { id: record } = await startChat(id).write({ title: 'Unreachable' })
  const page = await visit(`${path}/${record}?edit=true`)
  await page.getByRole('textbox', { name: 'Body' }).fill('kept')
  await page.context().setOffline(true)
  await page.keyboard.press('Control+s')
  await expectVisible(page.getByText('Daybook does not answer.').first())
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectVisible(page.getByText(`${record} saved as version 2`))
})

test('a reader sees that they are one, and no control that writes', async () => {
  const { id, path } = await createProject()
  const { id: record } = await startChat(id).write({ title: 'Look only' })
  const page = await openAsReader(id, '/')
  await expectVisible(page.getByText('Read-only.'))
  await goTo(page, `${path}/${record}`)
  await expectVisible(
    page.getByRole('heading', { level: 1, name: 'Look only' }),
    page.getByRole('button', { name: 'History' }),
  )
  for (const name of ['Edit', 'New child', /^State/]) {
    expect(await page.getByRole('button', { name }).count()).toBe(0)
  }
  await goTo(page, `${path}/${record}?edit=true`)
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Look only' }))
  await goTo(page, `${path}/new`)
  await expectVisible(page.getByText('You can read this project, not write in it'))
  await goTo(page, `${path}/sessions`)
  await expectVisible(page.getByText('up to date', { exact: true }))
  expect(await page.getByRole('button', { name: /^Close session/ }).count()).toBe(0)
  await page.keyboard.press('Control+k')
  await expectVisible(page.getByRole('option', { name: /^Copy next-chat block/ }))
  const hidden = page.getByRole('option', { name: /^(New record|Copy stand-up)/ })
  await expect.poll(() => hidden.count()).toBe(0)
})

test('a writer is offered to close their own sessions and not those of others', async () => {
  const { id, path } = await createProject()
  await startChat(id).write({ title: 'Of another' })
  const page = await openAs('writer', id, `${path}/new`)
  await expectVisible(page.getByLabel('Title'))
  const own = await page.evaluate<string>(`
    fetch('/api/records/create_record', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ project_id: '${id}', type: 'note', title: 'Own', summary: 'S', body: 'B' }),
    }).then(async response => (await response.json()).session_id)
  `)
  await goTo(page, `${path}/sessions`)
  const rows = page.locator('.session-row')
  await expectVisible(rows.nth(1))
  await expect.poll(() => page.getByRole('button', { name: /^Close session/ }).count()).toBe(1)
  const closable = rows.filter({ has: page.getByRole('button', { name: /^Close session/ }) })
  await expect.poll(() => closable.getByRole('link').first().getAttribute('title')).toBe(own)
})

test('a member of a team is led to no screen that is for the owner of the machine', async () => {
  const { id } = await createProject()
  const page = await openAsReader(id, `/p/${id}`)
  const rail = page.getByRole('navigation', { name: 'Project' })
  await expectVisible(rail.getByRole('link', { name: 'Overview' }))
  await expect.poll(() => page.getByRole('link', { name: /^(Diary|Inbox|Work)/ }).count()).toBe(0)
  await goTo(page, '/settings')
  await expectVisible(page.getByText(/^claude mcp add --transport http/))
  expect(await page.getByRole('alert').count()).toBe(0)
})
