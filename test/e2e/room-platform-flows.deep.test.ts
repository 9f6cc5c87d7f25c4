import { expect, test } from 'vitest'
import { waitUntilLoaded } from './accessibility.ts'
import { startRoomServer } from './room-server.ts'
import { expectFocused, expectVisible, tabTo } from './test-server.ts'

const { visit, createSampleRoom } = startRoomServer()

interface Issue {
  id: number
  title: string
  status: string
  tags: string[]
  comments: { body: string; impactLevel?: string }[]
}

interface Runs {
  runs: { run_id: string; status: string }[]
}

test('issues are opened, commented on and closed by keyboard', async () => {
  const { path, call } = await createSampleRoom()
  const page = await visit(`${path}/issues`)
  await expectVisible(page.getByRole('link', { name: /How often does the bell ring/ }))
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'New issue' })
  await expectFocused(dialog.getByLabel('Title'))
  await page.keyboard.type('Who lit the lamp?')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Scene 2 does **not** say.')
  await dialog.getByLabel('Tags').fill('lamp, canon, lamp')
  await page.keyboard.press('Enter')

  await expectVisible(
    page.getByRole('heading', { level: 1, name: /Who lit the lamp\?/ }),
    page.locator('strong', { hasText: 'not' }),
  )
  await tabTo(page, page.getByLabel('Comment', { exact: true }))
  await page.keyboard.type('It was the keeper.')
  await tabTo(page, page.getByLabel('Impact'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('article', { name: 'Comment by user' }).getByText('It was the keeper.'))

  await page.getByLabel('Status').selectOption('closed')
  await expectVisible(page.getByText('The issue is saved'))
  const { issues } = await call<{ issues: Issue[] }>('room_issue_list', { q: 'lamp' })
  expect(issues.find(({ title }) => title === 'Who lit the lamp?')).toMatchObject({
    status: 'closed',
    tags: ['lamp', 'canon'],
    comments: [{ body: 'It was the keeper.', impactLevel: 'cosmetic' }],
  })

  await page.keyboard.press('Escape')
  await page.locator('h1').click()
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  const closed = page.getByRole('region', { name: 'Closed' })
  await expectVisible(closed.getByRole('link', { name: /Who lit the lamp/ }))
  await page.getByLabel('Filter issues').fill('no such words')
  await expectVisible(page.getByText('No matching issues'))
})

test('issues show hostile text as text', async () => {
  const { path, call } = await createSampleRoom()
  const title = '<img src=x onerror="document.title=1"> \u202eevil'
  const body =
    '<script>document.title = 1</script>\n\n[go](javascript:alert(1)) ![p](http://127.0.0.1:9/p.png) \u202eback'
  const { id } = await call<{ id: number }>('room_issue_open', { title, body, tags: ['<b>tag</b>'] })
  await call('room_issue_comment', { id, body: '<iframe src="http://127.0.0.1:9"></iframe> **said**' })
  const page = await visit(`${path}/issues`)
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await page.getByRole('link', { name: /<img src=x/ }).click()
  await expectVisible(
    page.getByRole('heading', { level: 1, name: /<img src=x onerror="document.title=1"> \[U\+202E\]evil/ }),
    page.getByText('<script>document.title = 1</script>'),
    page.getByText('<iframe src="http://127.0.0.1:9"></iframe>'),
    page.getByText('<b>tag</b>'),
  )
  await expect.poll(() => page.title()).toContain('[U+202E]evil')
  expect(await page.locator('main').locator('img, iframe, script, a[href^="javascript"]').count()).toBe(0)
  expect(asked.filter(url => url.includes(':9/'))).toEqual([])
})

