import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { reader as claudeReader } from '../../src/transcripts/claude-code/reader.ts'
import { LineSplitter } from '../../src/transcripts/lines.ts'
import { claudeFixtures } from '../fixtures/transcripts/claude-code/fixtures.ts'
import { compactLine, eventsIn, linesIn, scanClaude, spans } from './scanning.ts'

const bytesOf = (name: string) => claudeFixtures[name] ?? Buffer.alloc(0)

describe('the turns of a Claude Code session', () => {
  it.each([
    ['c1-basic', ['2–11', '12–13']],
    ['c2-mixed-results', ['2–2', '3–3', '4–4']],
    ['c3-machine-rows', ['1–6', '7–10', '11–14', '15–21']],
    ['c4-steering', ['1–3', '4–9']],
    ['c5-parallel', ['1–6']],
    ['c6-sidechain', ['1–6']],
    ['c7-bytes', ['2–7', '8–8']],
    ['c8-fork-a', ['1–2', '3–5']],
    ['c8-fork-b', ['1–2', '3–4', '5–6']],
  ])('the turns of a Claude Code session of %s are %j', (name, expected) => {
    const summary = scanClaude(bytesOf(name))
    expect(spans(summary)).toEqual(expected)
    expect(summary).toMatchObject({ root: '/fake/ledger', excluded: null, warnings: [] })
    expect(summary.turns.every(turn => turn.branch === 'main' && turn.timeBasis === 'own')).toBe(true)
  })

  it('the turns of a Claude Code session have the words of the user as their text', () => {
    const texts = (name: string) => scanClaude(bytesOf(name)).turns.map(({ kind, text }) => [kind, text])
    expect(texts('c2-mixed-results')).toEqual([
      ['steering', 'use the second option'],
      ['message', 'Continue'],
      ['message', 'Approved'],
    ])
    expect(texts('c3-machine-rows')).toEqual([
      ['message', 'List the open invoices.'],
      ['command', '/ship staging'],
      ['message', 'Now add a total row.'],
      ['context', ''],
    ])
    expect(texts('c4-steering')).toEqual([
      ['message', 'Refactor the importer.'],
      ['steering', 'Keep the CSV path unchanged.'],
    ])
    expect(texts('c7-bytes')).toEqual([
      ['message', 'a\u2028b\u2029c\u0085d'],
      ['message', 'last without newline'],
    ])
  })

  it('the turns of a Claude Code session are distinguished by their bytes as well', () => {
    const bytes = bytesOf('c1-basic')
    const lines = bytes.toString().split('\n')
    const [first, second] = scanClaude(bytes).turns
    expect(bytes.subarray(first?.startByte, first?.endByte).toString()).toBe(`${lines.slice(1, 11).join('\n')}\n`)
    expect(bytes.subarray(second?.startByte).toString()).toBe(`${lines.slice(11, 13).join('\n')}\n`)
    expect(second?.endByte).toBe(bytes.length)
  })

  it('the turns of a Claude Code session know that the user went on while the agent worked', () => {
    expect(scanClaude(bytesOf('c4-steering')).turns.map(({ continued }) => continued)).toEqual([true, false])
  })

  it('the turns of a Claude Code session carry the times of their lines', () => {
    const [turn] = scanClaude(bytesOf('c1-basic')).turns
    expect(turn).toMatchObject({ at: Date.parse('2026-05-12T02:01:00Z'), lastAt: Date.parse('2026-05-12T02:09:00Z') })
  })

  it('the turns of a Claude Code session are none in a file of a sub-agent, whether its rows or its path say so', () => {
    expect(scanClaude(bytesOf('c6-sidechain-only')).excluded).toBe('subagent')
    const relative = (path: string) => scanClaude(bytesOf('c1-basic'), { relative: path, materialized: false })
    expect(relative('p/agent-1.jsonl').excluded).toBe('subagent')
    expect(relative('p/11111111/subagents/workflow/agent-1.jsonl').excluded).toBe('subagent')
    expect(relative('p/my-agent-1.jsonl')).toMatchObject({ excluded: null, sessionId: 'my-agent-1' })
  })
})

describe('the lines of c7', () => {
  const bytes = bytesOf('c7-bytes')

  it('the lines of c7 are counted, whatever they hold', () => {
    const { tally } = scanClaude(bytes)
    expect(tally).toMatchObject({ lines: 8, malformed: 2, untimestamped: 2, nonMonotonic: 1, oversized: 0 })
    expect(tally.bytes).toBe(bytes.length)
    expect(tally.skippedLines).toEqual({ blank: 1, malformed: 1, system: 1, 'unknown:other': 1 })
    expect(tally.readLines).toBe(4)
  })

  it('the lines of c7 keep the hash of their original bytes', () => {
    const seen: { number: number; size: number; hash: string }[] = []
    const splitter = new LineSplitter(line => seen.push({ number: line.number, size: line.size, hash: line.sha256() }))
    splitter.push(bytes)
    splitter.end()
    expect(seen[3]).toEqual({
      number: 4,
      size: 13,
      hash: '11459c5e3dbf00999a4e6ec6dc1f0b39df6b44616d92a9d2bb73606a37699f0d',
    })
    expect(seen[4]).toEqual({ number: 5, size: 0, hash: createHash('sha256').digest('hex') })
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from('\ufeff'))
  })

  it('the lines of c7 say what could not be placed in time', () => {
    const [turn] = scanClaude(bytes).turns
    expect(eventsIn(claudeReader, bytes, turn)).toEqual([
      { kind: 'user', line: 2, text: 'a\u2028b\u2029c\u0085d' },
      { kind: 'malformed', line: 3 },
      { kind: 'context', line: 4 },
      { kind: 'malformed', line: 5 },
      { kind: 'user', line: 6, text: 'naive time' },
      { kind: 'text', line: 7, text: 'Read.' },
    ])
  })
})

