import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { inventHome } from '../../bench/diary/home.ts'
import { fileSizes } from '../../bench/diary/shape.ts'
import { IndexCache } from '../../src/diary/prepare/index/cache.ts'
import { indexHomes } from '../../src/diary/prepare/index/index-homes.ts'
import { SearchIndex } from '../../src/diary/search/search-index.ts'
import { thisThread } from '../../src/diary/threads/threads.ts'
import { type Line, LineSplitter } from '../../src/transcripts/lines.ts'
import { passagesOn } from '../../src/transcripts/passages.ts'
import { scanChunks } from '../../src/transcripts/scan.ts'
import { tempHome } from '../support/tempdir.ts'
import { corpora } from '../transcripts/corpora.ts'
import { stretched } from '../transcripts/stretched.ts'
import { agentHome } from './home.ts'

const all = corpora.flatMap(({ reader, file, fixtures }) =>
  fixtures.map(([name, bytes]) => ({ reader, file, name, bytes: stretched(bytes) })),
)

// The bench times the cold index; what it parses at all is counted here.
describe('The cold index with search', () => {
  it.each(all)('The cold index with search parses no line of $name twice', ({ reader, file, bytes }) => {
    const parsed = countedParses()
    const wholes: number[] = []
    const onLine = (line: Line) => {
      passagesOn(reader, line)
      const text = line.bytes?.toString() ?? ''
      wholes.push(parsed.splice(0).filter(each => isWhole(each, text)).length)
    }
    scanChunks(reader, file, [bytes], undefined, { onLine })
    expect(wholes.filter(count => count > 1)).toEqual([])
  })

  it.each(all)(
    'The cold index with search takes from the lines of $name what is read there later',
    ({ reader, file, bytes }) => {
      const taken: unknown[] = []
      scanChunks(reader, file, [bytes], undefined, { onLine: line => taken.push(passagesOn(reader, line)) })
      const read: unknown[] = []
      new LineSplitter(line => read.push(passagesOn(reader, line))).push(bytes)
      expect(taken).toEqual(read)
    },
  )

  it.each([
    [10_000, 1],
    [60_000, 0],
    [500_000, 1],
  ])('The cold index with search takes from an answer of %i bytes %i passages', (size, count) => {
    const [claude] = corpora.filter(({ reader }) => reader.source === 'claude-code')
    if (!claude) throw new Error('there is such a reader')
    const answer = { type: 'tool_result', tool_use_id: 'call', content: 'some words '.repeat(size / 11) }
    const row = { type: 'user', toolUseResult: {}, message: { role: 'user', content: [answer] } }
    const taken: unknown[] = []
    const onLine = (line: Line) => taken.push(passagesOn(claude.reader, line).length)
    scanChunks(claude.reader, claude.file, [Buffer.from(`${JSON.stringify(row)}\n`)], undefined, { onLine })
    expect(taken).toEqual([count])
  })

  it('The cold index with search parses less than half of what it reads', async () => {
    const sizes = fileSizes(40).map(size => Math.min(size, 400_000))
    const invented = inventHome(tempHome(), sizes, Date.parse('2026-05-01T00:00:00Z'))
    const machine = agentHome(invented.folder)
    machine.env.DAYBOOK_CLAUDE_ROOTS = join(invented.claude, 'projects')
    machine.env.DAYBOOK_CODEX_ROOTS = join(invented.codex, 'sessions')
    const cache = new IndexCache(join(machine.home, 'cache'))
    const search = new SearchIndex(join(machine.home, 'cache'))
    onTestFinished(() => {
      cache.close()
      search.close()
    })
    const parsed = countedParses()
    const { environment } = machine
    await indexHomes({
      cache,
      archive: null,
      search,
      environment,
      scanningFor: () => thisThread,
      progress: () => {},
    })
    const characters = parsed.reduce((sum, text) => sum + text.length, 0)
    expect(search.size().passages).toBeGreaterThan(500)
    expect(characters / invented.bytes).toBeLessThan(0.5)
  })
})

/** Everything that is parsed as JSON from now to the end of the test. */
function countedParses(): string[] {
  const parsed: string[] = []
  const parse = JSON.parse
  const spy = vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    parsed.push(String(text))
    return parse(text, reviver)
  })
  onTestFinished(() => spy.mockRestore())
  return parsed
}

/** Whether a text that was parsed is a line, or most of it. */
function isWhole(text: string, line: string): boolean {
  return text.length > line.length * 0.8 && text.slice(0, 20) === line.slice(0, 20)
}
