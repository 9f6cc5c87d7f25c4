import { expect, test } from 'vitest'
import { recordAnnouncements, replies, scene, startScriptedRoomServer } from './scripted-agents.ts'
import { expectFocused, expectVisible, tabTo } from './test-server.ts'

const { createProject, openConference, visit, url } = startScriptedRoomServer()
const { reading, done, grounded, abstain, hang } = replies

test('without a model or a mouse a person opens the sample, invites agents, asks, sees both quotes of a contradiction and reaches the round’s issue', async () => {
  const { id } = await createProject()
  const page = await visit(`/p/${id}/room/conferences`)
  const { keyboard } = page
  await tabTo(page, page.getByRole('button', { name: 'Story' }))
  await keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Open the sample' }))
  await keyboard.press('Enter')
  const question = page.getByRole('textbox', { name: 'Question for the conference' })
  await expectFocused(question)
  await expect.poll(() => question.inputValue()).toMatch(/against canon/)
  await expectVisible(page.getByText('No model is set up and none is needed'))

  await tabTo(page, page.getByRole('button', { name: 'Choose who takes part…' }))
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New conference' })
  const chief = dialog.getByRole('checkbox', { name: /Chief/ })
  await chief.waitFor()
  await expect.poll(() => chief.isChecked()).toBe(true)
  await expect.poll(() => chief.isDisabled()).toBe(true)
  await tabTo(page, dialog.getByRole('checkbox', { name: 'Planner' }))
  await keyboard.press('Space')
  await tabTo(page, dialog.getByRole('button', { name: 'Open conference' }))
  await keyboard.press('Enter')

  const first = page.getByRole('textbox', { name: 'First question' })
  await expectFocused(first)
  await expect.poll(() => first.inputValue()).toMatch(/against canon/)
  await expect.poll(() => page.getByRole('listitem', { name: /, Participant$|, Moderator$/ }).count()).toBe(5)
  expect(await page.getByRole('listitem', { name: /^Planner/ }).count()).toBe(0)
  await keyboard.press('Enter')
  const round = page.getByRole('region', { name: 'Round 1' })
  await expectVisible(
    round.getByRole('heading', { name: /^Phase 1/ }),
    round.getByRole('heading', { name: /^Phase 2/ }),
    page.getByRole('listitem', { name: 'Continuity, Continuity, Responded' }),
    round.getByRole('list', { name: 'Tools that ran' }).getByText('Canon checker').first(),
  )
  const said = round.getByRole('article', { name: 'Chief says' })
  await expectVisible(
    said.getByText('green eyes'),
    said.getByText('Eyes: gray'),
    round.getByText('Continuity gives the same answer as Chief.'),
  )
  expect(await said.getByText('Unverified').count()).toBe(0)
  await expectVisible(round.getByRole('link', { name: /Filed as issue/ }))

  await tabTo(page, said.getByRole('button', { name: /^Evidence/ }))
  await keyboard.press('Enter')
  const evidence = page.getByRole('dialog', { name: 'Evidence' })
  await expectVisible(evidence.getByText('Accepted'), evidence.locator('mark').getByText(/green eyes/))
  await keyboard.press('Escape')
  await expectFocused(said.getByRole('button', { name: /^Evidence/ }))
  await tabTo(page, said.getByRole('link', { name: /SCN-04-the-causeway\.md:17/ }))
  const address = await said.getByRole('link', { name: /SCN-04-the-causeway\.md:17/ }).getAttribute('href')
  expect(new URL(address ?? '', url()).searchParams.get('path')).toBe(scene)

  // Filing the round is undone and done again with the same button.
  await tabTo(page, round.getByRole('button', { name: 'Undo' }))
  await keyboard.press('Enter')
  const removed = round.getByText(/^Issue #\d+ is archived; this round stays\.$/)
  await expectVisible(removed)
  await page.reload()
  await expectVisible(removed)
  expect(await round.getByRole('link', { name: /issue #/i }).count()).toBe(0)
  await round.getByRole('button', { name: 'File it again' }).click()
  await tabTo(page, round.getByRole('link', { name: /Filed as issue/ }))
  await keyboard.press('Enter')
  await expectVisible(page.getByRole('heading', { name: /^#\d+ Round 1: .*against canon/ }).first())
})

test('the cards of a conference show who is muted, removed and invited again', async () => {
  const { path } = await openConference({ chief: [reading, done, abstain], writer: [abstain], critic: [grounded] })
  const page = await visit(path)
  await page.getByRole('button', { name: 'More about Writer' }).click()
  await page.getByRole('menuitem', { name: 'Mute' }).click()
  await expectVisible(page.getByRole('listitem', { name: 'Writer, Writer, Muted' }))
  await page.getByRole('button', { name: 'More about Critic' }).click()
  await page.getByRole('menuitem', { name: 'Kick' }).click()
  await expect.poll(() => page.getByRole('listitem', { name: /^Critic/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Attendees…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Attendees' })
  await expect.poll(() => dialog.getByRole('checkbox', { name: /Chief/ }).isDisabled()).toBe(true)
  await dialog.getByRole('checkbox', { name: 'Critic' }).check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expectVisible(page.getByRole('listitem', { name: 'Critic, Critic, Participant' }))
  await page.getByRole('button', { name: 'Start the round' }).click()
  await expectVisible(
    page.getByRole('listitem', { name: 'Critic, Critic, Responded' }),
    page.getByRole('listitem', { name: 'Writer, Writer, Muted' }),
  )
})

test('an open round looks the same after a reload, and ends when it is cancelled', async () => {
  const { path } = await openConference({ chief: [reading, done, grounded], writer: [abstain], critic: [hang] })
  const page = await visit(path)
  await page.getByRole('button', { name: 'Start the round' }).click()
  const cardStates = () =>
    page
      .getByRole('list')
      .filter({ has: page.getByRole('listitem', { name: /^Chief/ }) })
      .ariaSnapshot()
  const shownHere = async () => {
    await expectVisible(
      page.getByRole('listitem', { name: 'Chief, Chief of Staff, Moderator, Responded' }),
      page.getByRole('listitem', { name: 'Writer, Writer, Abstained' }),
      page.getByRole('listitem', { name: 'Critic, Critic, Responding' }),
      page.getByRole('article', { name: 'Chief says' }).getByText('green', { exact: true }),
      page.getByRole('list', { name: 'Tools that ran' }).getByText('File reader'),
      page.getByText('Critic writes the answer'),
      page.getByText('phase 2', { exact: true }),
    )
    return cardStates()
  }
  const before = await shownHere()
  await page.reload()
  await shownHere()
  await expect.poll(cardStates).toBe(before)
  await expect.poll(() => page.getByRole('button', { name: 'Start the round' }).isDisabled()).toBe(true)

  const announcements = await recordAnnouncements(page)
  await page.getByRole('button', { name: 'Cancel the round' }).click()
  await expectVisible(page.getByRole('region', { name: 'Round 1' }).getByText('cancelled', { exact: true }))
  await expect.poll(announcements).toContain('Round 1 was cancelled')
  await expect.poll(() => page.getByRole('button', { name: 'Cancel the round' }).count()).toBe(0)
  expect(await page.getByRole('article', { name: /^Critic/ }).count()).toBe(0)
  await expectVisible(page.getByRole('article', { name: 'Chief says' }))
  await page.getByRole('textbox', { name: 'Next question' }).fill('And now?')
  await expect.poll(() => page.getByRole('button', { name: 'Start the round' }).isEnabled()).toBe(true)

  // A single round is an issue already (review row 28).
  expect(await page.getByRole('button', { name: 'Save as issue' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Close conference' }).click()
  await expectVisible(page.getByText(/^Closed, 1 round/))
  expect(await page.getByRole('textbox', { name: 'Next question' }).count()).toBe(0)
})
