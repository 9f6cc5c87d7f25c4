import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { agentHome } from '../diary/home.ts'
import { LabelledHistory } from '../diary/labelled-history.ts'
import { checkBothThemes, type Found } from './accessibility.ts'
import { expectVisible, startTestServer } from './test-server.ts'

let hash = ''
const { visit, open, call } = startTestServer(home => {
  const machine = agentHome(home)
  const history = new LabelledHistory(machine)
  const session = history.agent('11111111-1111-4111-8111-111111111111')
  session.asks('Round half to even, as the bank does.')
  session.writes('src/round.ts', history.code(8))
  hash = history.commit('Round half to even', [], 'what an agent wrote')
  history.write('src/person.ts', history.code(5))
  history.commit('By hand', [], 'what a person wrote')
  history.finish()
  return { ...machine.env, HOME: home, DAYBOOK_TIMEZONE: 'UTC' }
})

test('the screen Why leads from a commit or a line to the words that asked for it, by keyboard', async () => {
  const page = await visit('/diary/why')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Why' }))
  const of = page.getByLabel('Commit, file, line or folder')
  await of.fill('HEAD~1')
  await page.keyboard.press('Enter')
  await expectVisible(
    page.getByRole('heading', { level: 2, name: 'Round half to even' }),
    page.getByText(hash.slice(0, 10)),
    page.getByText('Certain'),
    page.getByText('Round half to even, as the bank does.'),
    page.getByText('its day is not read yet'),
  )
  const found: Found = {}
  await checkBothThemes(page, 'a commit', found)
  await of.fill('src/round.ts:3')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText('Written by turn 1 of session 11111111.'))
  await of.fill('HEAD')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText('No record cites this work or names the commit.'))
  await expectVisible(page.getByText('Uncertain'), page.getByText(/None of its 5 lines is known from a transcript/))
  await of.fill('nowhere.ts')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText('the repository has no commit, file or folder of that name'))
  expect(found).toEqual({})
})

const day = '2026-05-12'

/** The day with its report, and a decision that cites its work item. */
async function decideDay(): Promise<{ id: string; item: string }> {
  const { run_id } = await call<{ run_id: string }>('diary_generate', { date: day })
  await expect
    .poll(async () => (await call<{ state: string }>('diary_run', { run_id })).state, { timeout: 30_000 })
    .toBe('complete')
  const { projects } = await call<{
    projects: { project_key: string; commits: { turns: { work_item_ref: string }[] }[] }[]
  }>('diary_commits', { date: day })
  const [project] = projects
  const item = `${project?.project_key}/${project?.commits[0]?.turns[0]?.work_item_ref}`
  const { record } = await call<{ record: { id: string } }>('create_record', {
    ...{ type: 'decision', title: 'Halves go to the even side', summary: 'As the bank does.', body: 'So it is fair.' },
    metadata: { evidence: [{ kind: 'work_item', ref: `diary:${day}/${item}` }] },
  })
  return { id: record.id, item }
}

test('by keyboard alone: a phrase is found, its lines are opened, then the commit, then the decision, and back from the item', async () => {
  const { id, item } = await decideDay()
  const page = await visit('/p/default/search')
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const tabTo = async (target: Locator) => {
    await expectVisible(target)
    for (let presses = 0; presses < 200; presses++) {
      if (await target.evaluate(element => element === element.ownerDocument.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error('The Tab key does not lead there.')
  }
  await tabTo(page.locator('#search-words'))
  await page.keyboard.type('"as the bank does"')
  await tabTo(page.locator('.session-hits .history-hit').first())
  await press('Enter')
  await expectVisible(page.getByText('Round half to even, as the bank does.').first())

  await tabTo(page.locator('.session-commits summary'))
  await press('Enter')
  await tabTo(page.getByRole('link', { name: `${hash.slice(0, 7)} Round half to even` }))
  await press('Enter')
  await expectVisible(
    page.getByRole('heading', { level: 2, name: 'Round half to even' }),
    page.getByText('cites the work item'),
  )
  await tabTo(page.getByRole('list', { name: 'Records' }).getByRole('link').first())
  await press('Enter')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Halves go to the even side' }))
  await expect.poll(() => page.url()).toContain(id)

  const report = await visit(`/diary/${day}?item=${encodeURIComponent(item)}`)
  await expectVisible(report.getByRole('link', { name: `${hash.slice(0, 7)} Round half to even` }))
  const costs = await visit(`/diary/${day}`)
  for (const by of ['Work item', 'Branch', 'Pull request', 'Commit']) {
    await costs.getByRole('group', { name: 'Cost by' }).getByRole('button', { name: by }).press('Enter')
    const table = costs.getByRole('region', { name: `Cost by ${by.toLowerCase()}` })
    await expectVisible(table.getByText('Unattributed'), table.getByText('Total'))
  }
  await expectVisible(costs.getByRole('link', { name: `${hash.slice(0, 7)} Round half to even` }))
})

test('the screen Why says that it is looking, that something failed, and that no repository is here', async () => {
  const page = await open('/diary/why')
  await expectVisible(page.getByLabel('Commit, file, line or folder'))
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/diary_why', async route => {
    await held
    await route.abort()
  })
  await page.getByLabel('Commit, file, line or folder').fill('HEAD')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('status', { name: /the answer/ }))
  release()
  await expectVisible(page.getByRole('button', { name: 'Try again' }))
  await page.unroute('**/diary_why')
  await page.route('**/diary_repositories', route => route.fulfill({ json: { status: 'ok', repositories: [] } }))
  await page.goto(page.url().replace(/\?.*$/, ''))
  await expectVisible(page.getByText(/No git repository that agents worked in is on this machine/))
})
