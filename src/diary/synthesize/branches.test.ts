import { expect, it } from 'vitest'
import { branchTopic } from './branches.ts'

it.each([
  ['main', null],
  ['origin/develop', null],
  ['release/4.2', null],
  ['al/rounding-of-totals', 'rounding of totals'],
  ['fix/empty_cache', 'empty cache'],
  ['al/led-98-move-help', 'LED-98 move help'],
  ['led-98', 'LED-98'],
  ['claude/sidebar-011CUw2x', 'sidebar'],
  ['20260403-rounding-of-totals', 'rounding of totals'],
  ['1234', null],
  [null, null],
])('the topic of the branch %j', (branch, topic) => {
  expect(branchTopic(branch)).toBe(topic)
})
