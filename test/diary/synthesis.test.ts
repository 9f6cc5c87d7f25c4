import { describe, expect, it } from 'vitest'
import type { WorkItem } from '../../src/diary/schema.ts'
import { refOf, turnKey } from '../../src/diary/workspace/refs.ts'
import { edited, ran, turnWith } from './synthesis-parts.ts'
import { at, expectAllCovered, groupMany, itemsFor } from './synthesized-days.ts'

/** Which turns are in one item, as `S0001/T0001 S0001/T0002`. */
const grouped = (items: WorkItem[]) => items.map(item => item.covered_turns.map(turnKey).join(' '))
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
      checks: [{ kind: 'test', verdict: 'pass', passed: 42, failed: 0, command: 'npm test' }],
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

  it('the worked example of the specification becomes one work item over both turns', () => {
    const both = [asked.ref, thanked.ref]
    expect(itemsFor([asked, thanked])).toEqual([
      {
        work_item_ref: 'W0001',
        kind: 'material_work_item',
        title: 'Round amounts half to even in src/money.ts and run the tests',
        covered_turns: both,
        trigger: { summary: `The first of 2 messages asked: “${text}”`, evidence_refs: [asked.ref] },
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
            summary: 'Tests passed after the last edit: `npm test` 42 passed, 0 failed.',
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
  ])('turns are joined when the second is %s of the first', (_, parts) => {
    expect(grouped(itemsFor([first(), second(parts)]))).toEqual([two])
    expect(grouped(itemsFor([first(), second({ ...parts, at: at(12 * 60 + 1) })]))).toEqual(apart)
  })

  it('turns are joined when they go on about it in one session, however briefly', () => {
    const one = 'Round the invoice totals half to even'
    const follows = (text: string, parts = {}) => grouped(itemsFor([first({ text: one }), second({ text, ...parts })]))
    expect(follows('the invoice header is wrong now')).toEqual([two])
    expect(follows('can you add some tests?')).toEqual([two])
    expect(follows('why does it round at all in the other parser?')).toEqual([two])
    expect(follows('draft a wiki page about onboarding colleagues')).toEqual(apart)
    expect(follows('new topic: the invoice header')).toEqual(apart)
    expect(follows('the invoice header is wrong', { session: 'S0002' })).toHaveLength(2)
  })

  it('turns are not joined when what was asked is done and the next is about other files', () => {
    const one = 'Round the invoice totals half to even'
    const commits = [{ hash: 'abc1234', subject: 'Round invoices' }]
    const done = first({ text: one, facts: { files: edited('src/money.ts'), commits } })
    const follows = (text: string, path: string) =>
      grouped(itemsFor([done, second({ text, facts: { files: edited(path) } })]))
    expect(follows('colour the invoice sidebar green', 'web/sidebar.css')).toEqual(apart)
    expect(follows('colour the invoice sidebar green', 'src/money.ts')).toEqual([two])
    expect(follows('handle negative invoice totals', 'src/negative.ts')).toEqual([two])
  })

  it('turns are joined when the second answers what the first asked, or goes on after a mishap', () => {
    const text = 'the green one with round corners'
    const asking = first({ terminal: 'clarification_only' })
    expect(grouped(itemsFor([asking, second({ text })]))).toEqual([two])
    expect(grouped(itemsFor([first({ facts: { waits_for_answer: true } }), second({ text })]))).toEqual([two])
    expect(grouped(itemsFor([first({ terminal: 'interrupted' }), second({ text })]))).toEqual([two])
  })

  it('turns are joined on one topic branch when they are about the same files or things, but not on the trunk', () => {
    const on = (branch: string, text: string, path: string) => ({ text, facts: { branch, files: edited(path) } })
    const both = (one: object, other: object) => grouped(itemsFor([first(one), second({ ...other, session: 'S0002' })]))
    const [round, test] = ['Round invoices half to even', 'Cover rounding of invoices']
    expect(both(on('al/rounding', round, 'a.ts'), on('al/rounding', test, 'b.ts'))).toHaveLength(1)
    expect(both(on('main', round, 'a.ts'), on('main', test, 'b.ts'))).toHaveLength(2)
    expect(both(on('al/rounding', round, 'a.ts'), on('al/sidebar', test, 'b.ts'))).toHaveLength(2)
    expect(both(on('al/rounding', round, 'a.ts'), on('al/rounding', 'colour sidebar green', 'b.ts'))).toHaveLength(2)
  })

  it('turns are joined by the branch on which something was changed, not by one that another session switched to', () => {
    const [round, other] = ['Round invoices half to even', 'Write down how invoices are archived']
    const items = itemsFor([
      first({ text: round, facts: { branch: 'al/rounding', files: edited('a.ts') } }),
      second({ text: other, session: 'S0002', facts: { branch: 'al/archive-docs', files: edited('docs/b.md') } }),
      turnWith({
        ...{ turn: 'T0003', session: 'S0002', at: at(20), text: 'commit the invoices' },
        facts: { branch: 'al/rounding', files: [] },
      }),
    ])
    expect(grouped(items)).toEqual(['S0001/T0001', 'S0002/T0002 S0002/T0003'])
  })

  it('turns are joined when they edit the same files of which the words agree, but not those that everything touches', () => {
    const edit = (text: string, ...paths: string[]) => ({ text, facts: { files: edited(...paths) } })
    const both = (one: object, other: object) => grouped(itemsFor([first(one), second({ ...other, session: 'S0002' })]))
    const [round, again] = ['Round invoice totals half to even', 'Invoice totals differ between screen and exports']
    expect(both(edit(round, 'src/a.ts'), edit(again, 'src/a.ts', 'src/b.ts'))).toEqual(['S0001/T0001 S0002/T0002'])
    expect(both(edit(round, 'src/a.ts'), edit('Colour the sidebar green', 'src/a.ts'))).toHaveLength(2)
    expect(both(edit(round, 'package.json'), edit(again, 'package.json'))).toHaveLength(2)
    expect(both(edit(round, 'yarn.lock'), edit(again, 'yarn.lock'))).toHaveLength(2)
    expect(both(edit(round, 'a', 'b', 'c', 'd'), edit(again, 'a', 'e', 'f', 'g'))).toHaveLength(2)
    expect(both(edit(round, 'a'), { ...edit(again, 'a'), at: at(6 * 60 + 1) })).toHaveLength(2)
  })

  it('turns are joined when one session makes a plan and another carries it out', () => {
    const planning = first({ text: 'How should totals be rounded', facts: { tools: { ExitPlanMode: 1 } } })
    const text = 'Implement the following plan:\n\n# Plan: Half to even\n\n1. Change money.ts'
    const [item] = itemsFor([planning, second({ text, session: 'S0002', facts: { files: edited('money.ts') } })])
    expect(item?.covered_turns).toHaveLength(2)
    expect(item?.title).toBe('Half to even')
    expect(itemsFor([planning, second({ text, session: 'S0002', at: at(45) })])).toHaveLength(2)
  })

  it('turns are joined when they ask for the same thing, in whatever session', () => {
    const goal = 'Rewrite the invoice parser for totals'
    expect(grouped(itemsFor([first({ text: goal }), second({ text: `${goal}!`, session: 'S0002' })]))).toHaveLength(1)
    const few = 'invoice parser'
    expect(grouped(itemsFor([first({ text: few }), second({ text: few, session: 'S0002' })]))).toHaveLength(2)
  })

  it('turns are joined when the second runs the check that failed in the first', () => {
    const failed = first({ facts: { checks: [ran('test', 'fail')] } })
    const words = { text: 'draft a wiki page about onboarding colleagues' }
    expect(grouped(itemsFor([failed, second({ ...words, facts: { checks: [ran('test', 'pass')] } })]))).toEqual([two])
    expect(grouped(itemsFor([failed, second({ ...words, facts: { checks: [ran('lint', 'pass')] } })]))).toEqual(apart)
    const mended = first({ facts: { checks: [ran('test', 'fail'), ran('test', 'pass')] } })
    expect(grouped(itemsFor([mended, second({ ...words, facts: { checks: [ran('test', 'pass')] } })]))).toEqual(apart)
  })

  it('turns are joined when the second commits what the first edited, back to the commit before', () => {
    const commits = [{ hash: 'abc1234', subject: 'Count invoices' }]
    const wiki = { text: 'draft a wiki page about onboarding colleagues' }
    const third = turnWith({
      turn: 'T0003',
      text: 'tidy leftovers from yesterday evening',
      at: at(20),
      facts: { commits },
    })
    expect(grouped(itemsFor([first({ facts: { files: edited('a') } }), second(wiki), third]))).toEqual([
      'S0001/T0001 S0001/T0003',
      'S0001/T0002',
    ])
    expect(grouped(itemsFor([first({ facts: { files: edited('a'), commits } }), second(wiki), third]))).toHaveLength(3)
  })

  it('a turn that only hands over what was done belongs to it; one that files an issue or edits need not', () => {
    const deed = (kind: 'push' | 'pull_request' | 'review' | 'comment' | 'issue') => ({
      deeds: [{ kind, summary: 'Done.', lines: '2-3', number: null, title: null }],
    })
    const commits = [{ hash: 'abc1234', subject: 'Round invoices' }]
    const done = first({ facts: { files: edited('src/money.ts'), commits } })
    const text = 'draft a wiki page about onboarding colleagues'
    const next = (facts: object, minutes = 10) => grouped(itemsFor([done, second({ text, facts, at: at(minutes) })]))
    for (const kind of ['push', 'pull_request', 'review', 'comment'] as const) expect(next(deed(kind))).toEqual([two])
    expect(next(deed('issue'))).toEqual(apart)
    expect(next({ ...deed('push'), files: edited('web/sidebar.css') })).toEqual(apart)
    expect(next(deed('push'), 121)).toEqual(apart)
  })

  it('a turn in which the agent only asks something back belongs to the work at hand', () => {
    const wiki = { text: 'draft a wiki page about onboarding colleagues', materiality: 'none' as const }
    const asks = (parts: object) => second({ ...wiki, facts: { waits_for_answer: true }, ...parts })
    expect(grouped(itemsFor([first(), asks({})]))).toEqual([two])
    expect(grouped(itemsFor([first(), asks({ facts: {} })]))).toEqual(apart)
    expect(grouped(itemsFor([first(), asks({ at: at(121) })]))).not.toEqual([two])
  })

  it('turns without substance are never joined across sessions by their words', () => {
    const text = 'Rewrite the invoice parser for totals'
    const idle = second({ text, materiality: 'none', session: 'S0002' })
    expect(grouped(itemsFor([first({ text }), idle]))).toHaveLength(2)
  })
})

describe('work items', () => {
  it('work items number on after the highest ref, material first, then minor, then gaps', () => {
    const minor = turnWith({ turn: 'T0001', materiality: 'minor', text: 'list the branches of yesterday' })
    const late = turnWith({ turn: 'T0002', at: at(300), text: 'Add alpha bravo charlie delta' })
    const [before] = itemsFor([turnWith({ turn: 'T0009' })])
    const items = itemsFor(
      [minor, late],
      [{ session_ref: 'S0002', turn_ref: 'T0001' }],
      [{ ...(before as WorkItem), work_item_ref: 'W0041' }],
    )
    expect(items.map(({ work_item_ref, kind, title }) => [work_item_ref, kind, title])).toEqual([
      ['W0042', 'material_work_item', 'Add alpha bravo charlie delta'],
      ['W0043', 'no_material_work_item', 'Minor activity (1 turn)'],
      ['W0044', 'evidence_gap_item', '1 turn without evidence'],
    ])
  })

  it('work items say what a component of several turns came to', () => {
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
      ['Tests passed after the last edit.', 'high'],
    ])
    expect(item?.terminal_states.map(({ type }) => type)).toEqual(['material_result'])
    expect(item?.limits).toEqual(['2 lines could not be read.', '1 check shows no verdict.'])
  })

  it('work items keep a mishap in sight that no result made good', () => {
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

  it('work items are split at the longest pause when they cover more than forty turns', () => {
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
  it('nothing stays uncovered, nothing is covered twice, and every item is valid', () => expectAllCovered(25))

  it('two thousand turns are grouped without comparing each with each', () => groupMany(2000))
})
