import { expect, test } from 'vitest'
import { checkBothThemes, checkScreens, expectToFit, type Found, waitUntilLoaded } from './accessibility.ts'
import { contextScreens, seedContext } from './context-screens.ts'
import { expectVisible, goTo, startTestServer } from './test-server.ts'

const server = startTestServer()
const { open, call, createProject, startChat, url } = server

test.each([
  ['main', 1280],
  ['main', 390],
  ['other', 1280],
  ['other', 390],
] as const)(
  'the %s screens of the context pass axe, light and dark, and fit a window of %i pixels',
  async (which, width) => {
    const screens = await contextScreens(server)
    const page = await open('/projects', { viewport: { width, height: 800 } })
    const found = await checkScreens(page, screens[which], async (page, address, found) => {
      for (const summary of await page.locator('.why > summary').all()) await summary.click()
      await checkBothThemes(page, address, found)
      await expectToFit(page, width, address)
    })
    expect(found).toEqual({})
  },
)

test('the context passes axe with its dialogs, its menu, a budget and a field that was changed elsewhere', async () => {
  const { full } = await seedContext(server)
  const found: Found = {}
  const page = await open('/projects')
  await page.getByRole('button', { name: 'New project' }).click()
  await checkBothThemes(page, 'new project', found)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Import' }).click()
  const buffer = Buffer.from(JSON.stringify([{ id: 'pear', name: 'Pear' }, { name: 5 }]))
  await page.getByLabel('File').setInputFiles({ name: 'projects.json', mimeType: 'application/json', buffer })
  await expectVisible(page.getByRole('region', { name: 'Preview' }))
  await checkBothThemes(page, 'import', found)
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^More about/ })
    .last()
    .click()
  await checkBothThemes(page, 'menu of a project', found)
  await page.getByRole('menuitem', { name: 'Move to the trash…' }).click()
  await checkBothThemes(page, 'delete', found)
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Erase…/ })
    .first()
    .click()
  await checkBothThemes(page, 'erase', found)
  await page.keyboard.press('Escape')

  await goTo(page, `/p/${full}/context`)
  await page.getByRole('switch', { name: 'Budget' }).click()
  await page.getByLabel('Budget in tokens', { exact: true }).fill('350')
  await page.getByRole('textbox', { name: 'Slice' }).fill('105')
  await expectVisible(page.getByRole('region', { name: 'Left out by the budget' }))
  await checkBothThemes(page, 'budget and override', found)

  await goTo(page, `/p/${full}/context/project`)
  await page.getByLabel('Slice').fill('mine')
  await page.getByRole('textbox', { name: 'Notes' }).fill('Ask first.\nMine.')
  await call('project_update', { id: full, slice: 'theirs', customData: { additionalNotes: 'Theirs.' } })
  await expectVisible(page.getByRole('region', { name: 'Notes was changed elsewhere' }))
  await checkBothThemes(page, 'changed elsewhere', found)
  await page.keyboard.press('Escape')
  await expectVisible(page.getByRole('dialog', { name: 'Leave without saving?' }))
  await page.getByRole('button', { name: 'Keep draft and leave' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Projects' }))
  await page.keyboard.press('?')
  await expectVisible(page.getByRole('dialog', { name: 'Keyboard' }).getByText('Copy the block or the prompt'))
  await checkBothThemes(page, 'keyboard help', found)
  expect(found).toEqual({})
})

test('untrusted text stays text on every context screen: no script, no markup, nothing fetched', async () => {
  const hostile =
    '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>\u202e](javascript:window.hacked=1)'
  const { id } = await createProject()
  const writer = startChat(id)
  await writer.write({ title: `Title ${hostile}`, summary: hostile })
  const line = hostile.replace('\u202e', '')
  await call('project_update', {
    id,
    name: `Name ${line}`,
    slice: line,
    taskFile: line,
    instruction: `Do ${hostile}`,
    customData: { recentEvents: `One ${hostile}`, additionalNotes: hostile, availableTools: hostile },
  })
  await call('context_summarize', { projectId: id, summary: `Two ${hostile}\n\n${hostile}` })
  await call('context_build', { projectId: id })
  const page = await open('/projects')
  const abroad: string[] = []
  page.on('request', request => {
    if (!request.url().startsWith(url())) abroad.push(request.url())
  })
  for (const place of ['', '/state', '/state?edit=true', '/project', '/prompts']) {
    await goTo(page, `/p/${id}/context${place}`)
    await waitUntilLoaded(page)
    for (const summary of await page.locator('.why > summary').all()) await summary.click()
    expect(await page.evaluate('window.hacked'), place).toBeUndefined()
    expect(await page.locator('main img, main script, main iframe').count(), place).toBe(0)
  }
  await goTo(page, '/projects')
  await expectVisible(page.getByRole('link', { name: /Name <img/ }))
  expect(await page.locator('main img, main script').count()).toBe(0)
  expect(await page.evaluate('window.hacked')).toBeUndefined()
  expect(abroad).toEqual([])
})
