import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { discover } from '../../src/transcripts/discover.ts'
import { reader as geminiReader } from '../../src/transcripts/gemini-cli/reader.ts'
import { Unreadable } from '../../src/transcripts/reader.ts'
import { scanChunks } from '../../src/transcripts/scan.ts'
import { bare, conversation, G, message, meta, projectHash, U } from '../fixtures/transcripts/gemini-cli/builders.ts'
import { geminiFixtures } from '../fixtures/transcripts/gemini-cli/fixtures.ts'
import { tempHome } from '../support/tempdir.ts'
import { materialFile, materialize, scanMaterial } from './materials.ts'
import { compactLine, eventsIn, geminiFile, linesIn, spans } from './scanning.ts'

const g1 = fixture('g1-rewritten.jsonl')
const g2 = fixture('g2-document.lines.jsonl')

describe('a conversation whose messages are written again (g1)', () => {
  const summary = scan(g1)

  it('a conversation whose messages are written again (g1) has a turn for every message a person typed to the agent', () => {
    expect(spans(summary)).toEqual(['3–7', '8–10', '11–12'])
    expect(summary.turns.map(({ text }) => text)).toEqual([
      'Summarize README.md',
      'Translate it.',
      'Translate it to French.',
    ])
    expect(summary).toMatchObject({ sessionId: '2b1e4f6a-0000-4000-8000-000000000001', root: '/fake/reader' })
    expect(summary).toMatchObject({ excluded: null, warnings: [], unknownTypes: {}, rootHash: null })
  })

  it('a conversation whose messages are written again (g1) has one call in its first turn, in its last state, and the words that followed it', () => {
    expect(eventsIn(geminiReader, g1, summary.turns[0])).toEqual([
      { kind: 'user', line: 3, text: 'Summarize README.md' },
      { kind: 'context', line: 4 },
      { kind: 'call', line: 5, id: 't1', name: 'read_file', input: { file_path: '/fake/reader/README.md' } },
      {
        kind: 'result',
        line: 5,
        id: 't1',
        text: '# Reader',
        exit: null,
        error: false,
        interrupted: false,
        denied: false,
      },
      { kind: 'text', line: 5, text: 'It is short.' },
      { kind: 'context', line: 6 },
      { kind: 'context', line: 7 },
    ])
  })

  it('a conversation whose messages are written again (g1) has a second turn that the user interrupted', () => {
    expect(eventsIn(geminiReader, g1, summary.turns[1])).toContainEqual({ kind: 'interrupt', line: 9 })
  })

  it('a conversation whose messages are written again (g1) counts tokens by the last line of a message, the cached ones apart', () => {
    expect(usageOf(g1, 2)).toEqual({
      tokens: { input: 5, output: 3, cache_read: 0, cache_write: 0, reasoning: 0 },
      costUsd: null,
      models: ['gemini-x'],
    })
    expect(usageOf(g1, 1)).toEqual({ tokens: null, costUsd: null, models: [] })
    const tokens = (output: number) => ({ tokens: { input: 9, output, cached: 4, thoughts: 2 } })
    const twice = conversation(U('a', 'Go on.'), G('b', 'One', tokens(1)), G('b', 'Two', tokens(7)))
    expect(usageOf(twice, 0).tokens).toEqual({ input: 5, output: 7, cache_read: 4, cache_write: 0, reasoning: 2 })
  })

  it('a conversation whose messages are written again (g1) says what each reply used, once, by its own model', () => {
    const used = (model: string, output: number) => ({ model, tokens: { input: 9, output, cached: 0 } })
    const twice = conversation(
      U('a', 'Go on.'),
      G('b', 'One', used('gemini-x', 1)),
      G('b', 'Two', used('gemini-x', 7)),
      G('c', 'Three', used('gemini-y', 2)),
    )
    expect(wholeUsage(twice, 0).replies).toMatchObject([
      { id: 'b', model: 'gemini-x', tokens: { input: 9, output: 7 }, at: Date.parse('2026-05-12T02:03:00.000Z') },
      { id: 'c', model: 'gemini-y', tokens: { input: 9, output: 2 } },
    ])
  })

  it('a conversation whose messages are written again (g1) shows its records compactly', () => {
    expect(compactLine(geminiReader, g1, 1)).toMatchObject({ record_type: 'metadata', summary: 'metadata record.' })
    expect(compactLine(geminiReader, g1, 3)).toMatchObject({
      record_type: 'user',
      role: 'user',
      content_kinds: ['text'],
      summary: 'User message.',
      text_preview: 'Summarize README.md',
    })
    expect(compactLine(geminiReader, g1, 4)).toMatchObject({ content_kinds: ['tool_use'], tool_results: [] })
    expect(compactLine(geminiReader, g1, 5)).toMatchObject({
      record_type: 'gemini',
      role: 'assistant',
      content_kinds: ['text', 'tool_use', 'tool_result'],
      summary: 'Assistant message.',
      tool_results: [{ kind: 'file', status: 'success', file_path: '/fake/reader/README.md', preview: '# Reader' }],
    })
    expect(compactLine(geminiReader, g1, 6)).toMatchObject({ record_type: '$set', role: null, content_kinds: [] })
    expect(compactLine(geminiReader, g1, 10)).toMatchObject({ record_type: '$rewindTo' })
    const thought = conversation(U('a', 'Go.'), G('b', '', { thoughts: [{ subject: 'Plan', description: 'first' }] }))
    expect(compactLine(geminiReader, thought, 2)).toMatchObject({
      content_kinds: ['thinking'],
      summary: 'Assistant reasoning omitted.',
      text_preview: null,
      truncated: true,
    })
  })
})

