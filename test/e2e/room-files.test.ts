import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runDaybook } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'
import { type Found, fits, loaded, look } from './look.ts'
import { visitingRooms } from './room-visitor.ts'
import { focused, shown, tabTo } from './web-visitor.ts'

const { home, open, url, project, inRoom, sampleRoom } = visitingRooms()
const scene = 'Story/Scenes/SCN-01-the-keeper.md'

describe('a project without a folder', () => {
  test('says so on every screen of the room, and opens the sample with one click', async () => {
    const { id } = await project()
    const page = await open(`/p/${id}/room/files`)
    await shown(page.getByText('No folder yet'))
    await page.goto(`${url()}/p/${id}/room`)
    await page.getByRole('button', { name: 'Open the sample' }).click()
    await shown(
      page.getByRole('tree', { name: 'Files' }).getByText('SCN-outline.md'),
      page.getByRole('region', { name: 'Agents' }).getByText('Built-in').first(),
      page.getByRole('link', { name: 'Audit: Verified' }),
      page.getByText('Nobody speaks and nobody waits.'),
    )
    await page.reload()
    await shown(page.getByRole('tree', { name: 'Files' }).getByText('SCN-outline.md'))
  })

  test('binds a folder that is there, and says what to do about one that is not', async () => {
    const { id } = await project()
    const folder = tempHome()
    const page = await open(`/p/${id}/room`)
    const path = page.getByLabel('Or bind a folder of your own')
    await path.fill(join(folder, 'nowhere'))
    await page.keyboard.press('Enter')
    await shown(page.getByRole('alert').getByText('Create it, or name another one.'))
    await path.fill(folder)
    await page.keyboard.press('Enter')
    await shown(page.getByText('No texts yet.'))
  })
})

