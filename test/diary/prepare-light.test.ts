import { describe, expect, it } from 'vitest'
import { corpora } from '../transcripts/corpora.ts'
import { stretched } from '../transcripts/stretched.ts'
import { contentsOf, expectSame, expectSameDamaged, fixtures, saidOf, turnsIn } from './light-reading.ts'

describe('Reading a session while it is copied', () => {
  it.each(fixtures)('gives the same facts and chains for $name as reading all of it', ({ corpus, bytes }) => {
    expectSame(corpus, bytes)
    expectSame(corpus, stretched(bytes))
  })

  it('gives the same facts and chains for damaged sessions with long texts', () => {
    expectSameDamaged(200)
  })

  it.each([
    ['says nothing', { toolUseResult: null }],
    ['is missing', {}],
    [
      'tells the lines',
      { toolUseResult: { filePath: '/fake/ledger/a.ts', structuredPatch: [{ lines: ['-a', '+b'] }] } },
    ],
  ])('counts the lines of an edit whose result %s as reading all of it does', (_, detail) => {
    const [claude] = corpora
    if (!claude) throw new Error('There is a corpus.')
    const kept = 'x'.repeat(5000)
    const edited = { file_path: '/fake/ledger/a.ts', old_string: `a\n${kept}\n`, new_string: `b\n${kept}\n` }
    const lines = [conversation[0], call('edit', 'Edit', 1, edited), { ...result('edit', 2), ...detail }]
    const bytes = Buffer.from(`${lines.map(line => JSON.stringify(line)).join('\n')}\n`)
    expectSame(claude, bytes)
    const [turn] = turnsIn(claude, bytes)
    const [content] = contentsOf(claude.reader, turn ? [turn] : [], bytes).turns
    expect(saidOf(claude.reader, turn, content ?? null)?.facts.files).toMatchObject([
      { added: 1, removed: 1, net: true },
    ])
  })

  it('does not keep the texts that neither facts nor chains need', () => {
    const [claude] = corpora
    if (!claude) throw new Error('There is a corpus.')
    const bytes = Buffer.from(`${conversation.map(line => JSON.stringify(line)).join('\n')}\n`)
    const events = contentsOf(claude.reader, turnsIn(claude, bytes), bytes).turns.flatMap(turn => turn?.events ?? [])
    const results = events.flatMap(event => (event.kind === 'result' ? [[event.id, event.text.length]] : []))
    expect(results).toEqual([
      ['read', 0],
      ['bash', 5000],
      ['failed', 5000],
      ['cat', 0],
    ])
    expectSame(claude, bytes)
  })
})

const at = (second: number) => new Date(Date.UTC(2026, 4, 12, 2, 0, second)).toISOString()
const call = (id: string, name: string, second: number, input: object = { command: 'npm test' }) => ({
  type: 'assistant',
  timestamp: at(second),
  message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
})
const result = (id: string, second: number, more: object = {}) => ({
  type: 'user',
  timestamp: at(second),
  message: {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: id, content: 'x'.repeat(5000), ...more }],
  },
})
const conversation = [
  { type: 'user', timestamp: at(0), sessionId: 's', message: { role: 'user', content: 'y'.repeat(5000) } },
  call('read', 'Read', 1),
  result('read', 2),
  call('bash', 'Bash', 3),
  result('bash', 4),
  call('failed', 'Read', 5),
  result('failed', 6, { is_error: true }),
  call('cat', 'Bash', 7, { command: 'cat notes.md' }),
  result('cat', 8),
]
