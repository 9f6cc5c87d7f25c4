import fc from 'fast-check'
import { expect } from 'vitest'
import { z } from 'zod'
import { problemsIn } from '../../src/diary/arguments.ts'
import {
  type Chain,
  checkKinds,
  checkVerdicts,
  materialities,
  outcomeCategories,
  type TurnRef,
  terminalTypes,
  triggerTypes,
  type WorkItem,
} from '../../src/diary/schema.ts'
import { synthesize } from '../../src/diary/synthesize/synthesize.ts'
import { evidenceRefsOf, ItemInput } from '../../src/diary/workspace/item-input.ts'
import { refOf, turnKey } from '../../src/diary/workspace/refs.ts'
import { edited, ran, turnWith } from './synthesis-parts.ts'

type Turn = ReturnType<typeof turnWith>

export function itemsFor(turns: Turn[], gaps: Turn['ref'][] = [], items: WorkItem[] = []): WorkItem[] {
  return synthesize({
    uncovered: [...turns.map(({ ref }) => ref), ...gaps],
    chains: new Map(turns.map(({ ref, chain }) => [turnKey(ref), chain])),
    facts: new Map(turns.map(({ ref, facts }) => [turnKey(ref), facts])),
    items,
  })
}

export const at = (minutes: number) => new Date(Date.parse('2026-05-12T09:00:00Z') + minutes * 60_000).toISOString()

/** Of so many random days nothing stays uncovered, nothing is covered twice, and every item is valid. */
export function expectAllCovered(runs: number): void {
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
        items: used.map(number => ({
          work_item_ref: refOf('W', number),
          covered_turns: [] as TurnRef[],
        })) as WorkItem[],
      })
      expect(items.flatMap(item => item.covered_turns.map(turnKey)).sort()).toEqual(
        made.map(({ ref }) => turnKey(ref)).sort(),
      )
      const keys = new Set(chained.map(({ ref }) => turnKey(ref)))
      for (const item of items) {
        expect(problemsIn(Input, { work_item: withoutEmptyLists(item) })).toEqual([])
        expect(used.map(number => refOf('W', number))).not.toContain(item.work_item_ref)
        const own = new Set(item.covered_turns.map(turnKey))
        for (const cited of evidenceRefsOf(item)) expect(own.has(turnKey(cited)) && keys.has(turnKey(cited))).toBe(true)
        for (const key of own) expect(keys.has(key)).toBe(item.kind !== 'evidence_gap_item')
        expect([...item.title].length).toBeLessThanOrEqual(80)
      }
      expect(new Set(items.map(item => item.work_item_ref)).size).toBe(items.length)
    }),
    { numRuns: runs },
  )
}

/** So many turns are grouped without comparing each with each. */
export function groupMany(count: number): void {
  const turns = Array.from({ length: count }, (_, index) =>
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
  expect(covered).toBe(count)
  // In microseconds of this process, which a busy machine does not add to.
  expect(process.cpuUsage(started).user).toBeLessThan(count * 6000)
}

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

/** An empty list counts as absent. */
function withoutEmptyLists(item: WorkItem) {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => !(Array.isArray(value) && value.length === 0)))
}
