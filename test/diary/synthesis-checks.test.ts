import { describe, expect, it } from 'vitest'
import type { WorkItem } from '../../src/diary/schema.ts'
import { itemSentence } from '../../src/diary/synthesize/item-sentence.ts'
import { isSelection } from '../../src/diary/synthesize/ledger.ts'
import { commitsOf, turnOf } from '../../src/diary/synthesize/node.ts'
import { openStatesOf } from '../../src/diary/synthesize/terminal-states.ts'
import { turnKey } from '../../src/diary/workspace/refs.ts'
import { ran, type TurnParts, turnWith } from './synthesis-parts.ts'
import { at, itemsFor } from './synthesized-days.ts'

const follows = { type: 'user_correction' as const }
const edit = (path: string, line: number, parts = {}) => ({
  path,
  op: 'edit' as const,
  added: 4,
  removed: 1,
  first_line: line,
  last_line: line,
  net: true,
  ...parts,
})
const run = (kind: 'test' | 'lint', verdict: 'pass' | 'fail', line: number) => ({
  ...ran(kind, verdict),
  command: `npm run ${kind}`,
  lines: `${line}-${line + 1}`,
})
const passed: TurnParts['outcomes'] = [
  ['code_outcome', 'Changed 1 file.', '2-3'],
  ['validation_outcome', 'Last test run succeeded.', '4-5'],
]

/** The only item of some turns. */
function itemOf(...turns: Array<ReturnType<typeof turnWith>>): WorkItem {
  const [item, ...others] = itemsFor(turns)
  if (!item || others.length > 0) throw new Error(`${others.length + 1} items.`)
  return item
}

function sentenceOf(...turns: Array<ReturnType<typeof turnWith>>) {
  return itemSentence(itemOf(...turns), {
    chains: new Map(turns.map(({ ref, chain }) => [turnKey(ref), chain])),
    facts: new Map(turns.map(({ ref, facts }) => [turnKey(ref), facts])),
  })
}

const summaries = ({ outcomes }: WorkItem, category: string) =>
  outcomes.filter(each => each.category === category).map(({ summary }) => summary)

describe('the checks of an item', () => {
  const first = (facts: TurnParts['facts']) => turnWith({ turn: 'T0001', outcomes: passed, facts: facts ?? {} })

  it('the checks of an item are held against the last edit of the files they cover', () => {
    const after = itemOf(first({ files: [edit('a.ts', 2)], checks: [run('test', 'pass', 4), run('lint', 'pass', 6)] }))
    expect(summaries(after, 'validation_outcome')).toEqual([
      'Lint and tests passed after the last edit: `npm run lint`; `npm run test`.',
    ])
    const before = itemOf(first({ files: [edit('a.ts', 9), edit('b.ts', 3)], checks: [run('test', 'pass', 4)] }))
    expect(summaries(before, 'validation_outcome')).toEqual([
      'Tests passed before the last edit; 1 file changed afterwards: `npm run test`.',
    ])
  })

  it('a run of some tests is not told as one of all, unless all passed after the last edit too', () => {
    const some = (line: number) => ({ ...run('test', 'pass', line), command: 'go test -run TestRound ./...' })
    const told = (checks: ReturnType<typeof run>[]) =>
      summaries(itemOf(first({ files: [edit('a.ts', 5)], checks })), 'validation_outcome')
    expect(told([run('test', 'pass', 2), some(9)])).toEqual([
      'Selected tests passed after the last edit: `go test -run TestRound ./...`.',
    ])
    expect(told([run('test', 'pass', 7), some(9)])).toEqual(['Tests passed after the last edit: `npm run test`.'])
    expect(told([run('test', 'fail', 7), some(9)])).toEqual([
      'Selected tests passed after the last edit: `go test -run TestRound ./...`.',
    ])
  })

  it('the checks of an item do not look at documents and at files outside the project', () => {
    const files = [edit('a.ts', 2), edit('guide.md', 9), edit('…/notes.ts', 9)]
    const item = itemOf(first({ files, checks: [run('test', 'pass', 4)] }))
    expect(summaries(item, 'validation_outcome')).toEqual(['Tests passed after the last edit: `npm run test`.'])
  })

  it('the checks of an item are followed over turns', () => {
    const later = turnWith({ ...follows, turn: 'T0002', at: at(5), facts: { files: [edit('a.ts', 12)] } })
    const item = itemOf(first({ files: [edit('a.ts', 2)], checks: [run('test', 'pass', 4)] }), later)
    expect(summaries(item, 'validation_outcome')).toEqual([
      'Tests passed before the last edit; 1 file changed afterwards: `npm run test`.',
    ])
  })

  it('a failed check is open until one passes, something changes or is committed', () => {
    const failed = { files: [edit('a.ts', 2)], checks: [run('test', 'fail', 4)] }
    const next = (facts: object) => turnWith({ ...follows, turn: 'T0002', at: at(5), facts })
    const open = itemOf(first(failed))
    expect(summaries(open, 'blocker_outcome')).toEqual(['The last test run failed: `npm run test`.'])
    expect(open.terminal_states.at(-1)?.type).toBe('blocked')
    for (const facts of [
      { checks: [run('test', 'pass', 12)] },
      { files: [edit('a.ts', 12)] },
      { commits: [{ hash: 'abc1234', subject: 'Round totals' }] },
    ]) {
      const item = itemOf(first(failed), next(facts))
      expect(summaries(item, 'blocker_outcome')).toEqual([])
      expect(item.terminal_states.map(({ type }) => type)).toEqual(['material_result'])
    }
  })

  it('a failed check is not open where nothing was changed and it was posted', () => {
    const posting = (kind: 'review' | 'comment' | 'issue' | 'push', more = {}) => ({
      checks: [run('test', 'fail', 4)],
      deeds: [{ kind, summary: 'Posted.', lines: '6-7', number: 7, title: null }],
      ...more,
    })
    const openIn = (facts: TurnParts['facts']) => summaries(itemOf(first(facts)), 'blocker_outcome')
    for (const kind of ['review', 'comment', 'issue'] as const) expect(openIn(posting(kind))).toEqual([])
    expect(openIn(posting('push'))).toHaveLength(1)
    expect(openIn(posting('review', { files: [edit('a.ts', 2)] }))).toHaveLength(1)
  })

  it('an item that changed code without a recorded check says so', () => {
    expect(itemOf(first({ files: [edit('a.ts', 2)] })).limits).toEqual(['No run of a check is recorded.'])
    expect(itemOf(first({ files: [edit('a.md', 2)] })).limits).toEqual([])
  })
})

