import { expect, test } from 'vitest'
import { type Found, loaded, look, lookAtScreens } from './look.ts'
import { furnishRecords, recordScreens } from './web-screens.ts'
import { goTo, shown, visiting } from './web-visitor.ts'

const visitor = visiting()
const { project, chat, open, url } = visitor

test.each(['main', 'other'] as const)('the %s screens of the records pass axe, light and dark', async which => {
  const screens = await recordScreens(visitor)
  const found = await lookAtScreens(await open('/'), screens[which], look)
  expect(found).toEqual({})
})

test('the screens of the records pass axe on a phone', async () => {
  const { path, root } = await furnishRecords(visitor)
  const page = await open(path, { viewport: { width: 390, height: 800 } })
  const found: Found = {}
  for (const address of [path, `${path}/tree`, `${path}/${root}`, `${path}/${root}/history`]) {
    await goTo(page, address)
    await loaded(page)
    await look(page, address, found)
  }
  await page.getByRole('button', { name: 'Menu' }).click()
  await shown(page.getByRole('dialog', { name: 'Menu' }))
  await look(page, 'menu', found)
  expect(found).toEqual({})
})

test('a record passes axe with its dialogs, menus and conflict open', async () => {
  const { id, path, root } = await furnishRecords(visitor)
  const other = chat(id)
  const page = await open(`${path}/${root}`)
  const found: Found = {}
  await loaded(page)
  await page.keyboard.press('t')
  await shown(page.getByRole('menu'))
  await look(page, 'state menu', found)
  await page.getByRole('menuitem', { name: /Resolved/ }).click()
  await page.getByLabel('Resolved by').fill('clock')
  await shown(page.getByRole('option').first())
  await look(page, 'resolve dialog with records found', found)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await shown(page.getByRole('dialog', { name: 'Keyboard' }))
  await look(page, 'keyboard help', found)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Switch project/ }).click()
  await look(page, 'project menu', found)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Body' }).fill('mine')
  await page.keyboard.press('Escape')
  await shown(page.getByRole('dialog', { name: 'Leave without saving?' }))
  await look(page, 'leaving a draft', found)
  await page.getByRole('button', { name: 'Continue editing' }).click()
  await other.update(root, { body: 'theirs' })
  await shown(page.getByText('since you loaded'))
  await look(page, 'behind', found)
  await page.keyboard.press('Control+s')
  await shown(page.getByRole('region', { name: 'Result' }))
  await page.getByRole('button', { name: 'Show base' }).click()
  await look(page, 'conflict', found)
  expect(found).toEqual({})
})

test('text of strangers stays text on every screen of the records: no script, no markup, nothing fetched', async () => {
  const { id, path } = await project()
  const hostile = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'
  const writer = chat(id)
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
    await loaded(page)
    expect(await page.evaluate('window.hacked'), place).toBeUndefined()
    expect(await page.locator('main img, main iframe, main script, main style, main b').count(), place).toBe(0)
  }
  expect(abroad).toEqual([])
  expect(complaints).toEqual([])
})
