import { expect, it } from 'vitest'
import { parseQuery } from './query.ts'
import { excerptOf } from './redacted-excerpt.ts'

const filler = 'word '.repeat(60)

it('an excerpt shows a phrase and not the single words of it, however often these are elsewhere', () => {
  const text = `branch branch branch shadow then branch ${filler} reset the shadow branch now ${filler} branch branch`
  const { excerpt, matches } = excerptOf([text], parseQuery('"shadow branch"'))
  expect(matches.map(([from, to]) => excerpt.slice(from, to))).toEqual(['shadow', 'branch'])
  expect(excerpt).toContain('reset the shadow branch now')
})

it('an excerpt marks the whole name in which the words of a phrase are parts', () => {
  const { excerpt, matches } = excerptOf(
    [`branch ${filler} a ShadowBranchConflict here`],
    parseQuery('"shadow branch"'),
  )
  expect(matches.map(([from, to]) => excerpt.slice(from, to))).toEqual(['ShadowBranchConflict'])
})

it('an excerpt marks words that need not follow each other wherever they are', () => {
  const { excerpt, matches } = excerptOf(['the branch has no shadow'], parseQuery('shadow branch'))
  expect(matches.map(([from, to]) => excerpt.slice(from, to))).toEqual(['branch', 'shadow'])
})
