import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyDiff } from '../../test/records/apply-diff.ts'
import { propertyRuns } from '../../test/support/property-runs.ts'
import { diffLines, unifiedDiff } from './unified-diff.ts'

const labels = { from: 'R007@v3', to: 'R007@v5' }
const diff = (oldText: string, newText: string) => unifiedDiff(oldText, newText, labels)

const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom('\n', '\r\n', '\r', '\u2028', 'a', 'b', '-', '+', '@@', '\\', ' ', 'é', '😀'),
      fc.string(),
    ),
  )
  .map(parts => parts.join(''))
const repetitiveText = fc
  .array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd'), { maxLength: 60 })
  .map(parts => parts.join(''))
const texts = fc.oneof(hostileText, repetitiveText)

describe('unifiedDiff', () => {
  test('unifiedDiff is empty for equal texts', () => {
    expect(diff('', '')).toBe('')
    expect(diff('same\n', 'same\n')).toBe('')
  })

  test('unifiedDiff writes one-line hunks without a count, as in the specification', () => {
    expect(unifiedDiff('Open\n', 'Answered\n', { from: 'R002@v1', to: 'R002@v3' })).toBe(
      '--- R002@v1\n+++ R002@v3\n@@ -1 +1 @@\n-Open\n+Answered\n',
    )
  })

  test('unifiedDiff shows three lines around a change and splits hunks that are further apart', () => {
    const lines = Array.from({ length: 20 }, (_, index) => `${index + 1}\n`)
    const changed = lines.with(4, 'five\n').with(15, 'sixteen\n')
    expect(diff(lines.join(''), changed.join(''))).toBe(
      `--- R007@v3\n+++ R007@v5\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n@@ -13,7 +13,7 @@\n 13\n 14\n 15\n-16\n+sixteen\n 17\n 18\n 19\n`,
    )
  })

  test.each([
    ['adding to an empty text', '', 'a\n', '@@ -0,0 +1 @@\n+a\n'],
    ['emptying a text', 'a\nb\n', '', '@@ -1,2 +0,0 @@\n-a\n-b\n'],
    ['losing the last line end', 'a\n', 'a', '@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n'],
    ['gaining the last line end', 'a', 'a\n', '@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n'],
    ['a shared last line without end', 'a\nz', 'b\nz', '@@ -1,2 +1,2 @@\n-a\n+b\n z\n\\ No newline at end of file\n'],
    ['a CR before the LF', 'a\r\n', 'a\n', '@@ -1 +1 @@\n-a\r\n+a\n'],
    ['a lone CR', 'a\rb\n', 'a\rc\n', '@@ -1 +1 @@\n-a\rb\n+a\rc\n'],
    ['a line separator', 'a\u2028b\n', 'c\n', '@@ -1 +1 @@\n-a\u2028b\n+c\n'],
  ])('unifiedDiff handles %s', (_, oldText, newText, hunks) => {
    expect(diff(oldText, newText)).toBe(`--- R007@v3\n+++ R007@v5\n${hunks}`)
    expect(applyDiff(oldText, diff(oldText, newText))).toBe(newText)
  })

  test('unifiedDiff applied to the old text gives the new text, whatever the texts are', () => {
    fc.assert(
      fc.property(texts, texts, (oldText, newText) => {
        expect(applyDiff(oldText, diff(oldText, newText))).toBe(newText)
      }),
      { numRuns: propertyRuns(1000) },
    )
  })

  test('unifiedDiff changes as few lines as any edit can', () => {
    fc.assert(
      fc.property(repetitiveText, repetitiveText, (oldText, newText) => {
        const changed = diffLines(oldText, newText).filter(line => line.kind !== 'same')
        expect(changed).toHaveLength(fewestChanges(oldText, newText))
      }),
      { numRuns: propertyRuns(500) },
    )
  })

  test('unifiedDiff replaces the middle by one hunk when a side has more than 20,000 lines', () => {
    const lines = Array.from({ length: 20_001 }, (_, index) => `line ${index}\n`)
    const changed = lines.with(10, 'x\n').with(19_990, 'y\n')
    const text = diff(lines.join(''), changed.join(''))
    expect(text.match(/^@@.*$/gm)).toEqual(['@@ -8,19987 +8,19987 @@'])
    expect(applyDiff(lines.join(''), text)).toBe(changed.join(''))
    const shorter = diff(lines.slice(1).join(''), changed.slice(1).join(''))
    expect(shorter.match(/^@@.*$/gm)).toHaveLength(2)
  })

  test.each([
    ['nothing in common', (index: number) => `old ${index}`, (index: number) => `new ${index}`],
    ['the lines in reverse', (index: number) => `line ${index}`, (index: number) => `line ${19_999 - index}`],
    ['few distinct lines', (index: number) => `${mix(index) % 200}`, (index: number) => `${mix(index + 50_000) % 200}`],
    ['two distinct lines', (index: number) => `${mix(index) % 2}`, (index: number) => `${mix(index + 50_000) % 2}`],
    ['the lines shuffled', (index: number) => `line ${index}`, (index: number) => `line ${(index * 7_919) % 20_000}`],
  ])('unifiedDiff stays fast and exact for 20,000 lines with %s', (_, oldLine, newLine) => {
    const oldText = Array.from({ length: 20_000 }, (_, index) => `${oldLine(index)}\n`).join('')
    const newText = Array.from({ length: 20_000 }, (_, index) => `${newLine(index)}\n`).join('')
    const started = process.cpuUsage()
    const text = diff(oldText, newText)
    // In microseconds of this process, which a busy machine does not add to.
    expect(process.cpuUsage(started).user).toBeLessThan(8_000_000)
    expect(applyDiff(oldText, text)).toBe(newText)
    expect(diff(oldText, newText)).toBe(text)
  })

  test('unifiedDiff finds distant small edits in a long text', () => {
    const lines = Array.from({ length: 19_000 }, (_, index) => `line ${index}\n`)
    const changed = lines.flatMap((line, index) => (index % 100 === 0 ? [`changed ${index}\n`] : [line]))
    const kinds = diffLines(lines.join(''), changed.join('')).filter(line => line.kind !== 'same')
    expect(kinds).toHaveLength(380)
  })
})

