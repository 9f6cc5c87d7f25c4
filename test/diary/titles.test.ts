import { expect, it } from 'vitest'
import { turnOf } from '../../src/diary/synthesize/node.ts'
import { titleOf } from '../../src/diary/synthesize/titles.ts'
import { type TurnParts, turnWith } from './synthesis-parts.ts'

const titleFor = (...turns: Omit<TurnParts, 'turn'>[]) =>
  titleOf(
    turns.map((parts, at) => {
      const { ref, chain, facts } = turnWith({ ...parts, turn: `T000${at + 1}` })
      return turnOf(ref, chain, facts)
    }),
  )

it('a request that is too long for a title keeps the clauses that fit', () => {
  expect(
    titleFor({
      text: 'Can we add a hidden "ledger" command, and the first subcommand I want to have there is one that prints all totals of the year?',
    }),
  ).toBe('Add a hidden "ledger" command')
  expect(
    titleFor({
      text: 'Round every invoice total (e.g., those of the yearly export) half to even before it is written into the archive file',
    }),
  ).toBe('Round every invoice total (e.g., those of the yearly export) half to even…')
})

it('the branch names the work where nothing that was said can be understood by itself', () => {
  const facts = { branch: 'ada/round-totals-half-down' }
  expect(titleFor({ text: "let's go with option 1", facts }, { text: 'commit this', facts })).toBe(
    'Round totals half down',
  )
})
