import { expect, test } from 'vitest'
import { threeWayText } from './edit.ts'

test('a conflict is printed with a mark per side, leaving out a side that changed nothing', () => {
  expect(threeWayText('a\nb', 'A\nb', 'a\nB')).toBe(
    '@@ line 1: changed by both, differently\n| a\n| b\n< A\n< b\n> a\n> B\n',
  )
  expect(threeWayText('a', 'A', 'a')).toBe('@@ line 1: changed by you\n| a\n< A\n')
  expect(threeWayText('a', 'a', 'A')).toBe('@@ line 1: changed by them\n| a\n> A\n')
})

test('the same change on both sides is reported as such', () => {
  expect(threeWayText('a', 'A', 'A')).toBe('@@ line 1: changed by both, alike\n| a\n< A\n> A\n')
})
