import { describe, expect, it } from 'vitest'
import { nothingHappened } from '../../../test/diary/build-workspace.ts'
import { Chain, type IndexRow, TurnFacts, WorkItem } from '../schema.ts'
import { carryOver, type Prepared, type Written } from './carry.ts'

type Turn = [ref: string, start: number, end: number, hash: string]

function prepared(key: string, sessions: Array<[ref: string, id: string, turns: Turn[]]>): Prepared {
  const rows = sessions.map(
    ([session_ref, id, turns]): IndexRow => ({
      session_ref,
      source: 'codex',
      source_session_id: id,
      session_path: `sessions/codex/${id}.jsonl`,
      target_start_line: 1,
      target_end_line: 99,
      turns: turns.map(([turn_ref, turn_start_line, turn_end_line]) => ({ turn_ref, turn_start_line, turn_end_line })),
    }),
  )
  const facts = sessions.flatMap(([session_ref, , turns]) =>
    turns.map(([turn_ref, , , span_sha256]): [string, TurnFacts] => [
      `${session_ref}/${turn_ref}`,
      TurnFacts.parse({ ...plainFacts, session_ref, turn_ref, span_sha256 }),
    ]),
  )
  return { key, rows, facts: new Map(facts) }
}

const plainFacts = {
  source: 'codex',
  trigger_at: '',
  last_at: '',
  ...nothingHappened,
  lines: 1,
  bytes: 1,
}

function chain(session_ref: string, turn_ref: string, summary: string) {
  const cited = [{ lines: '1-1' }]
  return {
    session_ref,
    chain: Chain.parse({
      turn_ref,
      trigger: { type: 'explicit_user_message', summary, citations: cited },
      terminal_state: { type: 'no_material', summary, citations: cited },
      materiality: 'none',
    }),
  }
}

function item(work_item_ref: string, turns: Array<[string, string]>, kind = 'material_work_item') {
  const refs = turns.map(([session_ref, turn_ref]) => ({ session_ref, turn_ref }))
  return WorkItem.parse({
    work_item_ref,
    kind,
    title: 'x',
    covered_turns: refs,
    trigger: { summary: 'x', evidence_refs: refs.slice(0, 1) },
    outcomes: [{ category: 'other', summary: 'x', evidence_refs: refs, confidence: 'low' }],
    terminal_states: [{ type: 'other', summary: 'x' }],
    confidence: 'low',
  })
}

describe('What survives a refresh', () => {
  const before = prepared('app', [
    [
      'S0001',
      'b',
      [
        ['T0001', 1, 4, 'h1'],
        ['T0002', 5, 9, 'h2'],
      ],
    ],
    ['S0002', 'c', [['T0001', 1, 2, 'h3']]],
  ])
  // A session sorted before the others appeared, the last turn of b grew, and a turn was added to c.
  const after = prepared('app', [
    ['S0001', 'a', [['T0001', 1, 4, 'h1']]],
    [
      'S0002',
      'b',
      [
        ['T0001', 1, 4, 'h1'],
        ['T0002', 5, 12, 'h2+'],
      ],
    ],
    [
      'S0003',
      'c',
      [
        ['T0001', 1, 2, 'h3'],
        ['T0002', 3, 4, 'h4'],
      ],
    ],
  ])
  const written: Written = {
    ...before,
    chains: [chain('S0001', 'T0002', 'two'), chain('S0001', 'T0001', 'one'), chain('S0002', 'T0001', 'three')],
    items: [
      item('W0001', [
        ['S0001', 'T0001'],
        ['S0002', 'T0001'],
      ]),
      item('W0002', [['S0001', 'T0002']]),
    ],
  }

  it('What survives a refresh has its new refs; what rests on lines that changed is dropped', () => {
    const { chains, items, chains_dropped, items_dropped } = carryOver([written], [after])
    expect(
      chains.map(({ session_ref, chain: { turn_ref, trigger }, before }) => [
        session_ref,
        turn_ref,
        trigger.summary,
        before,
      ]),
    ).toEqual([
      ['S0002', 'T0001', 'one', { project_key: 'app', session_ref: 'S0001', turn_ref: 'T0001' }],
      ['S0003', 'T0001', 'three', { project_key: 'app', session_ref: 'S0002', turn_ref: 'T0001' }],
    ])
    expect(items.map(each => each.item)).toEqual([
      item('W0001', [
        ['S0002', 'T0001'],
        ['S0003', 'T0001'],
      ]),
    ])
    expect({ chains_dropped, items_dropped }).toEqual({ chains_dropped: 1, items_dropped: 1 })
  })

  it('What survives a refresh is everything when nothing changed', () => {
    const { chains, items, chains_dropped, items_dropped } = carryOver([written], [before])
    expect(chains.map(({ session_ref, chain: each }) => ({ session_ref, chain: each }))).toEqual(written.chains)
    expect(items.map(each => each.item)).toEqual(written.items)
    expect({ chains_dropped, items_dropped }).toEqual({ chains_dropped: 0, items_dropped: 0 })
  })

  it('What survives a refresh moves with its session to another project, an item only as a whole', () => {
    const split = [
      prepared('app', [
        [
          'S0001',
          'b',
          [
            ['T0001', 1, 4, 'h1'],
            ['T0002', 5, 9, 'h2'],
          ],
        ],
      ]),
      prepared('lib', [['S0001', 'c', [['T0001', 1, 2, 'h3']]]]),
    ]
    const { chains, items, items_dropped } = carryOver([written], split)
    expect(chains.map(({ project_key, session_ref }) => `${project_key} ${session_ref}`).sort()).toEqual([
      'app S0001',
      'app S0001',
      'lib S0001',
    ])
    expect(items.map(({ project_key, item: { work_item_ref } }) => [project_key, work_item_ref])).toEqual([
      ['app', 'W0002'],
    ])
    expect(items_dropped).toBe(1)
  })

  it('What survives a refresh is nothing without facts, because nothing can be compared', () => {
    const bare = { ...before, facts: new Map() }
    expect(carryOver([{ ...written, ...bare }], [bare])).toMatchObject({ chains: [], items: [], chains_dropped: 3 })
  })

  it('What survives a refresh gives two copies of one session one turn each', () => {
    const twice = prepared('app', [
      ['S0001', 'b', [['T0001', 1, 4, 'h1']]],
      ['S0002', 'b', [['T0001', 1, 4, 'h1']]],
    ])
    const both = { ...twice, chains: [chain('S0001', 'T0001', 'one'), chain('S0002', 'T0001', 'two')], items: [] }
    const { chains } = carryOver([both], [twice])
    expect(chains.map(({ session_ref, chain: { trigger } }) => [session_ref, trigger.summary])).toEqual([
      ['S0001', 'one'],
      ['S0002', 'two'],
    ])
  })
})
