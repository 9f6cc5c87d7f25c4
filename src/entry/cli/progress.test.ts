import { expect, test } from 'vitest'
import { ProgressLine, progressText } from './progress.ts'

const goBack = '\r\u001b[1A\u001b[J'
const half = { phase: 'index', files: 1300, files_total: 2600, bytes: 500_000_000, bytes_total: 1_000_000_000 }

function page(isTTY: boolean, columns = 200) {
  const written: string[] = []
  return { isTTY, columns, written, write: (text: string) => written.push(text) }
}

test('progress tells phase, share by bytes, files, speed and what is left', () => {
  expect(progressText(half, 2000)).toBe(
    `Reading transcripts  ${'━'.repeat(10)}${'─'.repeat(10)}  50 %  1300 of 2600 files  250 MB/s  2 s left`,
  )
  expect(progressText({ phase: 'decide', files: 0, files_total: 1, bytes: 0, bytes_total: 0 }, 0)).toBe(
    `Choosing turns  ${'─'.repeat(20)}  0 %  0 of 1 files`,
  )
  expect(progressText({ ...half, bytes: 1_000_000_000, files: 2600 }, 4000)).not.toContain('left')
  expect(progressText({ ...half, bytes: 10_000_000 }, 2000)).toContain('3 min 18 s left')
})

test('on a terminal one line is drawn over itself, at most ten times a second, and taken away at the end', () => {
  let now = 0
  const terminal = page(true, 40)
  const line = new ProgressLine(terminal, () => now)
  for (; now < 1000; now += 10) line.show(half)
  expect(terminal.written).toHaveLength(10)
  for (const text of terminal.written) {
    expect(text.indexOf('\n')).toBe(text.length - 1)
    expect(text.length).toBeLessThanOrEqual(40 + goBack.length)
  }
  line.end()
  line.end()
  expect(terminal.written.slice(10)).toEqual([goBack])
})

test('elsewhere a whole line every five seconds, and none of a short call', () => {
  let now = 0
  const file = page(false)
  const line = new ProgressLine(file, () => now)
  for (; now < 4900; now += 100) line.show(half)
  expect(file.written).toEqual([])
  for (; now < 11_000; now += 100) line.show(half)
  line.end()
  expect(file.written).toHaveLength(2)
  for (const text of file.written)
    expect(text).toBe(`${progressText(half, Number(text === file.written[0] ? 5000 : 10_000))}\n`)
})