describe('the trigger of a Gemini CLI turn', () => {
  it.each(['/stats', '  /stats', '?', '<session_context>x', '<hook_context>x', ' ', ''])(
    'the trigger of a Gemini CLI turn is not %j',
    text => {
      expect(scan(conversation(U('a', text))).excluded).toBe('no-trigger')
    },
  )

  it('the trigger of a Gemini CLI turn is the first line of its id, with a time', () => {
    expect(spans(scan(conversation(U('a', 'One.'), U('a', 'One, again.'), U('b', 'Two.'))))).toEqual(['1–2', '3–3'])
    expect(spans(scan(conversation(U('a', 'One.'), U('b', 'Two.', { timestamp: '2026-05-12T02:00:00' }))))).toEqual([
      '1–2',
    ])
  })

  it('the trigger of a Gemini CLI turn is what the person saw, not the files that were put in for the model', () => {
    const sent = U('a', [{ text: 'Look at @a.ts' }, { text: 'export const a = 1' }], {
      displayContent: 'Look at @a.ts',
    })
    expect(scan(conversation(sent)).turns[0]?.text).toBe('Look at @a.ts')
  })

  it('the trigger of a Gemini CLI turn may be a command of the person’s own, whose text the model got', () => {
    const command = U('a', [{ text: 'Think about kites before you build one.' }], { displayContent: '/kites:think' })
    const document = { sessionId: 's', messages: [command(1), U('b', '/stats')(2)] }
    const made = materialize(geminiReader, put('p/chats/s.json', Buffer.from(JSON.stringify(document)))).s
    for (const { turns } of [scan(conversation(command)), scanMaterial(geminiReader, made ?? Buffer.alloc(0))])
      expect(turns.map(({ text }) => text)).toEqual(['/kites:think'])
  })

  it('the trigger of a Gemini CLI turn joins the texts of its parts and skips what is not text', () => {
    const parts = [{ text: 'Look' }, { inlineData: { mimeType: 'image/png' } }, { text: 'here.' }]
    expect(scan(conversation(U('a', parts))).turns[0]?.text).toBe('Look\nhere.')
  })
})