describe('the files', () => {
  test('are opened, written and saved without a mouse', async () => {
    const { id, root, path } = await sampleRoom()
    const page = await open(path)
    await loaded(page)
    await page.keyboard.press('g')
    await page.keyboard.press('f')
    await shown(page.getByText('Choose a file'))
    const tree = page.getByRole('tree', { name: 'Files' })
    await page.keyboard.press('j')
    await focused(tree.getByRole('treeitem', { name: 'Story' }))
    await page.keyboard.press('ArrowRight')
    await focused(tree.getByRole('treeitem', { name: 'SCN-outline.md' }))
    await page.keyboard.press('ArrowDown')
    await focused(tree.getByRole('treeitem', { name: 'Scenes' }))
    await page.keyboard.press('ArrowLeft')
    await shown(tree.getByText(/^\d+ files$/).first())
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await focused(tree.getByRole('treeitem', { name: 'SCN-01-the-keeper.md' }))
    await page.keyboard.press('Enter')
    await shown(page.getByRole('heading', { level: 1, name: 'SCN-01-the-keeper.md' }))

    await page.keyboard.press('e')
    await focused(page.getByLabel(`Text of ${scene}`))
    await page.keyboard.press('Control+End')
    await page.keyboard.type('\nThe gull came back.')
    await page.keyboard.press('Control+s')
    await shown(page.getByText(`${scene} saved`), page.getByText('The gull came back.'))
    await focused(page.getByRole('button', { name: 'Edit' }))
    expect(readFileSync(join(root, scene), 'utf8')).toContain('The gull came back.')
    expect(await inRoom(id, 'room_file_show', { path: scene })).toMatchObject({ path: scene, resolved: 'exact' })
  })

  test('that were changed elsewhere are never written over unasked', async () => {
    const { root, path } = await sampleRoom()
    const page = await open(`${path}/files?path=${scene}&edit=true`)
    const text = page.getByLabel(`Text of ${scene}`)
    await text.fill('Mine.\n')
    writeFileSync(join(root, scene), 'Theirs.\n')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const conflict = page.getByRole('region', { name: 'Changed elsewhere' })
    await shown(conflict.getByText('Theirs.'), conflict.getByText('Mine.'))
    expect(readFileSync(join(root, scene), 'utf8')).toBe('Theirs.\n')
    await conflict.getByRole('button', { name: 'Save mine over it' }).click()
    await shown(page.getByText(`${scene} saved`))
    expect(readFileSync(join(root, scene), 'utf8')).toBe('Mine.\n')
  })

  test('keep a draft over a reload, and their kind of line ends', async () => {
    const { root, path } = await sampleRoom()
    writeFileSync(join(root, 'Story/Scenes/dos.md'), 'one\r\ntwo\r\n')
    const page = await open(`${path}/files?path=Story/Scenes/dos.md&edit=true`)
    await page.getByLabel('Text of Story/Scenes/dos.md').fill('one\ntwo\nthree\n')
    await shown(page.getByText('Draft kept in this browser'))
    await page.reload()
    await expect.poll(() => page.getByLabel('Text of Story/Scenes/dos.md').inputValue()).toBe('one\ntwo\nthree\n')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await shown(page.getByText('Story/Scenes/dos.md saved'))
    expect(readFileSync(join(root, 'Story/Scenes/dos.md'), 'utf8')).toBe('one\r\ntwo\r\nthree\r\n')
  })

  test('are made anew, with the refusal beside the path', async () => {
    const { root, path } = await sampleRoom()
    const page = await open(`${path}/files`)
    await page.getByRole('button', { name: 'New file' }).click()
    const dialog = page.getByRole('dialog', { name: 'New file' })
    await dialog.getByLabel('Path').fill('../outside.md')
    await page.keyboard.press('Enter')
    await shown(dialog.getByRole('alert'))
    await dialog.getByLabel('Path').fill('Story/Scenes/SCN-09-dawn.md')
    await page.keyboard.press('Enter')
    await page.getByLabel('Text of Story/Scenes/SCN-09-dawn.md').fill('# Dawn\n')
    await page.keyboard.press('Control+s')
    await shown(page.getByRole('heading', { level: 2, name: 'Dawn' }))
    expect(readFileSync(join(root, 'Story/Scenes/SCN-09-dawn.md'), 'utf8')).toBe('# Dawn\n')
  })

  test('are searched from the keyboard, and a hit opens its line', async () => {
    const { path } = await sampleRoom()
    const page = await open(`${path}/files`)
    await loaded(page)
    await page.keyboard.press('/')
    await focused(page.getByLabel('Search in all files'))
    await page.keyboard.type('counted the stairs')
    const hit = page.getByRole('list', { name: 'Lines found' }).getByRole('link')
    await shown(page.getByText('1 line', { exact: true }), hit.locator('mark'))
    await tabTo(page, hit)
    await page.keyboard.press('Enter')
    await shown(page.locator('.raw-line.meant').getByText('Ines counted the stairs by the sound of them.'))
    await page.getByRole('button', { name: 'Text', exact: true }).click()
    await shown(page.getByRole('heading', { level: 2, name: 'The Keeper' }))
  })

  test('show the outline by its entries, as text and raw, and leave it to no editor of files', async () => {
    const { path } = await sampleRoom()
    const page = await open(`${path}/files?path=Story/SCN-outline.md`)
    await shown(page.getByText('7 entries'), page.getByRole('heading', { level: 2, name: 'The Council Room' }))
    expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Raw' }).click()
    await shown(page.getByText('## Scene 6: The Low Bell (POV: Ines)'))
  })

  test('of which there are thousands make no more rows than are to be seen', async () => {
    const { root, path } = await sampleRoom()
    const many = join(root, 'Story/Many')
    mkdirSync(many)
    for (let at = 0; at < 5000; at++) writeFileSync(join(many, `n${String(at).padStart(4, '0')}.md`), `# ${at}\n`)
    const page = await open(`${path}/files`)
    const tree = page.getByRole('tree', { name: 'Files' })
    await tree.getByRole('treeitem', { name: 'Story' }).click()
    await tree.getByRole('treeitem', { name: 'Many' }).click()
    await shown(tree.getByRole('treeitem', { name: 'n0000.md' }))
    expect(await tree.getByRole('treeitem').count()).toBeLessThan(100)
    await page.keyboard.press('End')
    await page.keyboard.press('Home')
    await focused(tree.getByRole('treeitem', { name: 'Story' }))
    await page.goto(`${url()}${path}/files?path=Story/Many/n4321.md`)
    await shown(tree.getByRole('treeitem', { name: 'n4321.md', selected: true }))
    expect(await tree.getByRole('treeitem').count()).toBeLessThan(100)
  })

  test('with hostile text are text, and reach out to nobody', async () => {
    const { root, path } = await sampleRoom()
    const hostile = [
      '# <script>document.title="owned"</script> Heading',
      '',
      '<img src=x onerror="document.title=\'owned\'"> \u202Etxt.exe \u2066isolated',
      '',
      '[go](javascript:document.title=1) [data](data:text/html,hi) ![pic](https://elsewhere.test/pixel.png)',
    ].join('\n')
    writeFileSync(join(root, 'Story/Scenes/hostile.md'), hostile)
    const page = await open(`${path}/files`)
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await page.goto(`${url()}${path}/files?path=Story/Scenes/hostile.md`)
    const article = page.getByRole('article')
    await shown(
      article.getByText('<script>document.title="owned"</script> Heading'),
      article.getByText('[U+202E]txt.exe [U+2066]isolated'),
      article.getByText('Image:'),
    )
    expect(await article.locator('script, img, iframe, [onerror]').count()).toBe(0)
    expect(await article.locator('a[href^="javascript"], a[href^="data"]').count()).toBe(0)
    await page.getByRole('button', { name: 'Raw' }).click()
    await shown(article.getByText('[go](javascript:document.title=1)'), article.getByText('[U+202E]txt.exe'))
    await page.goto(`${url()}${path}/files?q=txt.exe`)
    await shown(page.getByRole('list', { name: 'Lines found' }).getByText('[U+202E]'))
    await expect.poll(() => page.title()).toBe('Files · Daybook')
    expect(asked.filter(address => !address.startsWith(url()))).toEqual([])
  })
})

