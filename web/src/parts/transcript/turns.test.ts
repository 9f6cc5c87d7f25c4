import { expect, it } from 'vitest'
import { type Turn, turnAfter, turnAt, turnBefore } from './turns.ts'

const turn = (turn_ref: string, start_line: number, end_line: number): Turn => ({
  turn_ref,
  start_line,
  end_line,
  trigger_at: null,
  trigger_kind: null,
  terminal: null,
  span_sha256: null,
})
const turns = [turn('T0001', 3, 5), turn('T0002', 6, 6), turn('T0003', 9, 12)]

it('a turn contains its lines and no others', () => {
  const refs = Array.from({ length: 14 }, (_, index) => turnAt(turns, index)?.turn_ref ?? '-')
  expect(refs.join(' ')).toBe('- - - T0001 T0001 T0001 T0002 - - T0003 T0003 T0003 T0003 -')
})

it('turns are stepped through one by one, in both directions', () => {
  expect([1, 3, 7, 9].map(line => turnAfter(turns, line)?.turn_ref)).toEqual(['T0001', 'T0002', 'T0003', undefined])
  expect([14, 9, 6, 4, 3].map(line => turnBefore(turns, line)?.turn_ref)).toEqual([
    'T0003',
    'T0002',
    'T0001',
    'T0001',
    undefined,
  ])
})
