import { describe, expect, it } from 'vitest'
import { reader } from '../../src/transcripts/cline/reader.ts'
import { fileEdits } from '../../src/transcripts/file-edits.ts'
import { Unreadable } from '../../src/transcripts/reader.ts'
import { tempHome } from '../support/tempdir.ts'
import { materialize, openMaterials, scanMaterial } from './materials.ts'
import { eventsIn, put, spans, usageOf } from './scanning.ts'

const began = Date.parse('2026-05-12T02:00:00.000Z')

const text = (words: string) => ({ type: 'text', text: words })

function user(second: number, content: unknown, extra: object = {}) {
  return { id: `u${second}`, role: 'user', ts: began + second * 1000, content, ...extra }
}

function assistant(second: number, ...content: object[]) {
  const metrics = { inputTokens: 100, outputTokens: 7, cacheReadTokens: 60, cacheWriteTokens: 30, cost: 0.25 }
  const modelInfo = { id: 'model-s', provider: 'p' }
  return { id: `a${second}`, role: 'assistant', ts: began + second * 1000, content, modelInfo, metrics }
}

const session = [
  user(0, [text('Run the checks.'), { type: 'file', path: '/fake/dam/a.ts', content: 'a' }]),
  assistant(
    1,
    { type: 'thinking', thinking: 'Which?' },
    text('I run both.'),
    {
      type: 'tool_use',
      id: 't1',
      name: 'run_commands',
      input: { commands: ['npm test', { command: 'npm', args: ['run', 'lint'] }] },
    },
    { type: 'tool_use', id: 't2', name: 'editor', input: { path: '/fake/dam/a.ts', old_text: 'a\nb', new_text: 'c' } },
    { type: 'tool_use', id: 't3', name: 'editor', input: { path: '/fake/dam/b.ts', new_text: 'x\ny\n' } },
  ),
  user(2, [
    {
      type: 'tool_result',
      tool_use_id: 't1',
      name: 'run_commands',
      content: [
        { query: 'npm test', result: 'ok', success: true },
        { query: 'npm run lint', result: '', error: '[Command exited with code 3]\nbad', success: false },
      ],
    },
    {
      type: 'tool_result',
      tool_use_id: 't2',
      name: 'editor',
      content: JSON.stringify({ query: 'e', result: 'Edited', success: true }),
    },
    { type: 'tool_result', tool_use_id: 't3', name: 'editor', content: 'no such folder', is_error: true },
  ]),
  user(3, [text('Do not stop.')], { metadata: { kind: 'completion_reminder' } }),
  assistant(4, text('Lint fails.')),
  user(5, '<user_input mode="act">Mend it.</user_input>'),
]

function putSession(messages: unknown, manifest: object = {}, name = '1_ab'): string {
  const home = tempHome()
  put(home, 'sessions/1_ab/1_ab.json', JSON.stringify({ session_id: '1_ab', workspace_root: '/fake/dam', ...manifest }))
  const agent = name === '1_ab' ? 'lead' : 'helper'
  return put(
    home,
    `sessions/1_ab/${name}.messages.json`,
    JSON.stringify({ version: 1, agent, sessionId: name, messages }),
  )
}

function read(messages: unknown, manifest: object = {}) {
  const lines = materialize(reader, putSession(messages, manifest))['1_ab'] ?? Buffer.alloc(0)
  return { lines, summary: scanMaterial(reader, lines) }
}

describe('a session of newer clients of Cline', () => {
  it('a session of newer clients of Cline has a turn for every message of the user, none for the notes of the client', () => {
    const { lines, summary } = read(session)
    expect(summary).toMatchObject({ sessionId: '1_ab', root: '/fake/dam', warnings: [], unknownTypes: {} })
    expect(summary.turns.map(({ text }) => text)).toEqual(['Run the checks.', 'Mend it.'])
    expect(spans(summary)).toEqual(['2–17', '18–18'])
    expect(summary.tally.readBytes).toBe(lines.length)
  })

  it('a session of newer clients of Cline runs each command as a call of its own, and knows how it ended', () => {
    const { lines, summary } = read(session)
    const events = eventsIn(reader, lines, summary.turns[0])
    expect(events.filter(({ kind }) => kind === 'call' || kind === 'result')).toMatchObject([
      { kind: 'call', id: 't1', input: { command: 'npm test' } },
      { kind: 'call', id: 't1.2', input: { command: 'npm run lint' } },
      { kind: 'call', id: 't2' },
      { kind: 'call', id: 't3' },
      { kind: 'result', id: 't1', exit: 0, error: false },
      { kind: 'result', id: 't1.2', exit: 3, text: '[Command exited with code 3]\nbad' },
      { kind: 'result', id: 't2', error: false, text: 'Edited' },
      { kind: 'result', id: 't3', error: true, text: 'no such folder' },
    ])
    expect(events.flatMap(event => (event.kind === 'call' ? fileEdits(event, null) : []))).toEqual([
      { path: '/fake/dam/a.ts', op: 'edit', added: 1, removed: 2 },
      { path: '/fake/dam/b.ts', op: 'create', added: 2, removed: 0 },
    ])
  })

  it('a session of newer clients of Cline counts the cache once', () => {
    const { lines, summary } = read(session)
    expect(usageOf(reader, lines, summary.turns[0])).toEqual({
      tokens: { input: 20, output: 14, cache_read: 120, cache_write: 60, reasoning: 0 },
      costUsd: 0.5,
      models: ['model-s'],
    })
  })

  it('a session of newer clients of Cline that was forked names its parent, so that the turns it copied count once', async () => {
    const { summary } = read(session, { metadata: { fork: { forkedFromSessionId: '0_aa' } } })
    expect(summary.forkedFrom).toBe('0_aa')
    const { turns } = summary
    const parent = { path: 'p', sessionId: '0_aa', forkedFrom: null, turns: turns.slice(0, 1) }
    const child = { path: 'c', sessionId: '1_ab', forkedFrom: '0_aa', turns }
    const inherited = await reader.inherited?.([parent, child], { marksOf: () => null, recordsOf: async () => [] })
    expect(inherited).toEqual(new Map([['c', new Set([0])]]))
  })

  it('a session of newer clients of Cline of a sub-agent is beside that of the session, and is left out', () => {
    const path = putSession(session, {}, 'agent_7')
    expect(openMaterials(reader, path).conversations).toMatchObject([{ id: 'agent_7', excluded: 'subagent' }])
  })

  it('a session of newer clients of Cline with messages and blocks that are not known says so', () => {
    const strange = Array.from({ length: 12 }, () => ({ type: 'hologram' }))
    const { summary } = read([user(0, [text('Go.')]), assistant(1, ...strange), 7, { role: 'moon' }])
    expect(summary).toMatchObject({
      warnings: ['format-drift'],
      unknownTypes: { 'other:hologram': 12, 'other:message': 2 },
    })
    expect(read('none').summary.unknownTypes).toEqual({ 'other:messages': 1 })
  })

  it('a session of newer clients of Cline that is cut off cannot be read', () => {
    const path = put(tempHome(), '1_ab/1_ab.messages.json', '{"messages":[{"role":"us')
    expect(() => materialize(reader, path)).toThrow(Unreadable)
  })
})