describe('diffLines', () => {
  test('diffLines numbers every line on the sides where it exists', () => {
    expect(diffLines('a\nb\n', 'a\nc')).toEqual([
      { kind: 'same', text: 'a', oldLine: 1, newLine: 1 },
      { kind: 'old', text: 'b', oldLine: 2 },
      { kind: 'new', text: 'c', newLine: 2, unterminated: true },
    ])
  })

  test('diffLines holds both texts complete and in order', () => {
    const joined = (lines: ReturnType<typeof diffLines>) =>
      lines.map(line => `${line.text}${line.unterminated ? '' : '\n'}`).join('')
    fc.assert(
      fc.property(texts, texts, (oldText, newText) => {
        const lines = diffLines(oldText, newText)
        expect(joined(lines.filter(line => line.kind !== 'new'))).toBe(oldText)
        expect(joined(lines.filter(line => line.kind !== 'old'))).toBe(newText)
      }),
    )
  })
})

function fewestChanges(oldText: string, newText: string): number {
  const before = oldText.match(/[^\n]*\n|[^\n]+$/g) ?? []
  const after = newText.match(/[^\n]*\n|[^\n]+$/g) ?? []
  let row = after.map((_, index) => index + 1)
  row.unshift(0)
  for (const [i, line] of before.entries()) {
    const next = [i + 1]
    for (const [j, other] of after.entries()) {
      const shorter = Math.min(row[j + 1] ?? 0, next[j] ?? 0) + 1
      next.push(line === other ? (row[j] ?? 0) : shorter)
    }
    row = next
  }
  return row.at(-1) ?? 0
}

function mix(seed: number): number {
  let value = Math.imul(seed + 1, 2_654_435_761)
  value = Math.imul(value ^ (value >>> 15), 2_246_822_519)
  return (value ^ (value >>> 13)) >>> 0
}
