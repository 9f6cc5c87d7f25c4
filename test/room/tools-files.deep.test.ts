import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { executeTool } from '../../src/room/tools/registry.ts'
import { splitLines } from '../../src/room/workspace/vfs.ts'
import { contextOf, memorySnapshot } from './tools-context.ts'
import { analyzers, contents, expectLinear, expectLongScene } from './tools-long-scenes.ts'

it('a scene may have 250,000 lines', async () => {
  await expectLongScene(250_000)
})

it('ten times the text of a long scene is ten times the words, read in about ten times the work', async () => {
  await expectLinear(32)
})

describe('whatever is written in a scene', () => {
  const pieces = [
    'Ines',
    "Ines's",
    'her',
    'green',
    'eyes',
    'Marrin',
    '*',
    '_',
    '`',
    '"',
    '.',
    ' ',
    '\n',
    '\r\n',
    '\n\n',
    '# ',
    '- ',
    '```\n',
    'every six minutes',
    'Fog Law',
    'e\u0301',
    '😀',
    '1902',
    'in',
    ',',
    '—',
    '|',
    'right-handed',
    'was',
    '98 steps',
    'the Bell House',
    'his sister',
    ': ',
    '---\n',
    'POV: Tobin\n',
  ]

  it('in any scene every quote is on its line, and every tool answers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), async parts => {
        const text = parts.join('')
        const lines = splitLines(text)
        const path = 'Story/Scenes/SCN-08-any.md'
        const snapshot = memorySnapshot({ ...contents, [path]: text })
        for (const [tool, args] of analyzers) {
          const run = await executeTool(tool, { ...args(path) }, contextOf(snapshot))
          expect(run.ok).toBe(true)
          for (const span of run.spans.filter(each => each.path === path))
            expect(lines[span.start_line - 1]).toContain(span.quote)
          for (const { scene } of JSON.parse(run.text).findings ?? [])
            expect(lines[scene.line - 1]).toContain(scene.quote)
        }
      }),
      { numRuns: 60 },
    )
  })
})