describe('a Gemini CLI file', () => {
  it('a Gemini CLI file of a sub-agent is left out, by its place or by its metadata', () => {
    const relative = 'p/chats/parent/child.jsonl'
    const bytes = conversation(U('a', 'Find it.'))
    expect(scanChunks(geminiReader, { relative, materialized: false }, [bytes]).summary.excluded).toBe('subagent')
    expect(scan(conversation(meta({ kind: 'subagent' }), U('a', 'Find it.'))).excluded).toBe('subagent')
  })

  it('a Gemini CLI file fails loudly when its format has moved on', () => {
    expect(scan(conversation(meta(), G('a', 'Hello.'))).warnings).toEqual(['format-drift'])
    const strange = scan(conversation(U('a', 'Go.'), message('human', 'b', 'x'), message('human', 'c', 'x')))
    expect(strange).toMatchObject({ warnings: ['format-drift'], unknownTypes: { human: 2 } })
  })

  it('a Gemini CLI file of an error or of unknown state says so in its events', () => {
    const failed = { id: 't', name: 'run_shell_command', args: 'x', status: 'error', resultDisplay: 'exit 1' }
    const bytes = conversation(
      U('a', 'Go.'),
      G('b', '', { toolCalls: [failed, 7, { status: 'cancelled' }] }),
      message('error', 'c', 'Quota.'),
      bare({}),
    )
    const kinds = eventsIn(geminiReader, bytes, scan(bytes).turns[0])
    expect(kinds.map(({ kind }) => kind)).toEqual(['user', 'call', 'result', 'call', 'result', 'api_error', 'context'])
    expect(kinds[2]).toMatchObject({ text: 'exit 1', error: true, exit: null })
    expect(kinds[4]).toMatchObject({ id: null, interrupted: true })
  })
})

it('a command of Gemini CLI ended as its report to the model says', () => {
  const runs = ['Output: 3 passed', 'Output: 1 failed\nExit Code: 1'].map((output, i) => ({
    id: `t${i}`,
    name: 'run_shell_command',
    args: { command: 'npm test' },
    status: 'success',
    result: [{ functionResponse: { response: { output } } }],
  }))
  const bytes = conversation(U('a', 'Go.'), G('b', '', { toolCalls: runs }))
  const results = eventsIn(geminiReader, bytes, scan(bytes).turns[0]).filter(({ kind }) => kind === 'result')
  expect(results).toMatchObject([{ exit: 0 }, { exit: 1 }])
})

describe('a conversation kept as one document (g2)', () => {
  it('a conversation kept as one document (g2) becomes exactly these lines, and the same turns as before', () => {
    const path = put('p/chats/session-1.json', fixture('g2-document.json'))
    expect(materialize(geminiReader, path)['session-1']?.toString()).toBe(g2.toString())
    const summary = scanMaterial(geminiReader, g2)
    expect(summary.turns.map(({ text }) => text)).toEqual(scan(g1).turns.map(({ text }) => text))
    expect(spans(summary)).toEqual(['3–7', '8–9', '10–12'])
    expect(eventsIn(geminiReader, g2, summary.turns[1])).toContainEqual({ kind: 'interrupt', line: 9 })
    expect(geminiReader.usage(turnOf(summary, 2), linesIn(g2, turnOf(summary, 2))).tokens).toMatchObject({ input: 5 })
    expect(compactLine(geminiReader, g2, 6)).toMatchObject({
      record_type: 'tool_result',
      tool_results: [{ kind: 'file', status: 'completed' }],
    })
  })

  it('a conversation kept as one document (g2) knows its root by the hash that its folder is called', () => {
    expect(scanMaterial(geminiReader, g2, `${projectHash}/chats/s.json`).rootHash).toBe(projectHash)
    expect(scanMaterial(geminiReader, g2, 'notes/chats/s.json').rootHash).toBe(null)
  })

  it.each([
    ['torn', fixture('g2-document.json').subarray(0, 400)],
    ['a list', Buffer.from('[]')],
    ['empty', Buffer.alloc(0)],
  ])('a conversation kept as one document (g2) cannot be read while it is %s', (_, bytes) => {
    const path = put('p/chats/s.json', bytes)
    expect(() => materialize(geminiReader, path)).toThrow(Unreadable)
  })

  it('a conversation kept as one document (g2) is left to the lines that a later client wrote from it', () => {
    const path = put('p/chats/s.json', fixture('g2-document.json'))
    const before = geminiReader.beside?.(materialFile(geminiReader, path), { env: {}, home: '/', platform: 'linux' })
    put('p/chats/s.jsonl', g1, dirname(dirname(dirname(path))))
    expect(materialize(geminiReader, path)).toEqual({})
    const after = geminiReader.beside?.(materialFile(geminiReader, path), { env: {}, home: '/', platform: 'linux' })
    expect(after).not.toEqual(before)
  })

  it('a conversation kept as one document (g2) warns when it holds no messages, and leaves a sub-agent out', () => {
    const [lines] = Object.values(materialize(geminiReader, put('p/chats/s.json', Buffer.from('{"history":[]}'))))
    expect(scanMaterial(geminiReader, lines ?? Buffer.alloc(0))).toMatchObject({
      excluded: 'no-trigger',
      sessionId: 's',
      unknownTypes: { 'other:messages': 1 },
    })
    const child = put('p/chats/t.json', Buffer.from('{"kind":"subagent","messages":[]}'))
    expect(geminiReader.materials?.(materialFile(geminiReader, child)).conversations).toMatchObject([
      { id: 't', excluded: 'subagent' },
    ])
  })
})

