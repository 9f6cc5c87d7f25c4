import { expect, it } from 'vitest'
import { story } from '../fixtures/grounding/story.ts'
import { openRoom } from './evidence-room.ts'

const room = openRoom(story)
const chain = 'SCN-02-the-mill.md line 3: "Old Harrow kept the door on a chain"'

async function shown(statement: string, evidence: string): Promise<string> {
  const { status, kind, reason, detail, unverified } = await room.check(`${statement}\nEvidence: ${evidence}`, {
    role: 'librarian',
  })
  if (status !== 'accepted') return [reason, detail].filter(Boolean).join(' ')
  return unverified ? `unverified ${unverified.join(' ')}` : `verified ${kind}`
}

it.each([
  ['a fact with only a place', 'Mara has green eyes and murdered Oren.', 'SCN-02-the-mill.md line 3', 'missing-quote'],
  ['the same with a tag', 'Harrow has green eyes.', '[structural] SCN-02-the-mill.md line 3', 'missing-quote'],
  ['a fact told on the line itself', '', 'SCN-02-the-mill.md line 3 shows that Harrow murdered Oren', 'missing-quote'],
  ['an empty quote', '', 'SCN-02-the-mill.md line 3: ""', 'missing-quote empty-quote'],
  ['a quote of dots', 'The door.', 'SCN-02-the-mill.md line 3: "…"', 'missing-quote empty-quote'],
  ['an unrelated quote', 'Mara has green eyes and murdered Oren.', chain, 'missing-quote unsupported'],
  ['a changed number', 'By noon forty posts were marked.', postsQuote(), 'missing-quote contradicted'],
  ['an absence with a quote', 'There is no lighthouse anywhere.', chain, 'missing-scope absence-stated'],
  ['an absence with a place', 'No dog appears.', 'SCN-02-the-mill.md line 3', 'missing-scope absence-stated'],
  [
    'a fact with a scope',
    'The door of Harrow has a chain.',
    'I checked all scenes and found no "cat"',
    'missing-quote content-stated',
  ],
  ['structure without a place', 'Scene 3 comes too late.', burnedQuote(), 'missing-location structure-stated'],
  ['structure without a place', 'The order of the scenes is wrong.', 'the outline', 'missing-location'],
])('evidence of the wrong type: %s is refused: %s', async (_, statement, evidence, expected) => {
  expect(await shown(statement, evidence)).toBe(expected)
})

it.each([
  ['Harrow keeps the door on a chain.', chain, 'verified content'],
  ['Scene 3 comes too late.', 'Story/SCN-outline.md entry 3', 'verified structural'],
  ['There is no lighthouse.', 'I checked all scenes and found no "lighthouse"', 'verified absence'],
  ['A strong line.', chain, 'verified content'],
  ['Harrow did not keep the door on a chain.', chain, 'unverified partly-supported'],
  ['Harrow kept the door on a chain and poisoned the well.', chain, 'unverified partly-supported'],
  ['Harrow ist ein Lügner.', chain, 'unverified partly-supported'],
  ['Das Tempo stimmt.', 'SCN-02-the-mill.md line 3', 'unverified claim-type-undecided'],
  ['这一幕很好。', chain, 'unverified claim-type-undecided'],
  ['The pacing is uneven.', 'SCN-02-the-mill.md line 3', 'unverified claim-type-undecided'],
  ['There is no cat.', 'I checked all scenes and found nothing', 'unverified absence-without-term'],
  ['The word salt is never used.', 'I checked scene 1 and found no "sugar"', 'unverified absence-of-something-else'],
])('evidence of the wrong type: %s — %s is %s', async (statement, evidence, expected) => {
  expect(await shown(statement, evidence)).toBe(expected)
})

it('a reply made to be slow takes no longer than a small multiple of an honest one of its length', async () => {
  const evidence = `\nEvidence: ${chain}`
  const fill = (piece: string) => piece.repeat(Math.floor(60_000 / piece.length)) + evidence
  const took = async (reply: string) => {
    const started = performance.now()
    await room.check(reply, { role: 'librarian' })
    return performance.now() - started
  }
  await took(fill('Harrow keeps the door on a chain and talks to them. '))
  const honest = Math.max(50, await took(fill('Harrow kept the door on a chain and he talked to them. ')))
  const pieces = [
    'Harrow chain ',
    'Harrow. ',
    '"a" ',
    'red blue ',
    'no a a ',
    'There is no ',
    'I need to ',
    '-',
    ' ',
    '…',
    ', and ',
  ]
  for (const piece of [
    ...pieces,
    'to answer a ',
    'the user',
    '\n',
    'x.md ',
    "it's '",
    '“',
    'Alright. ',
    "n't ",
    'A b-c-d-e ',
  ]) {
    expect([piece, (await took(fill(piece))) < honest * 20]).toEqual([piece, true])
  }
})

function postsQuote(): string {
  return 'SCN-01-the-weir.md line 9: "By noon they had marked eleven posts"'
}

function burnedQuote(): string {
  return 'SCN-03-the-tollhouse.md: "The tollhouse had burned in March"'
}
