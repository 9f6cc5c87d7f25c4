import { expect, it } from 'vitest'
import { argLabel, runErrorWords } from './run-words.ts'

it('a failed step says why, whichever step it was', () => {
  expect(runErrorWords('step_failed:compare:ref_unresolved:scene_path')).toBe(
    'A step failed. A required input is missing, or an earlier step did not produce it.',
  )
  expect(runErrorWords('step_failed:draft:scope-exceeded')).toBe('A step failed. It ended with an error.')
  expect(runErrorWords('dod_failed:slot_not_null')).toBe('Every step ended, but one of the recipe’s checks failed.')
})

it('an argument is named as people write', () => {
  expect(argLabel('scene_path')).toBe('Scene path')
})
