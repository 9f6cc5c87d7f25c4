import { expect, test } from 'vitest'
import { beginConflict } from './conflict.ts'
import { expectFocused, expectVisible, startTestServer, tabTo } from './test-server.ts'

const server = startTestServer()
const { call, createProject, startChat, open, visit } = server

test('the overview makes three calls of its own, beside those of the rail and of the list of projects', async () => {
  const { id, path } = await createProject()
  await startChat(id).write({ title: 'Counted once' })
  const page = await open('/favicon.svg')
  const calls: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST') calls.push(new URL(request.url()).pathname)
  })
  await page.goto(new URL(path, page.url()).href)
  await expectVisible(page.getByText('Counted once').first(), page.getByRole('heading', { name: 'Recent activity' }))
  // Connected to the feed: nothing more is loaded after that.
  await expectVisible(page.getByText('Live', { exact: true }))
  expect(calls.sort()).toEqual([
    '/api/home/home',
    '/api/home/home_project',
    '/api/records/get_project_overview',
    '/api/records/get_recent_activity',
    '/api/records/list_projects',
  ])
})

test('an address without a page keeps the navigation', async () => {
  const page = await visit('/nowhere')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Page not found' }))
  await page.getByRole('navigation').getByRole('link', { name: 'Diary', exact: true }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Days' }))
})

test('a keyboard user creates a project and a tree of records, finds, edits and closes them', async () => {
  const page = await visit('/')
  const { keyboard } = page
  await tabTo(page, page.getByRole('button', { name: /Switch project/ }))
  await keyboard.press('Enter')
  await expectFocused(page.getByRole('menuitem').first())
  await keyboard.press('End')
  await expectFocused(page.getByRole('menuitem', { name: 'New project…' }))
  await keyboard.press('Enter')
  await expectFocused(page.getByLabel('Name'))
  await keyboard.type('Orchard app')
  await keyboard.press('Enter')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Orchard app' }), page.getByText('No records yet'))

  await keyboard.press('Shift+N')
  await expectFocused(page.getByLabel('Title'))
  await keyboard.type('How do we merge offline edits?')
  await keyboard.press('Tab')
  await keyboard.type('question')
  await keyboard.press('Tab')
  await keyboard.type('Two phones write while neither sees the other.')
  await tabTo(page, page.getByRole('textbox', { name: 'Body' }))
  await keyboard.type('# What we know\n\nWall clocks **differ**.')
  await keyboard.press('Control+s')
  await expectVisible(
    page.getByRole('heading', { level: 1, name: 'How do we merge offline edits?' }),
    page.getByRole('heading', { level: 2, name: 'What we know' }),
    page.getByRole('status').getByText(/R\d+ created/),
  )
  const root = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  await keyboard.press('n')
  await expectFocused(page.getByLabel('Title'))
  await keyboard.type('Use a logical clock')
  await keyboard.press('Tab')
  await keyboard.type('conclusion')
  await keyboard.press('Tab')
  await keyboard.type('One counter per project.')
  await tabTo(page, page.getByRole('textbox', { name: 'Body' }))
  await keyboard.type(`It answers ${root}.`)
  await keyboard.press('Control+s')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Use a logical clock' }))
  await expectVisible(page.getByRole('navigation', { name: 'Ancestors' }).getByText('How do we merge offline edits?'))

  await keyboard.press('g')
  await keyboard.press('t')
  await expectVisible(page.getByText('Select a record'))
  await keyboard.press('j')
  await expectFocused(page.getByRole('treeitem', { name: /How do we merge/ }))
  await keyboard.press('h')
  await expect.poll(() => page.getByRole('treeitem').count()).toBe(1)
  await keyboard.press('l')
  await expectVisible(page.getByRole('treeitem', { name: /Use a logical clock/ }))
  await keyboard.press('j')
  await keyboard.press('k')
  await keyboard.press('Enter')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'How do we merge offline edits?' }))

  await keyboard.press('t')
  await expectFocused(page.getByRole('menuitem', { name: /Later/ }))
  await keyboard.press('ArrowDown')
  await expectFocused(page.getByRole('menuitem', { name: /Resolved/ }))
  await keyboard.press('Enter')
  await expectFocused(page.getByLabel('Resolved by'))
  await keyboard.type('logical clock')
  await expectVisible(page.getByRole('option', { name: /Use a logical clock/ }))
  await keyboard.press('Enter')
  await keyboard.press('Enter')
  await expectVisible(page.getByText(`${root} is resolved; 1 child is still open`))
  await expectFocused(page.getByRole('button', { name: 'State: Resolved' }))

  await keyboard.press('d')
  await expectVisible(
    page.getByRole('heading', { level: 1, name: `History of ${root}` }),
    page.getByText('OPEN → RESOLVED'),
  )
  await keyboard.press('g')
  await keyboard.press('o')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Orchard app' }))
  await keyboard.press('g')
  await keyboard.press('a')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Activity' }))
  await keyboard.press('?')
  await expectVisible(page.getByRole('dialog', { name: 'Keyboard' }))
  await keyboard.press('Escape')
})