test('issues keep the receipts that are filed with them, and their files', async () => {
  const { path, call } = await createSampleRoom()
  const { session_id, receipt_id } = await call<{ session_id: string; receipt_id: string }>('room_tool_run', {
    id: 'outline_analyzer',
    args: { outline_path: 'Story/SCN-outline.md' },
  })
  const page = await visit(`${path}/issues/1`)
  const certainty = page.getByLabel('Certainty')
  await certainty.selectOption('verified')
  await expectVisible(page.getByText('Verified needs at least one linked receipt that is valid.'))
  await page.getByLabel('File receipts of').selectOption(session_id)
  await page.getByRole('button', { name: 'File receipts' }).click()
  const filed = page.getByRole('region', { name: 'Filed evidence' })
  await expectVisible(page.getByText('1 receipt filed with the issue'), filed.getByText('Verified'))
  await filed.getByText(/^Receipts/).click()
  await expectVisible(filed.getByText(receipt_id).first(), filed.getByRole('button', { name: 'Download' }))
  await certainty.selectOption('verified')
  await expect.poll(async () => (await call('room_issue_show', { id: 1 })).epistemicStatus).toBe('verified')

  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('button', { name: 'Restore it' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: /How often does the bell ring/ }))
})

test('the canon is built with progress, becomes stale when a card changes, and is built again', async () => {
  const { path, call } = await createSampleRoom()
  const page = await visit(`${path}/canon`)
  await expectVisible(page.getByText('Not built yet'))
  await page.getByRole('button', { name: 'Build the index' }).click()
  await expectVisible(page.getByText('Up to date'), page.getByRole('cell', { name: /CHAR-tobin-ash\.md/ }))

  const card = 'Compendium/Characters/CHAR-tobin-ash.md'
  const { content, sha256 } = await call<{ content: string; sha256: string }>('room_file_show', { path: card })
  await call('room_file_save', { path: card, content: `${content}\nHe hums.\n`, ifMatch: sha256 })
  await page.reload()
  await expectVisible(
    page.getByText('Out of date'),
    page.getByRole('region', { name: 'Changed since' }).getByRole('link', { name: card }),
  )
  await page.getByRole('button', { name: 'Build the index' }).click()
  await expectVisible(page.getByText('Up to date'))
  await expect.poll(async () => (await call('room_canon_status')).status).toBe('indexed')
})

test('runs are started from a recipe and followed to their end', async () => {
  const { path, call } = await createSampleRoom()
  const page = await visit(`${path}/runs`)
  await page.getByRole('button', { name: 'Start: Read the prose of a scene' }).click()
  const dialog = page.getByRole('dialog')
  const start = dialog.getByRole('button', { name: 'Start the run' })
  await expect.poll(() => start.isDisabled()).toBe(true)
  await dialog.getByLabel('Scene path').fill('Story/Scenes/SCN-01-the-keeper.md')
  await dialog.getByLabel('Purpose').fill('Look at the long sentences')
  await start.click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Look at the long sentences' }))
  await expectVisible(page.getByRole('region', { name: 'Steps' }).getByText('prose_analyzer', { exact: true }))
  await expect.poll(() => page.getByRole('progressbar', { name: 'Done' }).getAttribute('aria-valuenow')).toBe('100')
  const brought = page.getByRole('region', { name: 'Results' })
  await expectVisible(brought.getByRole('button', { name: /^Evidence/ }), page.getByText('Passed').first())
  await brought.getByRole('button', { name: /^Evidence/ }).click()
  await expectVisible(page.getByRole('dialog', { name: 'Evidence' }))
  expect(await call<Runs>('room_run_list')).toMatchObject({ runs: [{ status: 'done' }] })
})

test('runs say why they failed, and continue when they are resumed', async () => {
  const { path, call } = await createSampleRoom()
  await call('room_agent_enable', { id: 'editor', enabled: false })
  const { run_id } = await call<{ run_id: string }>('room_run_start', {
    recipe_id: 'analytical_prose',
    args: { scene_path: 'Story/Scenes/SCN-01-the-keeper.md' },
  })
  const page = await visit(`${path}/runs/${run_id}`)
  await expectVisible(page.getByText('A step failed. No enabled agent has the role.').first())
  await call('room_agent_enable', { id: 'editor', enabled: true })
  await page.getByRole('button', { name: 'Resume' }).click()
  await expectVisible(page.getByText('2 attempts'), page.getByRole('progressbar', { name: 'Done' }))
  await expect.poll(async () => (await call('room_run_show', { id: run_id })).status).toBe('done')
})

test('runs are linked in the rail', async () => {
  const { path } = await createSampleRoom()
  const page = await visit(`${path}/issues`)
  await page.getByRole('list', { name: 'Room' }).getByRole('link', { name: 'Runs' }).click()
  await waitUntilLoaded(page)
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Runs' }))
})
