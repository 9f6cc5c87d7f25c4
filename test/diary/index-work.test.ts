import { appendFileSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inventHome } from '../../bench/diary/home.ts'
import { fileSizes } from '../../bench/diary/shape.ts'
import { tempHome } from '../support/tempdir.ts'
import { agentHome, openIndex } from './home.ts'

// The bench times the index; what it has to do at all is counted here (diary.md §5.3).
it('indexing reads every byte of a home once, nothing of an unchanged one, and of a grown file only what was added', async () => {
  const sizes = fileSizes(40).map(size => Math.min(size, 400_000))
  const invented = inventHome(tempHome(), sizes, Date.parse('2026-05-01T00:00:00Z'))
  const machine = agentHome(invented.folder)
  machine.env.DAYBOOK_CLAUDE_ROOTS = join(invented.claude, 'projects')
  machine.env.DAYBOOK_CODEX_ROOTS = join(invented.codex, 'sessions')
  const index = openIndex(machine)

  const { files, bytes, lines, largest } = invented
  const cold = await index.update()
  expect(cold.counters).toMatchObject({
    files_found: files,
    files_parsed: files,
    bytes_total: bytes,
    bytes_read: bytes,
    lines_total: lines,
    malformed_lines: 0,
  })

  // An open now would find no transcript any more.
  const before = new Map([...cold.live.keys()].map(path => [path, emptied(path)]))
  const warm = await index.update()
  expect(warm.counters).toMatchObject({ files_unchanged: files, files_parsed: 0, files_appended: 0, bytes_read: 0 })
  expect(warm.counters).toMatchObject({ lines_total: lines, turns_total: cold.counters.turns_total })
  for (const [path, content] of before) restored(path, content)

  const line = '{"type":"progress","timestamp":"2026-07-01T00:00:00.000Z"}\n'
  const tail = readFileSync(largest)
  appendFileSync(largest, line)
  const grown = await index.update()
  expect(grown.counters).toMatchObject({
    files_unchanged: files - 1,
    files_appended: 1,
    bytes_read: line.length + tail.length - (tail.lastIndexOf('\n', tail.length - 2) + 1),
    lines_total: lines + 1,
  })
})

/** The same file from outside, with nothing in it. */
function emptied(path: string): Buffer {
  const content = readFileSync(path)
  restored(path, Buffer.alloc(content.length))
  return content
}

function restored(path: string, content: Buffer): void {
  const { atime, mtime } = statSync(path)
  writeFileSync(path, content)
  utimesSync(path, atime, mtime)
}
