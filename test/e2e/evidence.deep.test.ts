import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ledger } from '../diary/build-workspace.ts'
import { inventedDay } from '../diary/invented-day.ts'
import { checkBothThemes, expectToFit, type Found } from './accessibility.ts'
import { addDay, invented, itemSearch } from './diary-home.ts'
import { startRoomServer } from './room-server.ts'
import { expectFocused, expectVisible, goTo, tabTo } from './test-server.ts'

const rooms = startRoomServer(async home => {
  await addDay(home, invented, inventedDay)
  return {}
})
const { visit, open, call, createProject } = rooms

interface Created {
  record: { id: string; version: number }
}

/** A record of a new project whose folder has a plan, and that cites it. */
async function createCiting(evidence: object[]) {
  const { id } = await createProject()
  const folder = join(rooms.home, id)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'plan.md'), 'Round half to even.\nThen write the total.\n')
  await call('project_update', { id, projectPath: folder })
  const { record } = await call<Created>('create_record', {
    ...{ type: 'decision', title: 'Round half to even', summary: 'As banks do.', body: 'See the plan.' },
    parent_id: null,
    project_id: id,
    metadata: { evidence },
  })
  return { id, folder, path: `/p/${id}/records/${record.id}`, record }
}

test('a keyboard user saves a work item as a decision, which cites it and is named beside it', async () => {
  const page = await visit(`/diary/${invented}?${itemSearch('W0001')}`)
  const drawer = page.getByRole('dialog').first()
  const heading = drawer.getByRole('heading', { level: 2 })
  await expectVisible(heading)
  const title = await heading.innerText()
  const save = drawer.getByRole('button', { name: 'Save as decision' })
  await tabTo(page, save)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Save as decision' })
  await expectFocused(dialog.getByLabel('Title'))
  await expectVisible(dialog.getByRole('link', { name: `work item ${title}` }))
  expect(await dialog.getByLabel('Why').inputValue()).not.toContain('Asked: User asked')
  const found: Found = {}
  await checkBothThemes(page, 'saving a decision', found)
  expect(found).toEqual({})
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Fees are rounded half to even')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText(/^Saved as R\d+$/).first())
  await expectFocused(save)

  const cited = drawer.getByRole('link', { name: /^R\d+$/ })
  await expectVisible(cited)
  const id = await cited.innerText()
  await tabTo(page, cited)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/records/${id}`)
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Fees are rounded half to even' }))
  const evidence = page.getByRole('list', { name: 'Evidence' })
  await expectVisible(evidence.getByRole('link', { name: `work item ${title}` }).getByText('verified'))
  const lines = evidence.getByRole('button', { name: /verified.*transcript.*line/ }).first()
  await lines.press('Enter')
  const bytes = page.getByRole('dialog', { name: /^lines? \d/ })
  await expectVisible(bytes.getByText('Verified.'), bytes.locator('.line-text').first())
  await tabTo(page, bytes.getByRole('link', { name: /in the transcript/ }))
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/diary/${invented}/${ledger}/S0001*`)
  await expectVisible(page.getByText('Cited by'), page.getByRole('link', { name: id }))
})