test('a keyboard user searches: words, filters, the found record, and back to the list', async () => {
  const { id, path } = await createProject()
  const writer = startChat(id)
  await writer.write({ title: 'Merge of edits', body: 'Two phones merge what they wrote.' })
  const other = await writer.write({
    title: 'Something else',
    body: 'Nothing about phones merging here.',
    type: 'note',
  })
  await writer.transition(other.id, { to_state: 'LATER', reason: 'not now' })
  const page = await visit(path)
  const { keyboard } = page
  await expectVisible(page.getByRole('heading', { level: 1 }))

  await keyboard.press('/')
  await expectFocused(page.getByRole('searchbox', { name: 'Search records' }).and(page.locator('#search-words')))
  await keyboard.type('phones')
  await expectVisible(page.getByRole('link', { name: /Merge of edits/ }), page.locator('mark').first())
  await keyboard.press('ArrowDown')
  await expectFocused(page.locator('[data-row]').first())

  const records = await visit(`${path}/search`)
  const words = records.locator('#search-words')
  await words.fill('phones')
  await expectVisible(records.getByText('2 records'), records.locator('mark', { hasText: 'phones' }).first())
  await tabTo(records, records.getByRole('button', { name: 'Later' }))
  await records.keyboard.press('Space')
  await expectVisible(records.getByText('1 record', { exact: true }))
  await words.press('ArrowDown')
  await expectFocused(records.getByRole('link', { name: /Something else/ }))
  await records.keyboard.press('Enter')
  await expectVisible(records.getByRole('heading', { level: 1, name: 'Something else' }))
  await records.goBack()
  await expectVisible(records.getByText('1 record', { exact: true }))
})

test('a keyboard user is offered only the allowed transitions, and sees what each needs', async () => {
  const { id, path } = await createProject()
  const record = await startChat(id).write({ title: 'Undecided' })
  const page = await visit(`${path}/${record.id}`)
  await expectVisible(page.getByRole('button', { name: 'State: Open' }))
  await page.keyboard.press('t')
  await expect
    .poll(() => page.getByRole('menuitem').allInnerTexts())
    .toEqual([
      expect.stringContaining('Later'),
      expect.stringContaining('Resolved'),
      expect.stringContaining('Discarded'),
    ])
  await page.getByRole('menuitem', { name: /Later/ }).press('Enter')
  await expectVisible(page.getByRole('dialog'))
  await expect.poll(() => page.getByRole('button', { name: /Postpone/ }).isDisabled()).toBe(true)
  await page.getByLabel('Reason').fill('waits for the market')
  await page.getByRole('button', { name: /Postpone/ }).press('Enter')
  await expectVisible(page.getByText('waits for the market'), page.getByRole('button', { name: 'State: Later' }))
  await page.keyboard.press('t')
  await expect
    .poll(() => page.getByRole('menuitem').allInnerTexts())
    .toEqual([expect.stringContaining('Open'), expect.stringContaining('Discarded')])
})

test('a conflict between two sessions is shown as yours, theirs and a merged result, and resolved in the page', async () => {
  const { page, record, stored, project } = await beginConflict(server)
  await expectVisible(
    page.getByRole('region', { name: 'Yours' }).getByRole('cell', { name: 'added: ONE' }),
    page.getByRole('region', { name: 'Theirs' }).getByRole('cell', { name: 'added: FIVE' }),
    page.getByText('Conflict: R', { exact: false }).first(),
  )
  await page.getByRole('button', { name: 'Show base' }).click()
  await expectVisible(page.getByRole('region', { name: 'Base' }))
  const result = page.getByRole('region', { name: 'Result' }).getByRole('textbox', { name: 'Body' })
  await expect.poll(() => result.inputValue()).toBe('ONE\ntwo\nthree\nfour\nFIVE\n')

  await result.fill('ONE\ntwo\nthree\nfour\nFIVE\nsix\n')
  await page.reload()
  await expect.poll(() => result.inputValue()).toContain('six')
  await page.keyboard.press('Control+s')
  await expectVisible(page.getByText(`Conflict resolved: ${record} saved as version 3`))
  expect(await stored()).toMatchObject({ body: 'ONE\ntwo\nthree\nfour\nFIVE\nsix\n', summary: 'Theirs', version: 3 })
  const { activity } = await call<{ activity: { type: string }[] }>('get_recent_activity', { project_id: project })
  expect(activity.map(({ type }) => type)).toEqual(expect.arrayContaining(['conflict_detected', 'conflict_resolved']))
})
