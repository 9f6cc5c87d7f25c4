import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findRegexes } from '../../../../scripts/regexes/find.ts'
import { mayMatch } from './prefilter.ts'

it('a prefilter keeps no pattern of the checks from a text that it matches', () => {
  const literals = findRegexes(process.cwd(), ['src/diary/extract']).literals.filter(({ place }) =>
    /counts\.ts|check-runs\.ts/.test(place),
  )
  const tried = literals.flatMap(({ source, flags }) => {
    // Neither what only looks around is written, nor what comes again.
    const free = source.replace(/\\[bB1-9]|\(\?<?[=!](?:\\.|\[(?:\\.|[^\]\\])*\]|[^()\\])*\)/g, '')
    return /\(\?<?[=!]/.test(free) ? [] : [{ pattern: new RegExp(source, flags), free, unicode: flags.includes('u') }]
  })
  expect(tried.length).toBeGreaterThan(200)
  for (const { pattern, free, unicode } of tried) {
    fc.assert(
      fc.property(fc.stringMatching(new RegExp(free, unicode ? 'u' : '')), match => mayMatch(`é ${match}.`, pattern)),
      { numRuns: 20 },
    )
  }
})
