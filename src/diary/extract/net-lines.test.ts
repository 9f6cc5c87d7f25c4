import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hashesOf, netChanges, netOver } from './net-lines.ts'

const counts = ({ added, removed }: { added: string[]; removed: string[] }) => [added.length, removed.length]

it('what one edit adds and a later one removes was never there', () => {
  expect(
    counts(
      netChanges([
        { added: ['a', 'b'], removed: ['c'] },
        { added: ['d'], removed: ['a'] },
      ]),
    ),
  ).toEqual([2, 1])
  expect(
    counts(
      netChanges([
        { added: [], removed: ['a'] },
        { added: ['a'], removed: [] },
      ]),
    ),
  ).toEqual([0, 0])
})

it('a line that moves within one edit comes and goes', () => {
  expect(counts(netChanges([{ added: ['a'], removed: ['a'] }]))).toEqual([1, 1])
})

it('turns joined by their hashes give what their edits together give', () => {
  const lines = fc.array(fc.constantFrom('', '}', 'a', 'b', 'c', 'd'), { maxLength: 5 })
  const edits = fc.array(fc.record({ added: lines, removed: lines }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(edits, all => {
      const turns = all.map(({ added, removed }) => ({
        ...{ added: added.length, removed: removed.length, net: true },
        op: 'edit' as const,
        ...{ added_hashes: hashesOf(added), removed_hashes: hashesOf(removed) },
      }))
      const { added, removed } = netChanges(all)
      expect(netOver(turns)).toEqual({ added: added.length, removed: removed.length, net: true })
    }),
  )
})

it('turns whose lines are not known are added up, and say so', () => {
  const known = {
    op: 'edit' as const,
    added: 1,
    removed: 0,
    net: true,
    added_hashes: hashesOf(['a']),
    removed_hashes: '',
  }
  const unknown = { op: 'edit' as const, added: 2, removed: 3, net: false, added_hashes: '', removed_hashes: '' }
  expect(netOver([known, unknown])).toEqual({ added: 3, removed: 3, net: false })
  expect(netOver([known])).toEqual({ added: 1, removed: 0, net: true })
})

it('a file that is new has lost no line', () => {
  const made = {
    op: 'create' as const,
    added: 3,
    removed: 0,
    net: true,
    added_hashes: hashesOf(['a', 'b', 'c']),
    removed_hashes: '',
  }
  const later = {
    ...made,
    op: 'edit' as const,
    added: 1,
    removed: 1,
    added_hashes: hashesOf(['d']),
    removed_hashes: hashesOf(['B']),
  }
  expect(netOver([made, later])).toEqual({ added: 3, removed: 0, net: true })
})
