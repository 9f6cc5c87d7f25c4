import { expect, it } from 'vitest'
import { highlightsOf } from '../../src/diary/report/highlights.ts'
import { turnKey } from '../../src/diary/workspace/refs.ts'
import { edited, type TurnParts, turnWith } from './synthesis-parts.ts'

function highlightFor(parts: Omit<TurnParts, 'turn'>): string | undefined {
  const { ref, chain, facts } = turnWith({ ...parts, turn: 'T0001' })
  const known = { chains: new Map([[turnKey(ref), chain]]), facts: new Map([[turnKey(ref), facts]]) }
  return highlightsOf(known, { covered_turns: [ref] })[0]?.text
}

const closing = { text: 'The cart now keeps its currency.', question: null, line: 9 }

it('the last message of a turn answers what the turn began with', () => {
  const text = 'does the cart keep its currency?'
  expect(highlightFor({ text, facts: { closing, files: edited('src/cart.ts') } })).toBe(
    'To “does the cart keep its currency?” the agent answered “The cart now keeps its currency.”',
  )
})

it('a question put in while the agent works is not answered by the message that ends the work', () => {
  const facts = { closing, files: edited('src/cart.ts'), trigger_kind: 'steering' as const }
  expect(highlightFor({ text: 'is the rate per day or per order?', facts })).toBe(
    'The agent answered “The cart now keeps its currency.”',
  )
  expect(highlightFor({ text: 'keep the currency of the cart', facts })).toContain('To “keep the currency')
})
