import { expect, test } from 'vitest'
import { agentHome } from '../diary/home.ts'
import { LabelledHistory } from '../diary/labelled-history.ts'
import { checkBothThemes, type Found } from './accessibility.ts'
import { expectVisible, startTestServer } from './test-server.ts'

let hash = ''
const { visit } = startTestServer(home => {
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
    page.getByText('its day is not prepared'),
  )
  const found: Found = {}
  await checkBothThemes(page, 'a commit', found)
  await of.fill('src/round.ts:3')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText('Written by turn 1 of session 11111111.'))
  await of.fill('HEAD')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText('Uncertain'), page.getByText(/None of its 5 lines is known from a transcript/))
  await of.fill('nowhere.ts')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText('the repository has no commit, file or folder of that name'))
  expect(found).toEqual({})
})