describe('compact records of Claude Code', () => {
  it('compact records of Claude Code pair a result with its call', () => {
    const line8 = compactLine(claudeReader, bytesOf('c1-basic'), 8)
    expect(line8).toMatchObject({
      record_type: 'user',
      role: 'user',
      content_kinds: ['tool_result'],
      summary: 'Tool result.',
      text_preview: null,
      tool_uses: [],
      truncated: false,
    })
    expect(line8?.tool_results).toMatchObject([{ kind: 'command', command: 'npm test', status: 'ok', file_path: null }])
    expect(compactLine(claudeReader, bytesOf('c1-basic'), 6)?.tool_results).toEqual([
      {
        kind: 'file',
        status: null,
        file_path: '/fake/ledger/src/money.ts',
        command: null,
        preview: 'The file has been updated.',
        raw_bytes: 26,
        truncated: false,
      },
    ])
    expect(compactLine(claudeReader, bytesOf('c5-parallel'), 4)?.tool_results).toMatchObject([
      { kind: 'command', command: 'npm run lint', status: 'error' },
    ])
    expect(compactLine(claudeReader, bytesOf('c5-parallel'), 5)?.tool_results).toMatchObject([
      { kind: 'file', file_path: '/fake/ledger/ci.yml' },
    ])
  })

  it('compact records of Claude Code leave reasoning out and say so', () => {
    expect(compactLine(claudeReader, bytesOf('c1-basic'), 3)).toEqual({
      record_type: 'assistant',
      role: 'assistant',
      content_kinds: ['thinking'],
      summary: 'Assistant reasoning omitted.',
      text_preview: null,
      tool_uses: [],
      tool_results: [],
      truncated: true,
    })
  })

  it('compact records of Claude Code show what was said and what was called', () => {
    expect(compactLine(claudeReader, bytesOf('c1-basic'), 9)).toMatchObject({
      summary: 'Assistant message.',
      text_preview: 'Rounding is now half to even; all 42 tests pass.',
      content_kinds: ['text'],
    })
    expect(compactLine(claudeReader, bytesOf('c1-basic'), 7)?.tool_uses).toEqual([
      { name: 'Bash', input_summary: '{"command":"npm test"}', truncated: false },
    ])
    expect(compactLine(claudeReader, bytesOf('c2-mixed-results'), 2)).toMatchObject({
      content_kinds: ['tool_result', 'text'],
      summary: 'User message.',
    })
  })

  it('compact records of Claude Code say only what kind of record the others are', () => {
    const generic = { role: null, content_kinds: [], text_preview: null, tool_uses: [], tool_results: [] }
    expect(compactLine(claudeReader, bytesOf('c4-steering'), 4)).toEqual({
      ...generic,
      record_type: 'attachment',
      summary: 'attachment record.',
      truncated: false,
    })
    expect(compactLine(claudeReader, bytesOf('c1-basic'), 10)?.summary).toBe('system:turn_duration record.')
    expect(compactLine(claudeReader, bytesOf('c1-basic'), 11)?.summary).toBe('last-prompt record.')
  })
})

describe('the events of a Claude Code turn', () => {
  it('the events of a Claude Code turn of c1 are in order', () => {
    const bytes = bytesOf('c1-basic')
    const [turn] = scanClaude(bytes).turns
    const events = eventsIn(claudeReader, bytes, turn)
    expect(events.map(({ kind, line }) => `${line} ${kind}`)).toEqual([
      '2 user',
      '3 context',
      '4 text',
      '5 call',
      '6 result',
      '7 call',
      '8 result',
      '9 text',
      '10 context',
      '11 context',
    ])
    expect(events[6]).toMatchObject({ id: 'toolu_2', exit: 0, error: false, interrupted: false, denied: false })
    expect(turn && claudeReader.usage(turn, linesIn(bytes, turn))).toMatchObject({
      tokens: { input: 50, output: 100, cache_read: 0, cache_write: 0, reasoning: 0 },
      costUsd: null,
      models: ['claude-x'],
    })
  })

  it('the events of a Claude Code turn show an interruption, and the user’s own commands', () => {
    const bytes = bytesOf('c3-machine-rows')
    const { turns } = scanClaude(bytes)
    expect(eventsIn(claudeReader, bytes, turns[0])[2]).toEqual({ kind: 'interrupt', line: 3 })
    expect(eventsIn(claudeReader, bytes, turns[3]).filter(({ kind }) => kind === 'shell_note')).toEqual([
      { kind: 'shell_note', line: 17, text: '<bash-input>git status</bash-input>' },
      { kind: 'shell_note', line: 18, text: '<bash-stdout>clean</bash-stdout><bash-stderr></bash-stderr>' },
    ])
    expect(eventsIn(claudeReader, bytes, turns[1])[0]).toEqual({ kind: 'user', line: 7, text: '/ship staging' })
  })

  it('the events of a Claude Code turn show a steering message once, and a failed command with its exit status', () => {
    const steering = bytesOf('c4-steering')
    const users = eventsIn(claudeReader, steering, scanClaude(steering).turns[1]).filter(({ kind }) => kind === 'user')
    expect(users).toEqual([{ kind: 'user', line: 4, text: 'Keep the CSV path unchanged.' }])
    const parallel = bytesOf('c5-parallel')
    const results = eventsIn(claudeReader, parallel, scanClaude(parallel).turns[0])
    expect(results[3]).toMatchObject({ kind: 'result', id: 'toolu_b', exit: 1, error: true })
  })
})
