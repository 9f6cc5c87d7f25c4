import fc from 'fast-check'
import { expect, test } from 'vitest'
import { threeWay, threeWayText } from './three-way.ts'

const base = 'one\ntwo\nthree\nfour\nfive'

test('says for each region who changed it', () => {
  const yours = 'ONE\ntwo\nthree\nfour\nfive and more'
  const theirs = 'one\ntwo\n3\nfour\nfive, changed'
  expect(threeWay(base, yours, theirs)).toEqual([
    { line: 1, base: ['one'], yours: ['ONE'], theirs: ['one'], changed: 'you' },
    { line: 3, base: ['three'], yours: ['three'], theirs: ['3'], changed: 'them' },
    { line: 5, base: ['five'], yours: ['five and more'], theirs: ['five, changed'], changed: 'both, differently' },
  ])
})

test('the same change on both sides is no quarrel', () => {
  expect(threeWay(base, base.replace('two', '2'), base.replace('two', '2'))).toMatchObject([{ changed: 'both, alike' }])
})

test('insertions at one place belong together', () => {
  expect(threeWay('a\nb', 'a\nmine\nb', 'a\ntheirs\nb')).toEqual([
    { line: 2, base: [], yours: ['mine'], theirs: ['theirs'], changed: 'both, differently' },
  ])
})

test('is printed with a mark per side, leaving out a side that changed nothing', () => {
  expect(threeWayText(threeWay('a\nb', 'A\nb', 'a\nB'))).toBe(
    '@@ line 1: changed by both, differently\n| a\n| b\n< A\n< b\n> a\n> B\n',
  )
  expect(threeWayText(threeWay('a', 'A', 'a'))).toBe('@@ line 1: changed by you\n| a\n< A\n')
})

test('the regions put back into the base give each side again', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map(lines => lines.join('\n'))
  fc.assert(
    fc.property(text, text, text, (old, yours, theirs) => {
      const regions = threeWay(old, yours, theirs)
      expect(putBack(old, regions, 'yours')).toBe(yours)
      expect(putBack(old, regions, 'theirs')).toBe(theirs)
    }),
    { numRuns: 500 },
  )
})

function putBack(old: string, regions: ReturnType<typeof threeWay>, side: 'yours' | 'theirs'): string {
  const lines = old.split('\n')
  for (const region of regions.toReversed()) lines.splice(region.line - 1, region.base.length, ...region[side])
  return lines.join('\n')
}