it.each([
  ['go test -run TestRound ./...', true],
  ['go test -v ./cmd/ledger/checkpoint/... -run…', true],
  ['pytest -q -k rounding', true],
  ['pytest tests/test_money.py::test_half', true],
  ['npx vitest -t rounding', true],
  ['mvn test -Dtest=MoneyTest', true],
  ['dotnet test --filter Money', true],
  ['npx vitest --run', false],
  ['npm run test', false],
  ['go test ./...', false],
  ['python -m pytest', false],
])('%j names the tests that are run: %s', (command, isNamed) => {
  expect(isSelection({ command })).toBe(isNamed)
})

describe('what is open at the end of the day', () => {
  const asking = (facts = {}) =>
    turnWith({
      turn: 'T0001',
      text: 'Round the totals of invoices',
      facts: { waits_for_answer: true, closing: { text: '', question: 'Half to even?', line: 3 }, ...facts },
    })

  it('what is open at the end of the day is a question that ends a session', () => {
    const item = itemOf(asking())
    expect(item.terminal_states).toMatchObject([
      { type: 'clarification_only', summary: 'Waiting for your answer: “Half to even?”' },
    ])
    const answer = turnWith({ turn: 'T0002', at: at(5), text: 'the second of them', materiality: 'minor' })
    expect(itemOf(asking(), answer).terminal_states.map(({ type }) => type)).toEqual(['material_result'])
    expect(
      itemOf(asking({ closing: { text: '', question: 'Anything else?', line: 3 } })).terminal_states,
    ).toMatchObject([{ type: 'material_result' }])
  })

  it('a conversation that changed nothing and ends with a question is an item', () => {
    const [item] = itemsFor([turnWith({ turn: 'T0001', materiality: 'minor', terminal: 'clarification_only' })])
    expect(item?.kind).toBe('material_work_item')
  })

  it('what is open at the end of the day is an interruption, unless the session goes on', () => {
    const stopped = turnWith({ turn: 'T0001', text: 'Round the totals', terminal: 'interrupted' })
    const other = turnWith({ turn: 'T0002', at: at(9), text: 'new topic: draft a wiki page about onboarding' })
    expect(itemsFor([stopped])[0]?.terminal_states.map(({ type }) => type)).toEqual(['interrupted'])
    expect(itemsFor([stopped, other])[0]?.terminal_states.map(({ type }) => type)).toEqual(['other'])
  })
})

describe('what the agent says is left to do', () => {
  const left = 'The backfill still has to be run.'
  const closing = { text: 'Totals are rounded.', question: null, left, line: 3 }
  const rounding = (facts = {}) =>
    turnWith({ turn: 'T0001', text: 'Round the totals', outcomes: passed, facts: { closing, ...facts } })

  it('what the agent says is left to do is open at the end of work that changed something, cited to the message', () => {
    const turn = rounding({ files: [edit('a.ts', 2)] })
    expect(itemOf(turn).terminal_states).toMatchObject([
      { type: 'material_result' },
      { type: 'other', summary: `Left to do, the agent says: “${left}”` },
    ])
    const open = sentenceOf(turn).clauses.find(({ part }) => part === 'open')
    expect(open).toMatchObject({ text: `open: left to do, the agent says: “${left}”`, support: [{ lines: ['3-3'] }] })
    expect(openStatesOf(itemOf(turn)).map(({ type }) => type)).toEqual(['other'])
  })

  it('what the agent says is left to do comes before what failed, and is not open in a talk or where a later turn of the work went on', () => {
    const failing = rounding({ files: [edit('a.ts', 2)], checks: [run('test', 'fail', 4)] })
    expect(itemOf(failing).terminal_states.map(({ type }) => type)).toEqual(['other', 'blocked'])
    expect(openStatesOf(itemOf(failing))).toHaveLength(2)
    expect(openStatesOf(itemOf(rounding()))).toEqual([])
    const later = turnWith({ ...follows, turn: 'T0002', at: at(5), facts: { closing: { ...closing, left: null } } })
    expect(openStatesOf(itemOf(rounding({ files: [edit('a.ts', 2)] }), later))).toEqual([])
  })
})