test('selected lines of a transcript become a decision with their hash', async () => {
  const page = await visit(`/diary/${invented}/${ledger}/S0001#L1-L2`)
  const bar = page.getByRole('region', { name: 'Selected lines' })
  await tabTo(page, bar.getByRole('button', { name: 'Save as decision' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Save as decision' })
  await dialog.getByLabel('Summary').fill('What the person asked for.')
  await dialog.getByRole('button', { name: 'Save decision' }).press('Enter')
  const notice = page.getByText(/^Saved as R\d+$/).first()
  await expectVisible(notice)
  const id = (await notice.innerText()).replace('Saved as ', '')
  const shown = await call<{ evidence: unknown[] }>('show_record', { id })
  expect(shown.evidence).toEqual([
    {
      kind: 'transcript',
      ref: `diary:${invented}/${ledger}/S0001`,
      lines: '1-2',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      verdict: 'verified',
    },
  ])
})

test('chips say what became of the evidence, and open what is there now', async () => {
  const sha256 = '0'.repeat(64)
  const { path } = await createCiting([
    { kind: 'file', ref: 'plan.md', lines: '1-1', sha256 },
    { kind: 'file', ref: 'gone.md', sha256 },
    { kind: 'receipt', ref: 'rcpt_000000000000' },
  ])
  const page = await visit(path)
  const evidence = page.getByRole('list', { name: 'Evidence' })
  await expectVisible(
    evidence.getByRole('button', { name: /changed file plan\.md:1/ }),
    evidence.getByRole('button', { name: /missing file gone\.md/ }),
    evidence.getByRole('button', { name: /not checked receipt/ }),
  )
  const chip = evidence.getByRole('button', { name: /plan\.md/ })
  await chip.press('Enter')
  const bytes = page.getByRole('dialog', { name: 'plan.md:1' })
  await expectVisible(bytes.getByText('Changed.'), bytes.getByText('Round half to even.'))
  const found: Found = {}
  await checkBothThemes(page, 'cited bytes', found)
  expect(found).toEqual({})
  await page.keyboard.press('Escape')
  await expectFocused(chip)
})

test('evidence is added by keyboard: a file with its lines', async () => {
  const { path, record } = await createCiting([])
  const page = await visit(path)
  const add = page.getByRole('button', { name: 'Add evidence' })
  await add.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Add evidence to ${record.id}` })
  await tabTo(page, dialog.getByRole('button', { name: 'File' }))
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByLabel('Path'))
  await page.keyboard.type('plan.md')
  await page.keyboard.press('Tab')
  await page.keyboard.type('2')
  await expectVisible(dialog.getByText('Then write the total.'))
  const found: Found = {}
  await checkBothThemes(page, 'adding evidence', found)
  expect(found).toEqual({})
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText('Evidence added').first())
  await expectVisible(page.getByRole('button', { name: /verified file plan\.md:2/ }))
  await expectFocused(add)
})

test('an issue of a room becomes a decision that cites it, and says so', async () => {
  const { id, path } = await rooms.createSampleRoom()
  const page = await visit(`${path}/issues/1`)
  await page.getByRole('button', { name: 'Save as decision' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Save as decision' })
  await expectVisible(dialog.getByRole('button', { name: 'issue How often does the bell ring' }))
  await expect.poll(() => dialog.getByLabel('Project').inputValue()).toBe(id)
  await dialog.getByLabel('Summary').fill('The bell rings twice.')
  await dialog.getByRole('button', { name: 'Save decision' }).press('Enter')
  const cited = page.getByRole('link', { name: /^R\d+$/ })
  await expectVisible(cited)
  await cited.press('Enter')
  await expectVisible(page.getByRole('button', { name: /verified issue How often does the bell ring/ }))
})

test('a reply in the room becomes a decision that rests on its lines and receipts', async () => {
  const { id } = await rooms.createSampleRoom()
  const page = await visit(`/p/${id}/room/chat`)
  await page.getByRole('combobox', { name: 'Ask' }).selectOption({ label: 'Continuity' })
  await page.getByRole('button', { name: 'Check scene 4 and scene 2 against canon. Does anything contradict?' }).click()
  await page.keyboard.press('Enter')
  const answer = page.getByRole('article', { name: 'Continuity says' })
  await tabTo(page, answer.getByRole('button', { name: 'Save as decision' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Save as decision' })
  await expectVisible(dialog.getByRole('button', { name: /^file / }).first())
  await expectVisible(dialog.getByRole('button', { name: /^receipt rcpt_/ }).first())
  await dialog.getByRole('button', { name: 'Save decision' }).press('Enter')
  await tabTo(page, answer.getByRole('link', { name: /^R\d+$/ }))
  await page.keyboard.press('Enter')
  const evidence = page.getByRole('list', { name: 'Evidence' })
  await expectVisible(evidence.getByRole('button', { name: /verified file/ }).first())
  const receipt = evidence.getByRole('button', { name: /verified receipt/ }).first()
  await receipt.press('Enter')
  await expectVisible(page.getByRole('dialog').getByText('HMAC-SHA256'))
})

test('on a narrow screen the dialogs and chips fit', async () => {
  const { path, record } = await createCiting([
    { kind: 'file', ref: `${'long-folder-name/'.repeat(12)}plan.md`, sha256: '0'.repeat(64) },
  ])
  const page = await open(path, { viewport: { width: 390, height: 844 } })
  await expectVisible(page.getByRole('list', { name: 'Evidence' }))
  await expectToFit(page, 390, 'the record')
  await page.getByRole('button', { name: 'Add evidence' }).click()
  const dialog = page.getByRole('dialog', { name: `Add evidence to ${record.id}` })
  await expectVisible(dialog.getByRole('button', { name: 'Receipt' }))
  await expectToFit(page, 390, 'adding evidence')
  await expect.poll(() => dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await goTo(page, `/diary/${invented}?${itemSearch('W0001')}`)
  await page.getByRole('button', { name: 'Save as decision' }).click()
  await expectVisible(page.getByRole('dialog', { name: 'Save as decision' }))
  await expectToFit(page, 390, 'saving a decision')
})
