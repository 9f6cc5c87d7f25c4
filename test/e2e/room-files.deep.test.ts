import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkBothThemes, checkScreens, expectToFit } from './accessibility.ts'
import { fileScreens } from './room-screens.ts'
import { startRoomServer } from './room-server.ts'
import { expectFocused, expectVisible } from './test-server.ts'

const rooms = startRoomServer()
const { open, url, createSampleRoom } = rooms

test('the file screens pass axe, light and dark, and fit a wide and a narrow window', async () => {
  const { main, other } = await fileScreens(rooms)
  const addresses = [...main, ...other]
  const page = await open('/')
  const found = await checkScreens(page, addresses, async (page, address, found) => {
    await checkBothThemes(page, address, found)
    await expectToFit(page, 1280, address)
  })
  await page.setViewportSize({ width: 380, height: 800 })
  await checkScreens(page, addresses, (page, address) => expectToFit(page, 380, address))
  expect(found).toEqual({})
})

test('thousands of files render only the visible rows', async () => {
  const { root, path } = await createSampleRoom()
  const many = join(root, 'Story/Many')
  mkdirSync(many)
  for (let at = 0; at < 5000; at++) writeFileSync(join(many, `n${String(at).padStart(4, '0')}.md`), `# ${at}\n`)
  const page = await open(`${path}/files`)
  const tree = page.getByRole('tree', { name: 'Files' })
  await tree.getByRole('treeitem', { name: 'Story' }).click()
  await tree.getByRole('treeitem', { name: 'Many' }).click()
  await expectVisible(tree.getByRole('treeitem', { name: 'n0000.md' }))
  expect(await tree.getByRole('treeitem').count()).toBeLessThan(100)
  await page.keyboard.press('End')
  await page.keyboard.press('Home')
  await expectFocused(tree.getByRole('treeitem', { name: 'Story' }))
  await page.goto(`${url()}${path}/files?path=Story/Many/n4321.md`)
  await expectVisible(tree.getByRole('treeitem', { name: 'n4321.md', selected: true }))
  expect(await tree.getByRole('treeitem').count()).toBeLessThan(100)
})

test('hostile text in files stays text, and fetches nothing', async () => {
  const { root, path } = await createSampleRoom()
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
  await expectVisible(
    article.getByText('<script>document.title="owned"</script> Heading'),
    article.getByText('[U+202E]txt.exe [U+2066]isolated'),
    article.getByText('Image:'),
  )
  expect(await article.locator('script, img, iframe, [onerror]').count()).toBe(0)
  expect(await article.locator('a[href^="javascript"], a[href^="data"]').count()).toBe(0)
  await page.getByRole('button', { name: 'Raw' }).click()
  await expectVisible(article.getByText('[go](javascript:document.title=1)'), article.getByText('[U+202E]txt.exe'))
  await page.goto(`${url()}${path}/files?q=txt.exe`)
  await expectVisible(page.getByRole('list', { name: 'Lines found' }).getByText('[U+202E]'))
  await expect.poll(() => page.title()).toBe('Files · Daybook')
  expect(asked.filter(address => !address.startsWith(url()))).toEqual([])
})
