import { expect, test } from 'vitest'
import { checkLightTheme, type Found } from './accessibility.ts'
import { recordAnnouncements, repliesForEveryStatus, startScriptedRoomServer } from './scripted-agents.ts'
import { expectVisible } from './test-server.ts'

const { openConference, visit } = startScriptedRoomServer()

test('the cards of a conference show each status in words, icons and colours, and one line of the round names who abstained and why', async () => {
  const { path, call, conference, ids } = await openConference(repliesForEveryStatus)
  await call('room_attendee_mute', { id: conference, agentId: ids.planner, muted: true })
  const page = await visit(path)
  await expectVisible(page.getByRole('listitem', { name: 'Planner, Planner, Muted' }))
  const announcements = await recordAnnouncements(page)
  await page.getByRole('button', { name: 'Start the round' }).click()
  const card = (name: string) => page.getByRole('listitem', { name, exact: true })
  await expectVisible(
    card('Chief, Chief of Staff, Moderator, Abstained'),
    card('Planner, Planner, Muted'),
    card('Writer, Writer, Rejected'),
    card('Editor, Editor, Error'),
    card('Critic, Critic, Abstained'),
    card('Continuity, Continuity, Responded'),
  )
  for (const [name, state, rgb] of [
    ['Chief', 'Moderator', 'rgb(26, 127, 55)'],
    ['Planner', 'Muted', 'rgb(180, 35, 24)'],
    ['Writer', 'Rejected', 'rgb(154, 74, 0)'],
    ['Critic', 'Abstained', 'rgb(122, 91, 0)'],
  ]) {
    const word = page
      .getByRole('listitem', { name: new RegExp(`^${name},`) })
      .locator('.card-state', { hasText: state ?? '' })
    await expect
      .poll(() => word.evaluate(element => element.ownerDocument.defaultView?.getComputedStyle(element).color))
      .toBe(rgb)
  }
  await expectVisible(
    page
      .getByRole('listitem', { name: /^Chief,/ })
      .locator('.card-badge.yellow')
      .getByText('Abstained'),
  )
  const round = page.getByRole('region', { name: 'Round 1' })
  await expectVisible(round.getByRole('article', { name: 'Continuity says' }).getByText('green', { exact: true }))
  await expect
    .poll(() => round.getByText(/Chief|Critic|Planner|[Aa]bstain/).allTextContents())
    .toEqual([
      'Phase 1 The Chief gathers facts with tools',
      'Phase 2 Each agent answers from its role, or abstains',
      '2 agents abstain, because nothing that was gathered concerns what they look after: Chief, Critic.',
    ])
  const rejected = round.getByRole('article', { name: 'Writer: no answer' })
  await expectVisible(rejected.getByText('Writer’s reply was rejected.'), rejected.getByText(/quote-not-found/))
  await rejected.getByRole('button', { name: 'Show rejected text' }).click()
  await expectVisible(
    rejected.getByRole('region', { name: 'Rejected text' }).getByText('<img src=x onerror=alert(1)>[U+202E].'),
  )
  expect(await page.locator('main img').count()).toBe(0)
  const stopped = round.getByRole('article', { name: 'Editor stopped' })
  await expectVisible(stopped.getByText('approval-required'), stopped.getByText('May I change the color in canon?'))
  for (const news of ['Critic: Abstained', 'Continuity: Responded', /Round 1 ended; filed as issue #\d+/])
    await expect.poll(announcements).toMatch(news)

  const found: Found = {}
  await checkLightTheme(page, 'conference', found)
  expect(found).toEqual({})

  // Only now: a page that scrolls to what was said last closes a tip.
  const tip = card('Critic, Critic, Abstained').getByRole('button', { name: 'Abstained' })
  // A tip opens for the focus of somebody who uses the keyboard.
  await page.keyboard.press('Tab')
  await tip.focus()
  await expectVisible(page.getByRole('tooltip', { name: 'This agent had nothing to add from their role this round.' }))
  await expect.poll(() => tip.getAttribute('aria-describedby')).not.toBeNull()
  await card('Writer, Writer, Rejected').getByRole('button', { name: 'Rejected' }).focus()
  await expectVisible(page.getByRole('tooltip', { name: 'The quote is not in the cited file.' }))

  await page.getByRole('button', { name: 'More about Chief' }).click()
  await expectVisible(page.getByText('The Chief moderates and cannot be muted or removed.'))
  await expect.poll(() => page.getByRole('menuitem', { name: 'Mute' }).isDisabled()).toBe(true)
  await expect.poll(() => page.getByRole('menuitem', { name: 'Kick' }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await stopped.getByRole('button', { name: 'Open issue' }).click()
  await expectVisible(stopped.getByRole('link', { name: /Issue #\d+/ }))
  await page
    .getByRole('list', { name: 'Tools that ran' })
    .getByRole('button', { name: /File reader/ })
    .click()
  await expectVisible(page.getByRole('dialog', { name: 'Receipt' }).getByText('Verified'))
  await page.keyboard.press('Escape')
})
