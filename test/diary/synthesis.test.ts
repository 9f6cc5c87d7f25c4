import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  type Chain,
  checkKinds,
  checkVerdicts,
  materialities,
  outcomeCategories,
  terminalTypes,
  triggerTypes,
  type WorkItem,
} from '../../src/diary/schema.ts'
import { synthesize } from '../../src/diary/synthesize/synthesize.ts'
import { evidenceRefsOf, ItemInput, itemProblems } from '../../src/diary/workspace/item-input.ts'
import { refOf, turnKey } from '../../src/diary/workspace/refs.ts'
import { edited, ran, turnWith } from './synthesis-parts.ts'

type Turn = ReturnType<typeof turnWith>

function itemsFor(turns: Turn[], gaps: Turn['ref'][] = [], items: WorkItem[] = []): WorkItem[] {
  return synthesize({
    uncovered: [...turns.map(({ ref }) => ref), ...gaps],
    chains: new Map(turns.map(({ ref, chain }) => [turnKey(ref), chain])),
    facts: new Map(turns.map(({ ref, facts }) => [turnKey(ref), facts])),
    items,
  })
}

/** Which turns stand together, as `S0001/T0001 S0001/T0002`. */
const grouped = (items: WorkItem[]) => items.map(item => item.covered_turns.map(turnKey).join(' '))
const at = (minutes: number) => new Date(Date.parse('2026-05-12T09:00:00Z') + minutes * 60_000).toISOString()
const two = 'S0001/T0001 S0001/T0002'
const apart = ['S0001/T0001', 'S0001/T0002']

describe('the worked example of the specification', () => {
  const text = 'Round amounts half to even in src/money.ts and run the tests.'
  const asked = turnWith({
    turn: 'T0001',
    text,
    reactions: [
      'Edited 1 file: src/money.ts.',
      'Ran 1 command: `npm test`.',
      'Replied in 2 messages; the last begins: “Rounding is now half to even; all 42 tests pass.”',
    ],
    outcomes: [
      ['code_outcome', 'Changed 1 file: src/money.ts (+2 −1).', '5-6'],
      ['validation_outcome', 'Last test run succeeded: `npm test` 42 passed, 0 failed.', '7-8'],
    ],
    facts: {
      files: edited('src/money.ts'),
      checks: [{ kind: 'test', verdict: 'pass', passed: 42, failed: 0 }],
      families: { edit: 1, shell: 1 },
    },
  })
  const thanked = turnWith({
    turn: 'T0002',
    at: at(5),
    type: 'user_approval',
    text: 'Thanks!',
    materiality: 'none',
    terminal: 'no_material',
  })

  it('becomes one work item over both turns', () => {
    const both = [asked.ref, thanked.ref]
    expect(itemsFor([asked, thanked])).toEqual([
      {
        work_item_ref: 'W0001',
        kind: 'material_work_item',
        title: text,
        covered_turns: both,
        trigger: { summary: `2 human messages; the first: User asked: “${text}”`, evidence_refs: [asked.ref] },
        agent_reaction: {
          summary: 'Edited 1 file, ran 1 command, 1 check (1 passed, 0 failed) over 2 turns.',
          main_actions: ['Edited 1 file: src/money.ts.', 'Ran 1 command: `npm test`.'],
        },
        outcomes: [
          {
            category: 'code_outcome',
            summary: 'Changed 1 file: src/money.ts (+2 −1).',
            evidence_refs: [asked.ref],
            confidence: 'high',
          },
          {
            category: 'validation_outcome',
            summary: 'Last test run succeeded: `npm test` 42 passed, 0 failed.',
            evidence_refs: [asked.ref],
            confidence: 'high',
          },
        ],
        terminal_states: [{ type: 'no_material', summary: 'Ended as no_material.', evidence_refs: [thanked.ref] }],
        limits: [],
        confidence: 'high',
      },
    ])
  })
})

