import { describe, expect, it } from 'vitest'
import { discover } from '../../src/transcripts/discover.ts'
import { fileEdits } from '../../src/transcripts/file-edits.ts'
import { reader } from '../../src/transcripts/pi/reader.ts'
import { log } from '../fixtures/transcripts/log-lines.ts'
import { assistant, entry, header, message, piFixtures, session, user } from '../fixtures/transcripts/pi/fixtures.ts'
import { tempHome } from '../support/tempdir.ts'
import { compactLine, eventsIn, filesIn, piFile, put, repliesOf, scanLog, spans, usageOf } from './scanning.ts'

const t1 = piFixtures['t1-session.jsonl'] ?? Buffer.alloc(0)
const scan = (bytes: Buffer) => scanLog(reader, bytes, piFile)

describe('a session of pi (t1)', () => {
  const summary = scan(t1)

  it('a session of pi (t1) has a turn for every message of the user', () => {
    expect(spans(summary)).toEqual(['3–11', '12–16'])
    expect(summary.turns.map(({ text, uuid }) => [uuid, text])).toEqual([
      ['a3', 'Show the tides\nof May'],
      ['a12', 'Go on'],
    ])
    expect(summary).toMatchObject({ sessionId: session, root: '/fake/tides', excluded: null, warnings: [] })
    expect(summary).toMatchObject({ unknownTypes: {}, forkedFrom: null })
  })

  it('a session of pi (t1) has calls, results and how commands ended', () => {
    const events = eventsIn(reader, t1, summary.turns[0])
    expect(events.map(({ kind, line }) => `${kind} ${line}`)).toEqual([
      'user 3',
      'call 4',
      'result 5',
      'call 6',
      'result 7',
      'call 8',
      'result 9',
      'text 10',
      'shell_note 11',
    ])
    expect(events.filter(({ kind }) => kind === 'result')).toMatchObject([
      { id: 'c1', exit: null, error: false },
      { id: 'c2', exit: 1, error: true },
      { id: 'c3', exit: 0, error: false },
    ])
    const [edit, done] = [events[1], events[2]]
    if (edit?.kind !== 'call' || done?.kind !== 'result') throw new Error('The edit is not where it was.')
    expect(fileEdits(edit, done)).toMatchObject([{ path: 'src/tide.ts', op: 'edit', added: 2, removed: 1 }])
  })

  it('a session of pi (t1) says what the user stopped', () => {
    const events = eventsIn(reader, t1, summary.turns[1])
    expect(events).toContainEqual({ kind: 'interrupt', line: 15 })
    expect(events.find(({ kind }) => kind === 'result')).toMatchObject({ exit: null, interrupted: true })
    const failed = log(user('Go.'), assistant([], 'error'))
    expect(eventsIn(reader, failed, scan(failed).turns[0])).toContainEqual({ kind: 'api_error', line: 2 })
  })

  it('a session of pi (t1) adds up tokens and what the client says they cost', () => {
    expect(usageOf(reader, t1, summary.turns[0])).toEqual({
      tokens: { input: 10, output: 40, cache_read: 600, cache_write: 80, reasoning: 0 },
      costUsd: 0.2,
      models: ['model-y'],
    })
    expect(usageOf(reader, t1, summary.turns[1])?.tokens).toBe(null)
  })

  it('a session of pi (t1) shows its records compactly', () => {
    expect(compactLine(reader, t1, 4)).toMatchObject({
      record_type: 'message',
      role: 'assistant',
      content_kinds: ['thinking', 'tool_use'],
      truncated: true,
    })
    expect(compactLine(reader, t1, 7)).toMatchObject({
      tool_results: [{ kind: 'command', status: 'error', command: 'npm test' }],
    })
  })
})

