import { describe, expect, it } from 'vitest'
import { reader } from '../../src/transcripts/codex/reader.ts'
import { LineSplitter, parseLines } from '../../src/transcripts/lines.ts'
import type { Checkpoint } from '../../src/transcripts/reader.ts'
import {
  A,
  type CodexLine,
  E,
  EV,
  FC,
  FO,
  ITEM,
  M,
  R,
  rollout,
  SESSION,
  TC,
} from '../fixtures/transcripts/codex/builders.ts'
import { codexFile, eventsIn, scanCodex, spans, usageOf } from './scanning.ts'

// Ids of threads and turns begin with their milliseconds.
const parent = '0196c000-0000-7000-8000-000000000009'
const older = '0196c0dd-0000-7000-8000-000000000001'
const younger = '0196c0de-0005-7000-8000-000000000001'

const count = (input: number, output: number, last: [number, number]): CodexLine =>
  EV('token_count', {
    info: {
      total_token_usage: {
        input_tokens: input,
        cached_input_tokens: 0,
        output_tokens: output,
        reasoning_output_tokens: 0,
      },
      last_token_usage: {
        input_tokens: last[0],
        cached_input_tokens: 0,
        output_tokens: last[1],
        reasoning_output_tokens: 0,
      },
    },
  })

/** What a fork copies at once, as if it had just happened. */
const copied: CodexLine[] = [
  M({ id: parent }),
  EV('task_started', { turn_id: older }),
  R('Plan it.'),
  E('Plan it.'),
  A('A plan.'),
  count(100, 10, [100, 10]),
]
const own: CodexLine[] = [
  EV('task_started', { turn_id: younger }),
  TC({ turn_id: younger }),
  R('Build it.'),
  E('Build it.'),
  A('Built.'),
  count(130, 15, [30, 5]),
]

describe('a fork of a Codex session', () => {
  const fork = rollout([M({ forked_from_id: parent }), ...copied, ...own], { step: 1 })

  it('a fork of a Codex session has the turns that are younger than itself, and their tokens only', () => {
    const summary = scanCodex(fork)
    expect(summary.turns.map(({ text }) => text)).toEqual(['Build it.'])
    expect(spans(summary)).toEqual(['10–13'])
    expect(summary).toMatchObject({ sessionId: SESSION, forkedFrom: parent, excluded: null, warnings: [] })
    expect(usageOf(reader, fork, summary.turns[0])?.tokens).toMatchObject({ input: 30, output: 5 })
  })

  it('a fork of a Codex session has none before its first own turn, wherever reading it was interrupted', () => {
    const whole = scanCodex(fork)
    for (let cut = 1; cut <= 13; cut++) expect(inTwoReadings(fork, cut)).toEqual(whole)
  })

  it('a fork of a Codex session whose turns have no such ids is left to the comparison with its parent', () => {
    const bare = [R('Plan it.'), A('A plan.'), R('Build it.'), A('Built.')]
    expect(scanCodex(rollout([M({ forked_from_id: parent }), ...bare])).turns).toHaveLength(2)
    const counted = bare.flatMap((line, n) => (n % 2 === 0 ? [EV('task_started', { turn_id: `${n}` }), line] : [line]))
    expect(scanCodex(rollout([M({ forked_from_id: parent }), ...counted])).turns).toHaveLength(2)
  })

  it('a fork of a Codex session that copied nothing keeps all of its turns', () => {
    const summary = scanCodex(rollout([M({ forked_from_id: parent }), ...own]))
    expect(summary.turns.map(({ text }) => text)).toEqual(['Build it.'])
  })
})

function inTwoReadings(bytes: Buffer, lines: number) {
  const first = reader.scanner(codexFile)
  let at: { checkpoint: Checkpoint; turns: ReturnType<typeof first.summary>['turns'] } | undefined
  let second: typeof first | undefined
  const splitter = new LineSplitter(line => {
    if (line.number <= lines) first.line(line)
    if (line.number === lines) {
      const checkpoint = first.checkpoint()
      at = { checkpoint, turns: first.summary().turns.slice(0, checkpoint.settledTurns) }
      second = reader.scanner(codexFile, { ...at, marks: null })
    } else if (line.number > lines) second?.line(line)
  })
  splitter.push(bytes)
  splitter.end()
  return second?.summary()
}

describe('the thread of a sub-agent', () => {
  const thread = '0196c0de-0001-7000-8000-000000000002'
  const meta = (extra: object = {}) =>
    M({ id: thread, source: { subagent: { thread_spawn: { parent_thread_id: SESSION, depth: 1 } } }, ...extra })
  const partOf = (lines: CodexLine[]) => reader.ownPart?.(parseLines(rollout(lines)))

  it('the thread of a sub-agent is all of a file that copied nothing', () => {
    expect(partOf([meta(), ...own])).toMatchObject({ usageBefore: null, lines: { length: 7 } })
  })

  it('the thread of a sub-agent begins after what it copied, with the tokens it took over', () => {
    const part = partOf([meta({ forked_from_id: SESSION }), ...copied, ...own])
    expect(part?.lines[0]?.number).toBe(8)
    expect(part?.usageBefore).toMatchObject({ input: 100, output: 10 })
  })

  it('the thread of a sub-agent begins where its meta says', () => {
    const numbered = [...copied, ...own].map(
      (line, n): CodexLine =>
        timestamp => ({ ...Object(line(timestamp)), ordinal: n + 1 }),
    )
    expect(partOf([meta({ subagent_history_start_ordinal: 7 }), ...numbered])?.lines[0]?.number).toBe(8)
  })

  it('the thread of a sub-agent is not known where nothing tells what was copied', () => {
    expect(partOf([meta({ forked_from_id: SESSION }), R('Plan it.'), A()])).toBe(null)
    expect(partOf([meta(), M({ id: parent }), R('Plan it.'), A()])).toBe(null)
  })

  it.each<[string, CodexLine[]]>([
    ['the result of the call', [FO('c1', JSON.stringify({ agent_id: thread, nickname: 'Ada' }))]],
    ['an event', [FO('c1', 'started'), EV('collab_agent_spawn_end', { call_id: 'c1', new_thread_id: thread })]],
    [
      'an event of newer clients',
      [
        EV('sub_agent_activity', { event_id: 'c1', agent_thread_id: thread, agent_path: '/root/ada', kind: 'started' }),
        FO('c1', '{"task_name":"/root/ada"}'),
      ],
    ],
    [
      'an item',
      [
        ITEM('SubAgentActivity', { id: 'c1', agent_thread_id: thread, agent_path: '/root/ada', kind: 'started' }),
        FO('c1', '{"task_name":"/root/ada"}'),
      ],
    ],
  ])('the thread of a sub-agent is named by %s', (_, lines) => {
    const bytes = rollout([M(), R('Ask a helper.'), FC('c1', 'spawn_agent', { message: 'Go.' }), ...lines])
    const events = eventsIn(reader, bytes, scanCodex(bytes).turns[0])
    expect(events).toContainEqual(expect.objectContaining({ kind: 'result', id: 'c1', detail: { agent_id: thread } }))
  })

  it('the thread of a sub-agent is named by no other call', () => {
    const bytes = rollout([
      M(),
      R('Look.'),
      FC('c1', 'exec_command', { cmd: 'cat a.json' }),
      FO('c1', JSON.stringify({ agent_id: thread })),
    ])
    const [result] = eventsIn(reader, bytes, scanCodex(bytes).turns[0]).filter(({ kind }) => kind === 'result')
    expect(result).not.toHaveProperty('detail')
  })
})
