import { expect, test } from 'vitest'
import { diffLines } from '../../../src/evidence/unified-diff.ts'
import { splitRows, unifiedRows } from './diff-rows.ts'

const long = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join('')

test('a removed line is beside the one that replaced it, and both mark where they differ', () => {
  const rows = splitRows(diffLines('keep\nthe old word\n', 'keep\nthe new word\n'))
  expect(rows).toMatchObject([
    { left: { text: 'keep' }, right: { text: 'keep' } },
    { left: { text: 'the old word' }, right: { text: 'the new word' }, leftMark: [4, 7], rightMark: [4, 7] },
  ])
})

test('lines that have nothing in common are not marked', () => {
  const [old] = unifiedRows(diffLines('abc\n', 'xyz\n'))
  expect(old).toMatchObject({ kind: 'old', mark: undefined })
})

test('a line that only one side has leaves the other side empty', () => {
  const [row] = splitRows(diffLines('', 'added\n'))
  expect(row).toMatchObject({ kind: 'pair', right: { text: 'added' } })
  expect(row).not.toHaveProperty('left')
})

test('long unchanged parts are folded and counted, and nothing else is', () => {
  const rows = unifiedRows(diffLines(`first\n${long}last\n`, `FIRST\n${long}LAST\n`))
  const gaps = rows.filter(row => row.kind === 'gap')
  expect(gaps).toMatchObject([{ words: '12 unchanged lines' }])
  expect(rows.length - gaps.length).toBe(4 + 8)
})
