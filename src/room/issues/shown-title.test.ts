import { expect, test } from 'vitest'
import { shownTitle } from './shown-title.ts'

const conferenceId = 'conf_e24b10d1a1c6891c'
const body = `Session: ${conferenceId}\nRound: 2 (rnd_1)\n\n**User**\n\nWho gets the half penny?\nAnd why?\n\n**Chief (Chief of Staff)**\n\nThe buyer.\n`

test('the issue of a round is called by the question of the round', () => {
  expect(shownTitle({ title: `Conference ${conferenceId} — Turn 2`, body, conferenceId })).toBe(
    'Round 2: Who gets the half penny?',
  )
  expect(shownTitle({ title: `Conference ${conferenceId} — Turn 3`, body: 'rewritten', conferenceId })).toBe(
    'Round 3: of a conference',
  )
})

test('that of a whole conference by its agenda', () => {
  const title = `Conference ${conferenceId}`
  expect(shownTitle({ title, body: `# ${title}\n\nThe half penny\n\n## Turn 1\n`, conferenceId })).toBe(
    'Conference: The half penny',
  )
})

test('a title that a person wrote is theirs', () => {
  expect(shownTitle({ title: 'Who rounds?', body, conferenceId })).toBe('Who rounds?')
  expect(shownTitle({ title: `Conference ${conferenceId} — Turn 2`, body, conferenceId: undefined })).toBe(
    `Conference ${conferenceId} — Turn 2`,
  )
})