describe('turns are joined', () => {
  const first = (parts = {}) => turnWith({ turn: 'T0001', text: 'alpha bravo charlie delta', ...parts })
  const second = (parts = {}) => turnWith({ turn: 'T0002', text: 'other words entirely here', at: at(10), ...parts })

  it.each([
    ['a correction', { type: 'user_correction' as const }],
    ['an approval', { type: 'user_approval' as const }],
    ['steering', { facts: { trigger_kind: 'steering' as const } }],
  ])('when the second is %s of the first', (_, parts) => {
    expect(grouped(itemsFor([first(), second(parts)]))).toEqual([two])
    expect(grouped(itemsFor([first(), second({ ...parts, at: at(12 * 60 + 1) })]))).toEqual(apart)
  })

  it('when they edit the same file, but not one that everything touches', () => {
    const edit = (...paths: string[]) => ({ facts: { files: edited(...paths) } })
    const both = (one: object, other: object) => grouped(itemsFor([first(one), second({ ...other, session: 'S0002' })]))
    expect(both(edit('src/a.ts'), edit('src/a.ts', 'src/b.ts'))).toEqual(['S0001/T0001 S0002/T0002'])
    expect(both(edit('package.json'), edit('package.json'))).toHaveLength(2)
    expect(both(edit('yarn.lock'), edit('yarn.lock'))).toHaveLength(2)
    expect(both(edit('a', 'b', 'c', 'd'), edit('a', 'e', 'f', 'g'))).toHaveLength(2)
    expect(both(edit('a'), { ...edit('a'), at: at(6 * 60 + 1) })).toHaveLength(2)
    const on = (branch: string) => ({ facts: { files: edited('a'), branch } })
    expect(both(on('main'), on('topic'))).toHaveLength(2)
    expect(both(on('main'), edit('a'))).toHaveLength(1)
  })

  it('when they ask for the same thing, in whatever session', () => {
    const goal = 'Rewrite the invoice parser for totals'
    expect(grouped(itemsFor([first({ text: goal }), second({ text: `${goal}!`, session: 'S0002' })]))).toHaveLength(1)
    const few = 'invoice parser'
    expect(grouped(itemsFor([first({ text: few }), second({ text: few, session: 'S0002' })]))).toHaveLength(2)
  })

  it('when they go on about it in one session within ninety minutes', () => {
    const words = ['invoice parser totals rounding header', 'parser totals wrong somewhere deep']
    const [one, other] = words
    expect(grouped(itemsFor([first({ text: one }), second({ text: other })]))).toEqual([two])
    expect(grouped(itemsFor([first({ text: one }), second({ text: other, at: at(91) })]))).toEqual(apart)
    expect(grouped(itemsFor([first({ text: one }), second({ text: other, session: 'S0002' })]))).toHaveLength(2)
  })

  it('when the second runs the check that failed in the first', () => {
    const failed = first({ facts: { checks: [ran('test', 'fail')] } })
    expect(grouped(itemsFor([failed, second({ facts: { checks: [ran('test', 'pass')] } })]))).toEqual([two])
    expect(grouped(itemsFor([failed, second({ facts: { checks: [ran('lint', 'pass')] } })]))).toEqual(apart)
    const mended = first({ facts: { checks: [ran('test', 'fail'), ran('test', 'pass')] } })
    expect(grouped(itemsFor([mended, second({ facts: { checks: [ran('test', 'pass')] } })]))).toEqual(apart)
  })

  it('when the second commits what the first edited, back to the commit before', () => {
    const commits = [{ hash: 'abc1234', subject: 'Count invoices' }]
    const third = turnWith({ turn: 'T0003', text: 'unrelated final request now', at: at(20), facts: { commits } })
    expect(grouped(itemsFor([first({ facts: { files: edited('a') } }), second(), third]))).toEqual([
      'S0001/T0001 S0001/T0003',
      'S0001/T0002',
    ])
    expect(grouped(itemsFor([first({ facts: { files: edited('a'), commits } }), second(), third]))).toHaveLength(3)
  })

  it('never by their words when a turn has no substance', () => {
    const text = 'Rewrite the invoice parser for totals'
    expect(grouped(itemsFor([first({ text }), second({ text, materiality: 'none' })]))).toEqual(apart)
  })
})