describe('a file of pi', () => {
  it('a file of pi of an old client has no ids, and one of a fork names where it was forked', () => {
    const old = log(() => ({
      type: 'message',
      timestamp: '2026-05-12T02:01:00.000Z',
      message: { role: 'user', content: 'Go.' },
    }))
    expect(scan(old).turns).toMatchObject([{ uuid: null, text: 'Go.' }])
    const parent = '/home/a/.pi/agent/sessions/--x--/2026-05-12T02-00-00-000Z_71be0000.jsonl'
    expect(scan(log(header({ parentSession: parent }), user('Go.'))).forkedFrom).toBe('71be0000')
  })

  it('a file of pi of an old client names the file it was branched from', () => {
    expect(
      scan(log(header({ branchedFrom: '/s/2025-11-20T00-00-00-000Z_71be0000.jsonl' }), user('Go.'))).forkedFrom,
    ).toBe('71be0000')
  })

  it('a file of pi counts what models did for tools and summaries, each once', () => {
    const spent = (input: number, total: number) => ({
      usage: { input, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: input + 1, cost: { total } },
    })
    const result = (extra: object) =>
      message('toolResult', { toolCallId: 'c', toolName: 'subagent', content: [], ...extra })
    const run = (input: number) => ({
      agent: 'scout',
      model: 'model-s',
      usage: { input, output: 1, cost: 0.5, turns: 2 },
    })
    const bytes = log(
      user('Go.'),
      result({ ...spent(10, 0.25), details: { results: [run(999)] } }),
      result({ details: { results: [run(100), run(200)] } }),
      entry('compaction', { summary: 'x', ...spent(1000, 1) }),
      entry('branch_summary', { summary: 'x', ...spent(5000, 2) }),
    )
    const turn = scan(bytes).turns[0]
    expect(usageOf(reader, bytes, turn)).toEqual({
      tokens: { input: 6310, output: 5, cache_read: 0, cache_write: 0, reasoning: 0 },
      costUsd: 4.25,
      models: ['model-s'],
    })
    expect(repliesOf(reader, bytes, turn).map(({ subagent }) => subagent)).toEqual(['c', 'c', 'c', null, null])
  })

  it('a file of pi that notes no cost for tokens that were used does not know it', () => {
    const spent = (input: number) => ({ usage: { input, output: 0, cacheRead: 0, cacheWrite: 0, cost: { total: 0 } } })
    const costOf = (input: number) => {
      const bytes = log(user('Go.'), assistant([], 'stop', spent(input)))
      return usageOf(reader, bytes, scan(bytes).turns[0])?.costUsd
    }
    expect([costOf(5), costOf(0)]).toEqual([null, 0])
  })

  it('a file of pi that was forked owns only the turns that are new in it', async () => {
    const turn = (at: number, uuid: string) => ({ at, uuid, startLine: 1, endLine: 1 })
    const files = [
      { path: 'a', sessionId: 'A', forkedFrom: null, turns: [turn(1, 'x'), turn(2, 'y')] },
      { path: 'b', sessionId: 'B', forkedFrom: 'A', turns: [turn(1, 'x'), turn(5, 'z')] },
      { path: 'c', sessionId: 'C', forkedFrom: 'gone', turns: [turn(1, 'x')] },
    ]
    const none = { marksOf: () => null, recordsOf: async () => [] }
    expect(await reader.inherited?.(files, none)).toEqual(new Map([['b', new Set([0])]]))
  })

  it('a file of pi without a person, or of unknown entries, says so', () => {
    expect(scan(log(header(), message('custom', { content: 'x' })))).toMatchObject({
      excluded: 'no-trigger',
      warnings: [],
    })
    expect(scan(log(user('Go.'), entry('step', {}), entry('step', {})))).toMatchObject({
      warnings: ['format-drift'],
      unknownTypes: { step: 2 },
    })
  })

  it('a file of pi is found below the sessions of pi, wherever its folder is', () => {
    const home = tempHome()
    put(home, '.pi/agent/sessions/--fake--/2026_a.jsonl')
    put(home, '.pi/agent/settings.json')
    const { files } = discover(reader, { env: {}, home, platform: 'linux' })
    expect(files.map(({ relative }) => relative)).toEqual(['--fake--/2026_a.jsonl'])
    expect(filesIn(reader, { PI_CODING_AGENT_DIR: `${home}/.pi/agent` })).toEqual(['--fake--/2026_a.jsonl'])
    expect(filesIn(reader, { DAYBOOK_PI_ROOTS: `${home}/.pi/agent/sessions/--fake--` })).toEqual(['2026_a.jsonl'])
  })
})
