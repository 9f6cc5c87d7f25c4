import { expect, test } from 'vitest'
import { checkLightTheme, type Found } from './accessibility.ts'
import { recordAnnouncements, replies, startScriptedRoomServer } from './scripted-agents.ts'
import { expectFocused, expectVisible, tabTo } from './test-server.ts'

const { createSampleRoom, scriptAgents, visit } = startScriptedRoomServer()
const { reading, done, grounded, invented, stop } = replies

test('a question is asked by keyboard, answered with evidence, and the chat saved as an issue', async () => {
  const { id } = await createSampleRoom()
  const page = await visit(`/p/${id}/room/chat`)
  const { keyboard } = page
  await expectFocused(page.getByRole('textbox', { name: 'Question' }))
  await expectVisible(page.getByText('answers with the built-in responder: no model, no network'))
  await page.getByRole('combobox', { name: 'Ask' }).selectOption({ label: 'Continuity' })
  const announcements = await recordAnnouncements(page)
  await tabTo(
    page,
    page.getByRole('button', { name: 'Check scene 4 and scene 2 against canon. Does anything contradict?' }),
  )
  await keyboard.press('Enter')
  await expectFocused(page.getByRole('textbox', { name: 'Question' }))
  await keyboard.press('Enter')
  const answer = page.getByRole('article', { name: 'Continuity says' })
  await expectVisible(answer.getByText('green eyes'), answer.getByText('Eyes: gray'))
  await expect.poll(() => page.url()).toMatch(/\?chat=chat_/)
  await expect.poll(announcements).toContain('Continuity has answered, with evidence')
  await expectVisible(page.getByRole('list', { name: 'Tools that ran' }).getByText('Canon checker').first())
  await tabTo(page, answer.getByRole('button', { name: /^Evidence/ }))
  await keyboard.press('Enter')
  await expectVisible(
    page
      .getByRole('dialog', { name: 'Evidence' })
      .locator('mark')
      .getByText(/green eyes/),
  )
  await keyboard.press('Escape')
  await tabTo(page, page.getByRole('button', { name: 'Save as issue' }))
  await keyboard.press('Enter')
  await expectVisible(page.getByRole('link', { name: /Saved as issue #\d+/ }))
  const found: Found = {}
  await checkLightTheme(page, 'answered', found)
  expect(found).toEqual({})
})

test('a turn in a chat uses only the allowed tools', async () => {
  const { id } = await createSampleRoom()
  const page = await visit(`/p/${id}/room/chat`)
  await page.getByText('Tools: all').click()
  for (const tool of ['Canon checker', 'Consistency checker'])
    await page.getByRole('checkbox', { name: tool }).uncheck()
  await page.getByRole('checkbox', { name: 'Require a tool before the answer' }).check()
  await expectVisible(page.getByText('Tools: 7, one is required'))
  await page.getByRole('textbox', { name: 'Question' }).fill('Check scene 4 against canon. Does anything contradict?')
  await page.keyboard.press('Enter')
  const tools = page.getByRole('list', { name: 'Tools that ran' })
  await expectVisible(tools.getByRole('button').first(), page.getByRole('article', { name: 'Chief says' }))
  expect(await tools.getByText('Canon checker').count()).toBe(0)
})

test('a chat shows a rejected reply only as rejected, and asks again', async () => {
  const { id } = await createSampleRoom()
  const ids = await scriptAgents(id, { chief: [reading, done, invented, invented, reading, done, grounded] })
  const page = await visit(`/p/${id}/room/chat?agent=${ids.chief}`)
  await page.getByRole('textbox', { name: 'Question' }).fill('What color are her eyes?')
  await page.keyboard.press('Enter')
  const notice = page.getByRole('article', { name: 'Chief: no answer' })
  await expectVisible(
    notice.getByText('Chief’s reply was rejected.'),
    notice.getByText('The quote is not in the cited file.'),
    notice.getByText('quote-not-found (absent)'),
  )
  expect(
    await page
      .getByText(/bright blue eyes/)
      .filter({ visible: true })
      .count(),
  ).toBe(0)
  await notice.getByRole('button', { name: 'Show rejected text' }).click()
  await expectVisible(
    notice.getByRole('region', { name: 'Rejected text' }).getByText('<img src=x onerror=alert(1)>[U+202E].'),
  )
  expect(await page.locator('main img').count()).toBe(0)
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expectVisible(page.getByRole('article', { name: 'Chief says' }).getByText('green', { exact: true }))
  await expectVisible(notice)
})

test('a chat warns when an agent stops, does not ask it again, and opens an issue', async () => {
  const { id } = await createSampleRoom()
  const ids = await scriptAgents(id, { chief: [stop] })
  const page = await visit(`/p/${id}/room/chat?agent=${ids.chief}`)
  await page.getByRole('textbox', { name: 'Question' }).fill('Make her eyes green everywhere.')
  await page.keyboard.press('Enter')
  const banner = page.getByRole('article', { name: 'Chief stopped' })
  await expectVisible(banner.getByText('approval-required'), banner.getByText('May I change the color in canon?'))
  await expect.poll(() => page.getByRole('button', { name: 'Ask again' }).isDisabled()).toBe(true)
  await expectVisible(page.getByText('the same question would stop it again'))
  await banner.getByRole('button', { name: 'Open issue' }).click()
  const link = banner.getByRole('link', { name: /Issue #\d+/ })
  await link.click()
  await expectVisible(page.getByRole('heading', { name: /Chief stopped \(approval-required\)/ }).first())
})
