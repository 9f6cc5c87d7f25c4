import { describe, expect, it } from 'vitest'
import { discover } from '../../src/transcripts/discover.ts'
import { reader } from '../../src/transcripts/jsonl/reader.ts'
import { jsonlFixtures, line } from '../fixtures/transcripts/jsonl/fixtures.ts'
import { type LogLine, log } from '../fixtures/transcripts/log-lines.ts'
import { tempHome } from '../support/tempdir.ts'
import { eventsIn, filesIn, jsonlFile, put, scanLog, spans, usageOf } from './scanning.ts'

const fixture = (name: string) => jsonlFixtures[name] ?? Buffer.alloc(0)
const scan = (bytes: Buffer) => scanLog(reader, bytes, jsonlFile)

describe('a log of an unknown agent', () => {
  it('a log of an unknown agent with the messages of OpenAI is read (j1)', () => {
    const bytes = fixture('j1-openai.jsonl')
    const summary = scan(bytes)
    expect(spans(summary)).toEqual(['2–5'])
    expect(summary).toMatchObject({
      sessionId: 's-1',
      root: '/fake/maps',
      excluded: null,
      warnings: [],
      unknownTypes: {},
    })
    expect(eventsIn(reader, bytes, summary.turns[0])).toMatchObject([
      { kind: 'user', text: 'Draw the map' },
      { kind: 'call', id: 'c1', name: 'bash', input: { command: 'make map' } },
      { kind: 'result', id: 'c1', text: 'drawn', error: false, exit: null },
      { kind: 'text', text: 'It is drawn.' },
    ])
    expect(usageOf(reader, bytes, summary.turns[0])).toEqual({
      tokens: { input: 40, output: 9, cache_read: 60, cache_write: 0, reasoning: 0 },
      costUsd: null,
      models: ['model-a'],
    })
  })

  it('a log of an unknown agent with the messages of Anthropic is read (j2)', () => {
    const bytes = fixture('j2-anthropic.jsonl')
    const summary = scan(bytes)
    expect(spans(summary)).toEqual(['1–3'])
    expect(summary.sessionId).toBe('s-2')
    expect(eventsIn(reader, bytes, summary.turns[0])).toMatchObject([
      { kind: 'user', text: 'Draw it' },
      { kind: 'text', text: 'I draw.' },
      { kind: 'call', id: 'c1', name: 'write' },
      { kind: 'result', id: 'c1', text: 'ok', error: true },
    ])
    expect(usageOf(reader, bytes, summary.turns[0])?.tokens).toEqual({
      input: 4,
      output: 2,
      cache_read: 30,
      cache_write: 5,
      reasoning: 0,
    })
  })

  it.each<[string, LogLine]>([
    ['LangChain', line({ type: 'human', data: { content: 'Hello' } })],
    ['Gemini', line({ role: 'user', parts: [{ text: 'Hello' }] })],
    ['a plain text', line({ role: 'human', text: 'Hello' })],
    ['blocks', line({ role: 'user', content: [{ type: 'input_text', text: 'Hello' }] })],
    ['seconds', () => ({ role: 'user', content: 'Hello', created: 1_778_551_260 })],
    ['milliseconds', () => ({ role: 'user', content: 'Hello', ts: 1_778_551_260_000 })],
  ])('a log of an unknown agent with messages as %s is read', (_, message) => {
    expect(scan(log(message)).turns).toMatchObject([{ text: 'Hello', kind: 'message', timeBasis: 'own' }])
  })

  it('a log of an unknown agent without times has no turns, and says so; after a time it goes on from there', () => {
    const untimed: LogLine = () => ({ role: 'user', content: 'Hello' })
    expect(scan(log(untimed))).toMatchObject({ turns: [], warnings: ['no-timestamps'], excluded: 'no-trigger' })
    expect(scan(log(line({ role: 'system', content: 'x' }), untimed)).turns).toMatchObject([{ timeBasis: 'carried' }])
  })

  it('a log of an unknown agent of other records says that it is not known', () => {
    const bytes = log(line({ level: 'info', msg: 'started' }), line({ event: 'tick' }), line({ type: 'constructor' }))
    expect(scan(bytes)).toMatchObject({
      turns: [],
      warnings: ['format-drift'],
      unknownTypes: { untyped: 1, tick: 1, constructor: 1 },
    })
  })

  it('a log of an unknown agent is looked for only where the variable says', () => {
    const home = tempHome()
    for (const name of ['a.jsonl', 'b/c.ndjson', 'd.json', 'node_modules/x/e.jsonl']) put(home, name)
    expect(discover(reader, { env: {}, home, platform: 'linux' })).toMatchObject({ files: [] })
    expect(filesIn(reader, { DAYBOOK_JSONL_ROOTS: home })).toEqual(['a.jsonl', 'b/c.ndjson'])
  })
})
