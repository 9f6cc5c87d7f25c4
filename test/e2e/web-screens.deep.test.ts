import { expect, test } from 'vitest'
import { checkBothThemes, checkScreens, type Found, waitUntilLoaded } from './accessibility.ts'
import { expectFocused, expectVisible, goTo, startTestServer } from './test-server.ts'
import { recordScreens, seedRecords } from './web-screens.ts'

const server = startTestServer()
const { createProject, startChat, open, url } = server

test.each(['main', 'other'] as const)('the %s screens of the records pass axe, light and dark', async which => {
  const screens = await recordScreens(server)
  const found = await checkScreens(await open('/'), screens[which], checkBothThemes)
  expect(found).toEqual({})
})

test('the screens of the records pass axe on a phone', async () => {
  const { path, root } = await seedRecords(server)
  const page = await open(path, { viewport: { width: 390, height: 800 } })
  const found: Found = {}
  for (const address of [path, `${path}/tree`, `${path}/${root}`, `${path}/${root}/history`]) {
    await goTo(page, address)
    await waitUntilLoaded(page)
    await checkBothThemes(page, address, found)
  }
  await page.getByRole('button', { name: 'Menu' }).click()
  await expectVisible(page.getByRole('dialog', { name: 'Menu' }))
  await checkBothThemes(page, 'menu', found)
  expect(found).toEqual({})
  await page.keyboard.press('Escape')
  await expectFocused(page.getByRole('button', { name: 'Menu' }))
})

test('a record passes axe with its dialogs, menus and conflict open', async () => {
  const { id, path, root } = await seedRecords(server)
  const other = startChat(id)
  const page = await open(`${path}/${root}`)
  const found: Found = {}
  await waitUntilLoaded(page)
  await page.keyboard.press('t')
  await expectVisible(page.getByRole('menu'))
  await checkBothThemes(page, 'state menu', found)
  await page.getByRole('menuitem', { name: /Resolved/ }).click()
  await page.getByLabel('Resolved by').fill('clock')
  await expectVisible(page.getByRole('option').first())
  await checkBothThemes(page, 'resolve dialog with records found', found)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expectVisible(page.getByRole('dialog', { name: 'Keyboard' }))
  await checkBothThemes(page, 'keyboard help', found)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Switch project/ }).click()
  await checkBothThemes(page, 'project menu', found)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Body' }).fill('mine')
  await page.keyboard.press('Escape')
  await expectVisible(page.getByRole('dialog', { name: 'Leave without saving?' }))
  await checkBothThemes(page, 'leaving a draft', found)
  await page.getByRole('button', { name: 'Continue editing' }).click()
  await other.update(root, { body: 'theirs' })
  await expectVisible(page.getByText('since you loaded'))
  await checkBothThemes(page, 'behind', found)
  await page.keyboard.press('Control+s')
  await expectVisible(page.getByRole('region', { name: 'Result' }))
  await page.getByRole('button', { name: 'Show base' }).click()
  await checkBothThemes(page, 'conflict', found)
  expect(found).toEqual({})
})

test('untrusted text stays text on every record screen: no script, no markup, nothing fetched', async () => {
  const { id, path } = await createProject()
  const hostile = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'
  const writer = startChat(id)
  const { id: record } = await writer.write({
    title: `Title ${hostile}`,
    type: '<b>type</b>',
    summary: `Summary ${hostile}`,
    body: [
      `Body ${hostile}`,
      '<iframe src="https://evil.example/frame"></iframe><style>body{display:none}</style><svg onload="window.hacked=1">',
      '[script](javascript:window.hacked=1) [data](data:text/html,<script>window.hacked=1</script>)',
      '![tracking](https://evil.example/pixel.png)',
      '<a href="https://evil.example" onclick="window.hacked=1">link</a>',
      '[outside](https://example.com/ "a title")',
      '```html\n<script>window.hacked=1</script>\n```',
    ].join('\n\n'),
    metadata: { note: hostile, '<i>key</i>': 'x' },
  })
  await writer.update(record, { body: `Second ${hostile}\n` })
  await writer.update(record, { summary: `Third ${hostile}` })
  await writer.transition(record, { to_state: 'LATER', reason: hostile })
  await writer.save(`Saved ${hostile}`)
  const page = await open('/')
  const abroad: string[] = []
  const complaints: string[] = []
  page.on('request', request => {
    if (!request.url().startsWith(url())) abroad.push(request.url())
  })
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('dialog', dialog => void dialog.dismiss())
  const places = ['', '/tree', `/${record}`, `/${record}?edit=true`, `/${record}?view=context`, '/search?q=hacked']
  for (const place of [...places, `/${record}/history?from=v1`, '/sessions', '/activity']) {
    await page.goto(`${url()}${path}${place}`)
    await waitUntilLoaded(page)
    expect(await page.evaluate('window.hacked'), place).toBeUndefined()
    expect(await page.locator('main img, main iframe, main script, main style, main b').count(), place).toBe(0)
  }
  expect(abroad).toEqual([])
  expect(complaints).toEqual([])
})
