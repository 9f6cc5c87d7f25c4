import { describe, expect, it } from 'vitest'
import { itemSentence } from '../../src/diary/synthesize/item-sentence.ts'
import { turnKey } from '../../src/diary/workspace/refs.ts'
import { edited, type TurnParts, turnWith } from './synthesis-parts.ts'
import { at, itemsFor } from './synthesized-days.ts'

/** The sentence about the one item that these turns are. */
function sentenceFor(...parts: TurnParts[]) {
  const turns = parts.map((part, index) =>
    turnWith({ at: at(index), outcomes: [['code_outcome', 'Changed 1 file: src/money.ts (+2 −1).']], ...part }),
  )
  const [item, ...others] = itemsFor(turns)
  if (!item || others.length > 0) throw new Error('The turns are not one item.')
  return itemSentence(item, {
    chains: new Map(turns.map(({ ref, chain }) => [turnKey(ref), chain])),
    facts: new Map(turns.map(({ ref, facts }) => [turnKey(ref), facts])),
  })
}

const changing = (added: number) => [{ path: 'src/money.ts', op: 'edit' as const, added, removed: 0 }]
const committed = (subject: string) => ({ hash: '1a2b3c4', subject, lines: '5-6', amends: false })
const said = (text: string, line: number) => ({ text, question: null, line })