describe('work items', () => {
  it('number on after the highest ref, material first, then minor, then gaps', () => {
    const minor = turnWith({ turn: 'T0001', materiality: 'minor', text: 'what is this' })
    const late = turnWith({ turn: 'T0002', at: at(300), text: 'alpha bravo charlie delta' })
    const [before] = itemsFor([turnWith({ turn: 'T0009' })])
    const items = itemsFor(
      [minor, late],
      [{ session_ref: 'S0002', turn_ref: 'T0001' }],
      [{ ...(before as WorkItem), work_item_ref: 'W0041' }],
    )
    expect(items.map(({ work_item_ref, kind, title }) => [work_item_ref, kind, title])).toEqual([
      ['W0042', 'material_work_item', 'alpha bravo charlie delta'],
      ['W0043', 'no_material_work_item', 'Minor activity (1 turn)'],
      ['W0044', 'evidence_gap_item', '1 turn without evidence'],
    ])
  })

  it('say what a component of several turns came to', () => {
    const parts = { type: 'user_correction' as const }
    const [item] = itemsFor([
      turnWith({
        turn: 'T0001',
        text: 'Build the importer',
        outcomes: [
          ['code_outcome', 'Changed 1 file: a.ts (+2 −1).'],
          ['blocker_outcome', 'Last test run failed.'],
        ],
        terminal: 'blocked',
        facts: { files: edited('a.ts'), checks: [ran('test', 'fail')], families: { delegate: 1 } },
      }),
      turnWith({
        ...parts,
        turn: 'T0002',
        at: at(5),
        outcomes: [
          ['code_outcome', 'Changed 2 files: a.ts, b.ts (+4 −2).', '2-3'],
          ['validation_outcome', 'Last test run succeeded.', '4-5'],
        ],
        facts: { files: edited('a.ts', 'b.ts'), checks: [ran('test', 'pass'), ran('lint', 'unknown')] },
      }),
      turnWith({
        ...parts,
        turn: 'T0003',
        at: at(9),
        outcomes: [['code_outcome', 'Committed “Import ledgers” (abcdef1).']],
        facts: { commits: [{ hash: 'abcdef1', subject: 'Import ledgers' }], malformed_lines: 2 },
      }),
    ])
    expect(item?.title).toBe('Import ledgers')
    expect(item?.outcomes.map(({ summary, confidence }) => [summary, confidence])).toEqual([
      ['Changed 2 files: a.ts, b.ts (+6 −3).', 'high'],
      ['Committed “Import ledgers” (abcdef1).', 'high'],
      ['Last test run succeeded.', 'high'],
    ])
    expect(item?.terminal_states.map(({ type }) => type)).toEqual(['material_result'])
    expect(item?.limits).toEqual([
      '2 lines could not be read.',
      'Sub-agent transcripts are not part of the evidence.',
      '1 check shows no verdict.',
    ])
  })

  it('keep a mishap in sight that no result made good', () => {
    const [item] = itemsFor([
      turnWith({
        turn: 'T0001',
        outcomes: [
          ['code_outcome', 'Changed 1 file.'],
          ['blocker_outcome', 'Last test run failed.'],
        ],
        terminal: 'blocked',
        facts: { files: edited('a.ts'), checks: [ran('test', 'fail')] },
      }),
      turnWith({ turn: 'T0002', at: at(1), type: 'user_approval', materiality: 'none', terminal: 'no_material' }),
    ])
    expect(item?.terminal_states.map(({ type }) => type)).toEqual(['no_material', 'blocked'])
    expect(item?.outcomes.map(({ category, confidence }) => [category, confidence])).toEqual([
      ['code_outcome', 'low'],
      ['blocker_outcome', 'low'],
    ])
    expect(item?.confidence).toBe('low')
    expect(item?.limits).toEqual(['The last check failed.'])
  })

  it('are split at the longest pause when they cover more than forty turns', () => {
    const turns = Array.from({ length: 41 }, (_, index) =>
      turnWith({
        turn: refOf('T', index + 1),
        type: 'user_correction',
        at: at(index * 2 + (index >= 30 ? 60 : 0)),
      }),
    )
    expect(itemsFor(turns).map(item => item.covered_turns.length)).toEqual([30, 11])
  })
})