test('the screens of the files pass axe, light and dark, and fit a wide and a narrow window', async () => {
  const { root, path } = await sampleRoom()
  const bare = await project()
  writeFileSync(join(root, 'Story/Scenes/long.md'), `# Long\n\n${'unbroken'.repeat(60)}\n`)
  const found: Found = {}
  for (const width of [1280, 380]) {
    const page = await open('/', { viewport: { width, height: 800 } })
    for (const address of [
      `/p/${bare.id}/room`,
      path,
      `${path}/files`,
      `${path}/files?q=bell`,
      `${path}/files?path=Story/Scenes/long.md`,
      `${path}/files?path=${scene}&view=raw&from=9&to=9`,
      `${path}/files?path=${scene}&edit=true`,
      `${path}/files?path=Story/SCN-outline.md`,
      `${path}/files?path=Story/nowhere.md`,
    ]) {
      await page.goto(`${url()}${address}`)
      await loaded(page)
      if (width === 1280) await look(page, address, found)
      await fits(page, width, address)
    }
    await page.context().close()
  }
  expect(found).toEqual({})
})

test('a reader sees the files and is given nothing that writes', async () => {
  const { id, path } = await sampleRoom()
  const { stdout } = await runDaybook(['token', 'add', 'rhea', '--json'], { home })
  const { secret }: { secret: string } = JSON.parse(stdout)
  expect((await runDaybook(['member', 'set', 'rhea', id, 'reader'], { home })).code).toBe(0)
  const page = await open(`/?token=${secret}`)
  await page.goto(`${url()}${path}/files?path=${scene}&edit=true`)
  await shown(page.getByRole('heading', { level: 2, name: 'The Keeper' }), page.getByText('Read-only.'))
  expect(await page.getByRole('button', { name: /^(Edit|New file)$/ }).count()).toBe(0)
  expect(await page.getByRole('textbox', { name: /^Text of/ }).count()).toBe(0)
})
