import { expect, it } from 'vitest'
import { globMatcher } from './glob.ts'

it.each([
  ['*.md', 'a.md', true],
  ['*.md', 'x/y/a.md', true],
  ['*.md', 'a.md/b', false],
  ['x/*.md', 'x/a.md', true],
  ['x/*.md', 'x/y/a.md', false],
  ['x/**/a.md', 'x/a.md', true],
  ['x/**/a.md', 'x/y/z/a.md', true],
  ['x/**/a.md', 'x/ya.md', false],
  ['x/**', 'x/y/z', true],
  ['a?c', 'abc', true],
  ['a?c', 'a/c', false],
  ['x/*/c', 'x/b/c', true],
  ['a.c', 'abc', false],
])('whether the glob %s matches the path %s: %s', (pattern, path, matches) => {
  expect(globMatcher(pattern)(path)).toBe(matches)
})
