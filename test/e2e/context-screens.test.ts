import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runDaybook } from '../support/binary.ts'
import { type Found, fits, loaded, look } from './look.ts'
import { shown, visiting } from './web-visitor.ts'

const { home, project, chat, open, call, url } = visiting()

/** A project with something on every screen, one without anything, one in the trash and one whose folder is gone. */
async function furnished() {
  const [full, empty, lost] = [await project(), await project(), await project()]
  await chat(full.id).write({ title: 'How do we merge offline edits?' })
  await call('project_update', { id: full.id, slice: '104-slice.merge', customData: { additionalNotes: 'Ask first.' } })
  await call('context_summarize', { projectId: full.id, summary: 'Clock chosen.\nNext: merge.' })
  await call('context_build', { projectId: full.id })
  await call('context_summarize', { projectId: full.id, summary: 'Clock chosen.\nNext: vectors.' })
  await call('project_update', { id: lost.id, projectPath: join(home, 'nowhere') })
  await call('project_create', { name: 'Garden', id: `garden-${full.id}` })
  await call('project_delete', { id: `garden-${full.id}` })
  return { full: full.id, empty: empty.id, lost: lost.id }
}

describe('every screen of the context', () => {
  test('passes axe, light and dark, wide and narrow, and is never wider than its window', async () => {
    const { full, empty, lost } = await furnished()
    const found: Found = {}
    for (const width of [1280, 390]) {
      const page = await open('/projects', { viewport: { width, height: 800 } })
      const context = `/p/${full}/context`
      for (const address of [
        '/projects',
        context,
        `${context}/project`,
        `${context}/state`,
        `${context}/state?n=1&against=now`,
        `${context}/state?edit=true`,
        `${context}/prompts`,
        `${context}/prompts?key=review&view=filled`,
        `/p/${empty}/context/state`,
        `/p/${lost}/context`,
      ]) {
        await page.goto(`${url()}${address}`)
        await loaded(page)
        for (const summary of await page.locator('.why > summary').all()) await summary.click()
        await look(page, `${address} ${width}`, found)
        await fits(page, width, address)
      }
      await page.context().close()
    }
    expect(found).toEqual({})
  })

  test('passes axe with its dialogs, its menu, a budget and a field that was changed elsewhere', async () => {
    const { full } = await furnished()
    const found: Found = {}
    const page = await open('/projects')
    await page.getByRole('button', { name: 'New project' }).click()
    await look(page, 'new project', found)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Import' }).click()
    const buffer = Buffer.from(JSON.stringify([{ id: 'pear', name: 'Pear' }, { name: 5 }]))
    await page.getByLabel('File').setInputFiles({ name: 'projects.json', mimeType: 'application/json', buffer })
    await shown(page.getByRole('region', { name: 'What would happen' }))
    await look(page, 'import', found)
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /^More about/ })
      .last()
      .click()
    await look(page, 'menu of a project', found)
    await page.getByRole('menuitem', { name: 'Move to the trash…' }).click()
    await look(page, 'delete', found)
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /^Erase…/ })
      .first()
      .click()
    await look(page, 'erase', found)
    await page.keyboard.press('Escape')

    await page.goto(`${url()}/p/${full}/context`)
    await page.getByRole('switch', { name: 'Budget' }).click()
    await page.getByLabel('Budget in tokens', { exact: true }).fill('350')
    await page.getByRole('textbox', { name: 'Slice' }).fill('105')
    await shown(page.getByRole('region', { name: 'Left out by the budget' }))
    await look(page, 'budget and override', found)

    await page.goto(`${url()}/p/${full}/context/project`)
    await page.getByLabel('Slice').fill('mine')
    await page.getByRole('textbox', { name: 'Notes' }).fill('Ask first.\nMine.')
    await call('project_update', { id: full, slice: 'theirs', customData: { additionalNotes: 'Theirs.' } })
    await shown(page.getByRole('region', { name: 'Notes was changed elsewhere' }))
    await look(page, 'changed elsewhere', found)
    await page.keyboard.press('Escape')
    await shown(page.getByRole('dialog', { name: 'Leave without saving?' }))
    await page.getByRole('button', { name: 'Keep draft and leave' }).click()
    await shown(page.getByRole('heading', { level: 1, name: 'Projects' }))
    await page.keyboard.press('?')
    await shown(page.getByRole('dialog', { name: 'Keyboard' }).getByText('Copy the block or the prompt'))
    await look(page, 'keyboard help', found)
    expect(found).toEqual({})
  })
})

describe('a reader', () => {
  test('builds and copies, and is given nothing that writes', async () => {
    const { id } = await project()
    await chat(id).write({ title: 'Somewhere to arrive' })
    await call('context_summarize', { projectId: id, summary: 'Look only.' })
    const { stdout } = await runDaybook(['token', 'add', 'rhea', '--json'], { home })
    const { secret }: { secret: string } = JSON.parse(stdout)
    expect((await runDaybook(['member', 'set', 'rhea', id, 'reader'], { home })).code).toBe(0)
    const page = await open(`/?token=${secret}`)
    await shown(page.getByText('Read-only.'))
    await page.goto(`${url()}/p/${id}/context/state`)
    await shown(page.getByText('Look only.').first(), page.getByText('Read-only.'))
    await page.keyboard.press('s')
    expect(await page.getByRole('button', { name: /Edit|Restore/ }).count()).toBe(0)
    expect(await page.getByRole('textbox', { name: 'Summary' }).count()).toBe(0)
    await page.goto(`${url()}/p/${id}/context/project`)
    await shown(page.getByText('Read-only.'))
    await expect.poll(() => page.getByLabel('Slice').isEditable()).toBe(false)
    await expect.poll(() => page.getByLabel('Digest').isDisabled()).toBe(true)
    await page.goto(`${url()}/p/${id}/context`)
    await page.getByRole('button', { name: 'Build', exact: true }).click()
    await shown(page.getByText(/^Block built/))
  })
})
