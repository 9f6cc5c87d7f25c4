import { expect, it } from 'vitest'
import { attribute } from './attribute.ts'
import { reasonOf } from './reason.ts'

const line = (number: number, isKnown: boolean) => ({
  ...{ path: 'a.ts', kind: 'added' as const, numbers: [number] },
  writers: isKnown ? [{ turn: 1, session: 'a', at: 1000, path: 'a.ts' }] : [],
})
const reason = (...known: boolean[]) =>
  reasonOf(
    attribute({ lines: known.map((is, at) => line(at, is)), seen: [], authoredAt: 2000, committedAt: 2000 }),
    () => 'turn 1',
  )

it('the reason speaks of one line and of several', () => {
  expect(reason(true, true, true, false)).toContain('1 line was written by no turn that is known.')
  expect(reason(true, true, true, false, false)).toContain('2 lines were written by no turn that is known.')
  expect(reason(true, false, false, false)).toBe('Only 1 of 4 lines is known from transcripts, too few to tell.')
})
