import { describe, expect, test } from 'vitest'
import { type Found, loaded, look } from './look.ts'
import { shown, visiting } from './web-visitor.ts'

const { project, chat, open, url, call } = visiting()

/** A project with something on every screen. */
async function furnished() {
  const { id, path } = await project()
  const writer = chat(id)
  const root = await writer.write({
    title: 'How do we merge offline edits?',
    body: '# Facts\n\n- wall clocks differ\n- `ticks` do not\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted\n\n```\ncode\n```\n',
    metadata: {
      topic: 'clock',
      evidence: [{ kind: 'file', ref: 'notes/gone.md', lines: '1-2' }],
    },
  })
  const child = await writer.write({ title: 'Use a logical clock', parent_id: root.id, type: 'conclusion' })
  const later = await writer.write({ title: 'Vector clocks', parent_id: root.id, related: [child.id], type: 'option' })
  await writer.transition(later.id, { to_state: 'LATER', reason: 'too heavy for now' })
  const dropped = await writer.write({ title: 'Trust wall clocks', parent_id: root.id, type: 'option' })
  await writer.transition(dropped.id, { to_state: 'DISCARDED', reason: 'they differ' })
  await writer.update(root.id, { body: 'Rewritten.\n\n## More\n\nText with R001.\n', summary: 'Changed.' })
  await writer.save('Clock talked over')
  return { id, path, root: root.id, child: child.id }
}

describe('every screen', () => {
  test('passes axe, light and dark', async () => {
    const { path, root, child } = await furnished()
    const empty = await project()
    const page = await open(path)
    const screens = {
      overview: path,
      tree: `${path}/tree`,
      record: `${path}/${root}`,
      'child record': `${path}/${child}`,
      'agent context': `${path}/${root}?view=context`,
      editing: `${path}/${root}?edit=true`,
      'new record': `${path}/new?parent=${root}`,
      search: `${path}/search?q=clock`,
      'search without words': `${path}/search`,
      history: `${path}/${root}/history`,
      'history side by side': `${path}/${root}/history?split=true`,
      'no conflict': `${path}/${root}/conflict`,
      sessions: `${path}/sessions`,
      activity: `${path}/activity`,
      'an empty project': empty.path,
      'an unknown record': `${path}/R99999`,
      'an unknown page': '/nowhere',
    }
    const found: Found = {}
    for (const [name, address] of Object.entries(screens)) {
      await page.goto(`${url()}${address}`)
      await loaded(page)
      await look(page, name, found)
    }
    expect(found).toEqual({})
  })

  test('passes axe on a phone', async () => {
    const { path, root } = await furnished()
    const page = await open(path, { viewport: { width: 390, height: 800 } })
    const found: Found = {}
    for (const address of [path, `${path}/tree`, `${path}/${root}`, `${path}/${root}/history`]) {
      await page.goto(`${url()}${address}`)
      await loaded(page)
      await look(page, address, found)
    }
    await page.getByRole('button', { name: 'Menu' }).click()
    await shown(page.getByRole('dialog', { name: 'Menu' }))
    await look(page, 'menu', found)
    expect(found).toEqual({})
  })

  test('passes axe with its dialogs, menus and conflict open', async () => {
    const { id, path, root } = await furnished()
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
    await page.getByRole('button', { name: 'Go on writing' }).click()
    await other.update(root, { body: 'theirs' })
    await shown(page.getByText('since you loaded'))
    await look(page, 'behind', found)
    await page.keyboard.press('Control+s')
    await shown(page.getByRole('region', { name: 'Result' }))
    await page.getByRole('button', { name: 'Show base' }).click()
    await look(page, 'conflict', found)
    expect(found).toEqual({})
  })
})

describe('text of strangers', () => {
  test('stays text on every screen: no script, no markup, nothing fetched', async () => {
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

    await call('update_record', { id: record, ...(await writerSession(record)), body: linksBody })
    await page.goto(`${url()}${path}/${record}`)
    await loaded(page)
    const outside = page.getByRole('link', { name: 'outside' })
    await expect.poll(() => outside.getAttribute('rel')).toContain('noopener')
    await expect.poll(() => outside.getAttribute('href')).toBe('https://example.com/')
    expect(await page.locator('.markdown a[href^="javascript"], .markdown a[href^="data"]').count()).toBe(0)
    expect(await page.locator('.markdown [onclick], .markdown [onload], .markdown img').count()).toBe(0)
    await shown(page.getByRole('link', { name: 'tracking' }), page.getByText('<a href="https://evil.example"'))
    expect(await page.evaluate('window.hacked')).toBeUndefined()
    expect(abroad).toEqual([])
    expect(complaints).toEqual([])
  })

  const linksBody = [
    '[script](javascript:window.hacked=1) [data](data:text/html,x) [outside](https://example.com/)',
    '![tracking](https://evil.example/pixel.png)',
    '<a href="https://evil.example" onclick="window.hacked=1">link</a>',
  ].join('\n\n')

  async function writerSession(id: string) {
    const { session_id } = await call<{ session_id: string }>('activate', { id })
    return { session_id }
  }
})