describe('the places of Gemini CLI', () => {
  it('the places of Gemini CLI hold conversations in folders called chats, and nothing else', () => {
    const home = tempHome()
    for (const name of [
      'p/chats/a.jsonl',
      'p/chats/b.json',
      'p/chats/parent/c.jsonl',
      'p/logs.json',
      'p/checkpoints/d.json',
      'p/chats/x/y/e.jsonl',
    ]) {
      put(`.gemini/tmp/${name}`, Buffer.alloc(0), home)
    }
    const found = discover(geminiReader, { env: {}, home, platform: 'linux' }).files
    expect(found.map(({ relative, form }) => `${relative} ${form}`)).toEqual([
      'p/chats/a.jsonl lines',
      'p/chats/b.json material',
      'p/chats/parent/c.jsonl lines',
    ])
    const file = join(home, '.gemini/tmp/p/logs.json')
    const told = discover(geminiReader, { env: { DAYBOOK_GEMINI_ROOTS: file }, home, platform: 'linux' })
    expect(told.files).toMatchObject([{ path: file, form: 'material' }])
    const off = discover(geminiReader, { env: { DAYBOOK_GEMINI_ROOTS: '' }, home, platform: 'linux' })
    expect(off.roots).toMatchObject([{ state: 'disabled' }])
  })

  it('the places of Gemini CLI know the root of a project by the client’s list, as it is now', () => {
    const home = tempHome()
    const path = put('.gemini/tmp/notes/chats/a.jsonl', conversation(U('a', 'Go.')), home)
    const file = { source: 'gemini-cli' as const, path, relative: 'notes/chats/a.jsonl', form: 'lines' as const }
    const around = { env: {}, home, platform: 'linux' as const }
    expect(geminiReader.knownRoot?.(file, around)).toBe(null)
    expect(geminiReader.beside?.(file, around)).toBe(null)
    put('.gemini/projects.json', Buffer.from('{"projects":{"/fake/notes":"notes","/x":7}}'), home)
    expect(geminiReader.knownRoot?.(file, around)).toBe('/fake/notes')
    const before = geminiReader.beside?.(file, around)
    put('.gemini/projects.json', Buffer.from('{"projects":{"/fake/moved":"notes"}}'), home)
    expect(geminiReader.beside?.(file, around)).not.toEqual(before)
    put('.gemini/projects.json', Buffer.from('{'), home)
    expect(geminiReader.knownRoot?.(file, around)).toBe(null)
  })
})

function fixture(name: string): Buffer {
  const bytes = geminiFixtures[name]
  if (!bytes) throw new Error(`No fixture ${name}.`)
  return bytes
}

function scan(bytes: Buffer) {
  return scanChunks(geminiReader, geminiFile, [bytes]).summary
}

function turnOf(summary: ReturnType<typeof scan>, index: number) {
  const turn = summary.turns[index]
  if (!turn) throw new Error(`No turn ${index}.`)
  return turn
}

function usageOf(bytes: Buffer, index: number) {
  const { replies: _, ...sums } = wholeUsage(bytes, index)
  return sums
}

function wholeUsage(bytes: Buffer, index: number) {
  const turn = turnOf(scan(bytes), index)
  return geminiReader.usage(turn, linesIn(bytes, turn))
}

function put(name: string, bytes: Buffer, home = tempHome()): string {
  const path = join(home, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
  return path
}
