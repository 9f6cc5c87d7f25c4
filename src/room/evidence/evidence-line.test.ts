import { describe, expect, it } from 'vitest'
import { evidenceLines } from './evidence-line.ts'

describe('An Evidence line', () => {
  it.each([
    'Evidence: x',
    '**Evidence:** x',
    '**Evidence**: x',
    '__Evidence:__ x',
    '- Evidence: x',
    '12) evidence: x',
    '> > * EVIDENCE – x',
    'Evidence — x',
    'Evidence - x',
    '\t Evidence : x',
    '**Evidence: x**',
  ])('is %s', line => {
    expect(evidenceLines(`Before.\r\n${line}\nAfter.`)).toEqual({ bodies: ['x'], rest: 'Before.\nAfter.' })
  })

  it.each(['Evidence-based x', 'Evidence -x', 'The Evidence: x', 'Evidences: x', '### Evidence: x', 'Evidence x'])(
    'is not %s',
    line => expect(evidenceLines(line)).toEqual({ bodies: [], rest: line }),
  )

  it('counts inside a code block too, and after every kind of line break', () => {
    const { bodies } = evidenceLines('a\n```\nEvidence: x\n```\rEvidence: y\u2028Evidence: z')
    expect(bodies).toEqual(['x', 'y', 'z'])
  })
})
