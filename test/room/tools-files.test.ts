import { describe, expect, it } from 'vitest'
import { executeTool } from '../../src/room/tools/registry.ts'
import { type Contents, contextOf, memorySnapshot } from './tools-context.ts'
import { analyzers, cards, contents, expectLinear, expectLongScene, original, scene } from './tools-long-scenes.ts'

describe('a scene in another shape', () => {
  const shapes: [name: string, text: string][] = [
    ['with CRLF', original.replaceAll('\n', '\r\n')],
    ['with CR', original.replaceAll('\n', '\r')],
    ['with a byte order mark', `\ufeff${original}`],
    ['without a final newline', original.trimEnd()],
  ]

  it.each(shapes)('a scene in another shape: %s says the same', async (_, text) => {
    expect(await findings({ ...contents, [scene]: text })).toEqual(await findings(contents))
  })

  it('a scene in another shape is found under a decomposed name', async () => {
    const named = { ...contents, 'Story/Scenes/SCN-08-cafe\u0301.md': original }
    const run = await executeTool('prose_analyzer', { scene_path: 'SCN-08-café.md' }, contextOf(memorySnapshot(named)))
    expect(JSON.parse(run.text)).toMatchObject({ scene_path: 'Story/Scenes/SCN-08-café.md' })
  })

  it('a scene in another shape may be empty', async () => {
    const snapshot = memorySnapshot({ ...contents, 'Story/Scenes/SCN-08-empty.md': '' })
    for (const [tool, args] of analyzers) {
      const run = await executeTool(tool, args('SCN-08-empty.md'), contextOf(snapshot))
      expect(run.ok).toBe(true)
    }
    const read = await executeTool('file_reader', { file_path: 'SCN-08-empty.md' }, contextOf(snapshot))
    expect(JSON.parse(read.text)).toMatchObject({
      start_line: 1,
      end_line: 0,
      total_lines: 0,
      more: false,
      excerpt: '',
    })
    const prose = await executeTool('prose_analyzer', { scene_path: 'SCN-08-empty.md' }, contextOf(snapshot))
    expect(JSON.parse(prose.text)).toMatchObject({
      metrics: { word_count: 0, sentence_count: 0, avg_sentence_length: 0, adverb_per_1000: 0, dialogue_ratio: 0 },
      observations: [],
    })
  })

  it('a scene in another shape may have 25,000 lines', async () => {
    await expectLongScene(25_000)
  })
})

describe('a window of a file', () => {
  const snapshot = memorySnapshot({ 'Story/a.md': `${'x'.repeat(9000)}\n${'line of text\n'.repeat(999)}` })
  const read = async (args: object) => {
    const run = await executeTool('file_reader', { file_path: 'Story/a.md', ...args }, contextOf(snapshot))
    const { excerpt, ...rest } = JSON.parse(run.text)
    return { run, excerpt: String(excerpt), rest }
  }

  it('a window of a file cuts a line that is too long for any window', async () => {
    const { excerpt, rest } = await read({})
    expect(rest).toMatchObject({ start_line: 1, end_line: 1, line_truncated: true, more: true, next_start_line: 2 })
    expect(excerpt).toBe(`1: ${'x'.repeat(7497)}`)
  })

  it('a window of a file holds 81 lines by default, 250 at most, and cites exactly them', async () => {
    expect((await read({ start_line: 2 })).rest).toMatchObject({ end_line: 82, next_start_line: 83 })
    const { run, excerpt, rest } = await read({ start_line: 2, end_line: 900 })
    expect(rest).toMatchObject({ end_line: 251 })
    expect(excerpt.split('\n')).toHaveLength(250)
    expect(run.fileRefs.map(({ start_line, end_line }) => [start_line, end_line])).toEqual([[2, 251]])
  })

  it('a window of a file ends no earlier than it starts, and may go without numbers', async () => {
    const { excerpt, rest } = await read({ start_line: 5, end_line: 2, include_line_numbers: false })
    expect(rest).toMatchObject({ start_line: 5, end_line: 5 })
    expect(excerpt).toBe('line of text')
  })
})

it('ten times the text of a scene is ten times the words', async () => {
  await expectLinear(3)
})

async function findings(files: Contents): Promise<unknown> {
  const run = await executeTool(
    'canon_checker',
    { scene_path: scene, canon_paths: cards },
    contextOf(memorySnapshot(files)),
  )
  return JSON.parse(run.text).findings
}