describe('whatever the chains hold', () => {
  const Input = z.strictObject({ work_item: ItemInput })
  const nasty = fc.oneof(
    fc.string({ minLength: 1, unit: 'binary' }),
    fc.constantFrom(
      'token=abcdefgh12345678 in /home/al/secret.txt',
      `ghp_${'a1'.repeat(18)}`,
      'C:\\Users\\al\\x',
      '\u0000',
      '修复解析器的四舍五入',
      'x'.repeat(500),
      `${'a'.repeat(75)} /home/al/x`,
    ),
  )
  const turn = fc.record({
    session: fc.constantFrom('S0001', 'S0002', 'S10000'),
    minutes: fc.option(fc.integer({ min: 0, max: 2000 })),
    type: fc.constantFrom(...triggerTypes),
    texts: fc.array(nasty, { maxLength: 2 }),
    summary: nasty,
    outcomes: fc.array(fc.record({ category: fc.constantFrom(...outcomeCategories), summary: nasty }), {
      maxLength: 4,
    }),
    reactions: fc.array(nasty, { maxLength: 3 }),
    terminal: fc.constantFrom(...terminalTypes),
    materiality: fc.constantFrom(...materialities),
    files: fc.array(fc.constantFrom('a.ts', 'b.md', 'c/d.png', 'package.json', '.claude/x'), { maxLength: 3 }),
    checks: fc.array(fc.tuple(fc.constantFrom(...checkKinds), fc.constantFrom(...checkVerdicts)), { maxLength: 3 }),
    subject: fc.option(nasty),
    hasChain: fc.boolean(),
    hasFacts: fc.boolean(),
  })

  it('nothing stays uncovered, nothing is covered twice, and every item is valid', () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 60 }), fc.array(fc.integer({ min: 1, max: 20000 })), (turns, used) => {
        const made = turns.map((each, index) => {
          const turn_ref = refOf('T', index + 1)
          const built = turnWith({
            session: each.session,
            turn: turn_ref,
            at: each.minutes === null ? 'never' : at(each.minutes),
            type: each.type,
            materiality: each.materiality,
            terminal: each.terminal,
            reactions: each.reactions,
            outcomes: each.outcomes.map(({ category, summary }) => [category, summary]),
            facts: {
              files: edited(...each.files),
              checks: each.checks.map(([kind, verdict]) => ran(kind, verdict)),
              commits: each.subject === null ? [] : [{ hash: 'abcdef1', subject: each.subject }],
            },
          })
          const chain: Chain = {
            ...built.chain,
            trigger: {
              ...built.chain.trigger,
              summary: each.summary,
              quoted_messages: each.texts.map(text => ({ text, citations: [] })),
            },
          }
          return { ...built, chain, hasChain: each.hasChain, hasFacts: each.hasFacts }
        })
        const chained = made.filter(({ hasChain }) => hasChain)
        const items = synthesize({
          uncovered: made.map(({ ref }) => ref),
          chains: new Map(chained.map(({ ref, chain }) => [turnKey(ref), chain])),
          facts: new Map(made.filter(({ hasFacts }) => hasFacts).map(({ ref, facts }) => [turnKey(ref), facts])),
          items: used.map(number => ({ work_item_ref: refOf('W', number) })) as WorkItem[],
        })
        expect(items.flatMap(item => item.covered_turns.map(turnKey)).sort()).toEqual(
          made.map(({ ref }) => turnKey(ref)).sort(),
        )
        const keys = new Set(chained.map(({ ref }) => turnKey(ref)))
        for (const item of items) {
          expect(itemProblems(Input, { work_item: withoutEmptyLists(item) })).toEqual([])
          expect(used.map(number => refOf('W', number))).not.toContain(item.work_item_ref)
          const own = new Set(item.covered_turns.map(turnKey))
          for (const cited of evidenceRefsOf(item))
            expect(own.has(turnKey(cited)) && keys.has(turnKey(cited))).toBe(true)
          for (const key of own) expect(keys.has(key)).toBe(item.kind !== 'evidence_gap_item')
          expect([...item.title].length).toBeLessThanOrEqual(80)
        }
        expect(new Set(items.map(item => item.work_item_ref)).size).toBe(items.length)
      }),
      { numRuns: 150 },
    )
  })

  it('ten thousand turns are grouped without comparing each with each', () => {
    const turns = Array.from({ length: 10_000 }, (_, index) =>
      turnWith({
        session: refOf('S', (index % 40) + 1),
        turn: refOf('T', index + 1),
        at: at(index % 1440),
        text: `Rework module${index % 700} handler${index % 90} parser${index % 31} output${index % 13}`,
        materiality: materialities[index % 3] ?? 'none',
        facts: { files: edited(`src/m${index % 700}.ts`) },
      }),
    )
    const started = process.cpuUsage()
    const covered = itemsFor(turns).reduce((sum, item) => sum + item.covered_turns.length, 0)
    expect(covered).toBe(10_000)
    // In microseconds of this process, which a busy machine does not add to.
    expect(process.cpuUsage(started).user).toBeLessThan(60_000_000)
  })
})

/** An empty list counts as absent. */
function withoutEmptyLists(item: WorkItem) {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => !(Array.isArray(value) && value.length === 0)))
}