describe('the sentence about a work item', () => {
  it('the sentence about a work item says what was asked, what the agent reported, what changed and that nothing was checked', () => {
    const facts = { files: edited('src/money.ts'), closing: said('Amounts are rounded half to even.', 9) }
    const { text, clauses } = sentenceFor({ turn: 'T0001', text: 'Round amounts half to even.', facts })
    expect(text).toBe(
      'Asked: “Round amounts half to even”; the agent reported “Amounts are rounded half to even”; changed 1 file (+2 −1); no run of a check is recorded.',
    )
    expect(clauses.map(({ part, support }) => [part, support.flatMap(({ lines }) => lines)])).toEqual([
      ['asked', ['1-1']],
      ['reported', ['9-9']],
      ['done', ['2-3']],
      ['checked', []],
    ])
  })

  it('the sentence about a work item quotes the person word for word, and passes over what says nothing', () => {
    const facts = { files: edited('src/money.ts') }
    const text = 'Ultrathink about this. Could you please round the amounts in src/money.ts half to even?'
    expect(sentenceFor({ turn: 'T0001', text, facts }).text).toMatch(
      /^Asked: “Could you please round the amounts in src\/money\.ts half to even\?”; /,
    )
  })

  it('the sentence about a work item quotes, of the main requests, the one that names what was delivered', () => {
    const { text } = sentenceFor(
      { turn: 'T0001', text: 'Source the file of the money keys first.', facts: { files: changing(40) } },
      {
        turn: 'T0002',
        text: 'Round the yearly export of the money file half to even.',
        facts: { files: changing(40), commits: [committed('Round the yearly export half to even')] },
      },
    )
    expect(text).toMatch(/^Asked: “Round the yearly export of the money file half to even”; /)
  })

  it('the sentence about a work item that is named after an approved plan says so', () => {
    const facts = { files: changing(9), plan: 'Round exports half to even' }
    const outcomes: TurnParts['outcomes'] = [
      ['decision_outcome', 'User approved the proposed plan: “Round exports half to even”.'],
    ]
    const { text } = sentenceFor({ turn: 'T0001', text: 'How are the exports rounded?', facts, outcomes })
    expect(text).toMatch(/^Approved the plan “Round exports half to even”; /)
  })

  it('the sentence about a work item quotes the agent from the three turns that changed most, in the order of the turns', () => {
    const { text } = sentenceFor(
      ...[5, 40, 1, 20].map((added, index) => ({
        turn: `T000${index + 1}`,
        text: `Round the amounts of the money file again, part ${index + 1}.`,
        facts: { files: changing(added), closing: said(`Part ${index + 1} is rounded.`, 9) },
      })),
    )
    expect(text).toContain('the agent reported “Part 1 is rounded”, “Part 2 is rounded”, “Part 4 is rounded”;')
  })

  it('the sentence about a work item has at most 480 characters, however long the messages are', () => {
    const long = 'the amounts of every account are rounded half to even and shown with two digits '.repeat(9)
    const { text } = sentenceFor(
      ...[1, 2, 3].map(index => ({
        turn: `T000${index}`,
        text: `Round ${long}`,
        facts: { files: changing(index), closing: said(`Now ${long}`, 9) },
      })),
    )
    expect([...text].length).toBeLessThanOrEqual(480)
  })

  it.each([
    ['Orders without a date are counted twice since Monday.', /^Said: “Orders without a date/],
    ['Set up an empty shop -> failed, ran init, and now I get two carts', /^Said: “Set up an empty shop/],
    ['why are orders without a date counted twice?', /^Asked: “why are orders/],
    ['Totals are off, let’s round the totals of the year', /^Asked: “/],
    [
      'We need to merge the work, what I want is:\n\n- keep the grouping by month\n- drop the chart',
      /^Asked: “We need to merge the work, what I want is: keep the grouping/,
    ],
    ['yes and yes', /^Changed 1 file/],
  ])('the sentence about a work item calls a request only what asks for something: %j', (text, expected) => {
    expect(sentenceFor({ turn: 'T0001', text, facts: { files: edited('src/money.ts') } }).text).toMatch(expected)
  })

  it('the sentence about a work item quotes what the person agreed to, not what was asked first', () => {
    const asked = { turn: 'T0001', text: 'Translate the mails of the money file.', facts: { files: changing(2) } }
    const question = 'Should I also round the amounts half to even?'
    const offered = {
      turn: 'T0002',
      text: 'why are the amounts of the money file odd?',
      facts: { closing: { ...said('', 9), question } },
    }
    const agrees = { turn: 'T0003', text: 'yes, do it', type: 'user_approval' as const, facts: { files: changing(90) } }
    const { text, clauses } = sentenceFor(asked, offered, agrees)
    expect(text).toMatch(/^Agreed to “Should I also round the amounts half to even\?”; /)
    expect(clauses[0]?.support.map(({ turn_ref, lines }) => [turn_ref, lines])).toEqual([
      ['T0002', ['9-9']],
      ['T0003', ['1-1']],
    ])
    const chosen = { ...agrees, text: 'option 2', type: 'explicit_user_message' as const }
    expect(sentenceFor(asked, offered, chosen).text).toMatch(/^Answered “option 2” to “Should I also round/)
    const vague = { ...offered, facts: { closing: { ...said('', 9), question: 'Shall I start implementing this?' } } }
    expect(sentenceFor(asked, vague, agrees).text).toMatch(/^Asked: “Translate the mails of the money file”; /)
    const later = { ...vague, text: 'Round the amounts of the money file half to even.' }
    expect(sentenceFor(asked, later, agrees).text).toMatch(/^Asked: “Round the amounts of the money file half/)
    const goesOn = { ...agrees, text: 'continue', type: 'resume_or_continue' as const }
    expect(sentenceFor(asked, later, goesOn).text).toMatch(/^Asked: “Round the amounts of the money file half/)
  })

  it('the sentence about a work item passes over “take a look at this” for what is meant', () => {
    const text = 'can you take a look at this? I would have expected one mail for every parcel of an order.'
    const facts = { files: changing(9) }
    expect(sentenceFor({ turn: 'T0001', text, facts }).text).toMatch(/^Said: “I would have expected one mail/)
  })

  it('the sentence about a work item does not quote what the agent reported of lines that a later turn took out again', () => {
    const hashes = { net: true, added: 1, removed: 0, added_hashes: 'abcdef', removed_hashes: '' }
    const file = { path: 'src/money.ts', op: 'edit' as const }
    const back = { ...hashes, added: 0, removed: 1, added_hashes: '', removed_hashes: 'abcdef' }
    const adds = {
      turn: 'T0001',
      text: 'Retry the money file once.',
      facts: { files: [{ ...file, ...hashes }], closing: said('It is retried.', 9) },
    }
    const removes = {
      turn: 'T0002',
      text: 'the money file fails now',
      facts: { files: [{ ...file, ...back }], closing: said('The retry is out.', 9) },
    }
    expect(sentenceFor(adds, removes).text).toContain('the agent reported “The retry is out”;')
    const other = { ...removes, facts: { files: changing(3), closing: said('Totals are right.', 9) } }
    expect(sentenceFor(adds, other).text).toContain('the agent reported “It is retried”, “Totals are right”;')
  })

  it('the sentence about a work item does not quote what the agent says later was wrong', () => {
    const wrong = {
      turn: 'T0001',
      text: 'The money file is read twice.',
      facts: { files: changing(9), closing: said('The stale cache of the money file is cleared.', 9) },
    }
    const facts = { files: changing(3), closing: { ...said('Totals are right.', 9), retracted: 'I was wrong.' } }
    const next = { turn: 'T0002', text: 'it still is', facts }
    expect(sentenceFor(wrong, next).text).toContain('the agent reported “Totals are right”;')
    const between = { turn: 'T0002', text: 'and the mails?', facts: { closing: said('They are sent once.', 9) } }
    const later = { ...next, turn: 'T0003' }
    expect(sentenceFor(wrong, between, later).text).toContain('reported “The stale cache of the money file is cleared”')
    const about = {
      ...later,
      facts: { ...facts, closing: { ...facts.closing, retracted: 'The stale cache was a misdiagnosis.' } },
    }
    expect(sentenceFor(wrong, between, about).text).toContain('the agent reported “Totals are right”;')
  })

  it('the sentence about a work item cites the call that a turn breaks off in', () => {
    const facts = { files: edited('src/money.ts'), broken_off: { tool: 'Task', line: 40, answered: false } }
    const { clauses } = sentenceFor({ turn: 'T0001', text: 'Round amounts half to even.', terminal: 'other', facts })
    const open = clauses.find(({ part }) => part === 'open')
    expect(open?.text).toBe('open: the session ends while Task was still running')
    expect(open?.support.flatMap(({ lines }) => lines)).toEqual(['40-40'])
  })
})
