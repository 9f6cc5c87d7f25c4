import { expect, it } from 'vitest'
import { noBuild, withCanonLine } from './canon-progress.ts'

const card = (path: string, more: object = {}) => ['canon.progress', { job_id: 'j2', path, ...more }] as const

it('canon progress counts the cards of the latest build and keeps their remarks', () => {
  const lines = [
    ['canon.started', { job_id: 'j1', total: 9 }] as const,
    ['canon.started', { job_id: 'j2', total: 3 }] as const,
    ['canon.progress', { job_id: 'j1', path: 'late.md' }] as const,
    card('a.md'),
    card('b.md', { fallback: 'model_error' }),
    card('c.md', { failure: 'too_large' }),
    ['canon.finished', { job_id: 'j2', status: 'indexed' }] as const,
  ]
  expect(lines.reduce((state, [type, line]) => withCanonLine(state, type, line), noBuild)).toEqual({
    job: 'j2',
    done: 3,
    total: 3,
    ended: true,
    remarks: [
      { path: 'b.md', reason: 'model_error', kind: 'fallback' },
      { path: 'c.md', reason: 'too_large', kind: 'failure' },
    ],
  })
})
