import { expect, it } from 'vitest'
import { quotationsIn } from './quotations.ts'

it.each([
  ['"one" and “two” and „three“ and «four»', ['one', 'two', 'three', 'four']],
  ["‘five’ and 'six'", ['five', 'six']],
  ["it doesn't drag but can't land", []],
  ["the dogs' bowls and 'tis", []],
  ["'it doesn't drag' he said", ["it doesn't drag"]],
  ['“outer “inner” outer”', ['outer “inner” outer']],
  ['"She said "stop" and left" then "again"', ['She said "stop" and left', 'again']],
  ['""Stop," she said"', ['"Stop," she said']],
  ['"open', []],
  ['"a" "b', ['a']],
  ['“open "closed"', ['closed']],
  ['\'tis line 1: "the dogs\' bowls"', ["the dogs' bowls"]],
  ['\'He said "never again" and went\'', ['He said "never again" and went']],
  ['说"你好"吧', ['你好']],
])('the quotations are found in %s', (text, expected) => {
  expect(quotationsIn(text).map(each => each.text)).toEqual(expected)
})