describe('work that a later turn put back', () => {
  it('work that a later turn put back is told as tried, with the lines of the edit and of what put it back', () => {
    const edits = turnWith({ turn: 'T0001', outcomes: [['code_outcome', 'Changed 1 file: a.ts.']] })
    const undoes = turnWith({ ...follows, turn: 'T0002', at: at(5), facts: { put_back: 9 } })
    expect(summaries(itemOf(edits, undoes), 'process_outcome')).toEqual(['Changed and put back files.'])
    const again = turnWith({ ...follows, turn: 'T0003', at: at(9), facts: { files: [edit('a.ts', 12)] } })
    expect(summaries(itemOf(edits, undoes, again), 'process_outcome')).toEqual([])
    const { clauses } = sentenceOf(edits, undoes)
    const done = clauses.find(({ text }) => text === 'changed files and put them back')
    expect(done?.support.map(({ lines }) => lines)).toEqual(done && [['2-3'], ['9-9']])
  })
})

describe('commits and lines of an item', () => {
  it('commits and lines of an item count a commit once that another session amends, on the same branch', () => {
    const on = (branch: string, session: string, hash: string, amends: boolean) => {
      const { ref, chain, facts } = turnWith({
        session,
        turn: 'T0001',
        facts: { branch, commits: [{ hash, subject: 'Round totals', lines: '4-5', amends }] },
      })
      return turnOf(ref, chain, facts)
    }
    const hashes = (branch: string) =>
      commitsOf([on('rounding', 'S0001', 'aaaaaaa', false), on(branch, 'S0002', 'bbbbbbb', true)]).map(
        ({ hash }) => hash,
      )
    expect(hashes('rounding')).toEqual(['bbbbbbb'])
    expect(hashes('main')).toEqual(['aaaaaaa', 'bbbbbbb'])
  })

  it('commits and lines of an item leave out what was amended and what came and went in a new file', () => {
    const commit = (hash: string, amends: boolean) => [{ hash, subject: 'Round totals', lines: '4-5', amends }]
    const made = { ...edit('a.ts', 2), op: 'create' as const, added: 30, removed: 0 }
    const item = itemOf(
      turnWith({ turn: 'T0001', outcomes: passed, facts: { files: [made], commits: commit('aaaaaaa', false) } }),
      turnWith({
        ...follows,
        turn: 'T0002',
        at: at(5),
        outcomes: passed,
        facts: { files: [edit('a.ts', 12, { added: 2, removed: 10 })], commits: commit('bbbbbbb', true) },
      }),
    )
    expect(summaries(item, 'code_outcome')).toEqual([
      'Changed 1 file: a.ts (+22 −0).',
      'Committed “Round totals” (bbbbbbb).',
    ])
  })
})

describe('the sentence about an item', () => {
  it('the sentence about an item says what was asked, done, checked and left open, each with its lines', () => {
    const { text, clauses } = sentenceOf(
      turnWith({
        turn: 'T0001',
        text: 'can you round the totals half to even?',
        outcomes: passed,
        facts: {
          files: [edit('a.ts', 2)],
          checks: [run('test', 'pass', 4)],
          commits: [{ hash: 'abc1234', subject: 'Round totals', lines: '6-7' }],
          waits_for_answer: true,
          closing: { text: 'Totals are rounded.', question: 'Should I push?', line: 3 },
        },
      }),
    )
    expect(text).toBe(
      'Asked: “can you round the totals half to even?”; the agent reported “Totals are rounded”; changed 1 file (+4 −1), committed “Round totals” (abc1234); tests passed after the last edit; open: waiting for your answer: “Should I push?”',
    )
    expect(clauses.map(({ part, support }) => [part, support.flatMap(({ lines }) => lines)])).toEqual([
      ['asked', ['1-1']],
      ['reported', ['3-3']],
      ['done', ['2-3', '6-7']],
      ['checked', ['4-5']],
      ['open', ['3-3']],
    ])
  })

  it('the sentence about an item keeps within its length', () => {
    const { text } = sentenceOf(
      turnWith({
        turn: 'T0001',
        text: `Please explain ${'the long history of rounding '.repeat(20)}`,
        facts: { closing: { text: 'long words '.repeat(15), question: null, line: 3 }, commits: [] },
        terminal: 'interrupted',
      }),
    )
    expect([...text].length).toBeLessThanOrEqual(480)
  })
})
