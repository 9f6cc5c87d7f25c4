import { expect, it } from 'vitest'
import { hasMatch, mayMatch, neededIn } from './prefilter.ts'

it.each<[RegExp, string[] | null]>([
  [/\bTests run: (\d{1,9}), Failures: (\d{1,9})/, [', Failures: ']],
  [/^(?:OK|FAILED) \((\d+) tests?,/m, [' test']],
  [/BUILD (?:SUCCESS|FAILURE)|^make: \*\*\*/m, ['SUCCESS', 'FAILURE', 'make: ***']],
  [/\[error\]\tdone\.$/, ['[error]\tdone.']],
  [/errors?\b found/, [' found']],
  [/abc+def/, ['abc']],
  [/(?:total)?|never/, null],
  [/(?:total){0,3}/, null],
  [/(?:total){2}/, ['total']],
  [/(?=lookahead)ok/, null],
  [/ab(?!cd)ef(?<!x)gh/, ['abefgh']],
  [/[passed]{6}|\d{3}/, null],
  [/failed (?:in|at)/i, null],
  [/(a)\1bc \u0041BC\x41 \p{L}done/u, ['done']],
])('the texts that %s needs are found without trying it', (pattern, needed) => {
  expect(neededIn(pattern)).toEqual(needed)
})

it('a text without the words of a pattern is told from one that has them', () => {
  const failure = /\bBuild failed with \d+ errors?/
  expect(mayMatch('Build with failed errors', failure)).toBe(false)
  expect(
    ['Build failed with 3 errors', 'Build failed with errors', '', 'Build failed with 1 error'].map(text =>
      hasMatch(text, failure),
    ),
  ).toEqual([true, false, false, true])
})
