import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonl } from '../fixtures/transcripts/lines.ts'
import { propertyRuns } from '../support/property-runs.ts'
import { type Said, type Timed, turnsByTheLetter, written } from './codex-reference.ts'
import { scanCodex, spans } from './scanning.ts'

const text = fc.constantFrom('go', 'stop', 'go ')
const rarely = fc.integer({ min: 0, max: 9 }).map(n => n === 0)
const message = fc.constantFrom('R' as const, 'E' as const, 'I' as const)

const said: fc.Arbitrary<Said> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ is: message, text, image: rarely, timed: rarely.map(no => !no) }) },
  fc.record({
    is: fc.constant('context' as const),
    by: fc.constantFrom('R' as const, 'E' as const),
    reaction: fc.boolean(),
  }),
  fc.constantFrom<Said>({ is: 'agent' }, { is: 'scaffolding' }, { is: 'developer' }, { is: 'other' }, { is: 'broken' }),
)
const delay = fc.constantFrom(0, 0, 50, 100, 101, -1, 1000)

it('the turns of a rollout are found in one pass as the rules find them in many', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(said, delay), { maxLength: 20 }), lines => {
      let at = Date.parse('2026-05-12T02:00:00Z')
      const all: Timed[] = lines.map(([one, after]) => {
        at += after
        return { said: one, at }
      })
      expect(spans(scanCodex(jsonl(all.map(written))))).toEqual(turnsByTheLetter(all))
    }),
    { numRuns: propertyRuns(1500) },
  )
})
