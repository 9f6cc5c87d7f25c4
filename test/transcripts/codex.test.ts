import { describe, expect, it } from 'vitest'
import { reader as codexReader } from '../../src/transcripts/codex/reader.ts'
import { fileEdits } from '../../src/transcripts/file-edits.ts'
import { A, type CodexLine, E, ENV, EV, FC, FO, ITEM, M, R, rollout } from '../fixtures/transcripts/codex/builders.ts'
import { codexFixtures } from '../fixtures/transcripts/codex/fixtures.ts'
import { compactLine, eventsIn, linesIn, scanCodex, spans } from './scanning.ts'

const bytesOf = (name: string) => codexFixtures[`${name}.jsonl`] ?? Buffer.alloc(0)
const day = (date: string) => {
  const start = Date.parse(`${date}T00:00:00+08:00`)
  return ({ at }: { at: number }) => at >= start && at < start + 86_400_000
}

describe('the turns of a Codex rollout', () => {
  it.each([
    ['x1-minimal', ['4–6']],
    ['x2-no-trigger', []],
    ['x3-scaffolding', ['4–6', '10–12']],
    ['x4-abort', ['2–5', '7–8']],
    ['x5-patch', ['2–12']],
    ['x6-fork-parent', ['2–3', '4–6']],
    ['x6-fork-child', ['2–3', '4–5', '6–7']],
    ['x7-sub-agents-parent', ['3–8']],
    ['x8-paginated', ['2–6', '7–8']],
    ['x10-image', ['1–2']],
    ['x11-times', ['3–3']],
    ['x12-cross-day', ['4–13', '16–18']],
    ['x13-warnings', ['5–8']],
  ])('the turns of %s are %j', (name, expected) => {
    expect(spans(scanCodex(bytesOf(name)))).toEqual(expected)
  })

  it('a turn knows what its session had used before it, by the last count that has a total', () => {
    const count = (input: number): CodexLine =>
      EV('token_count', {
        info: { total_token_usage: { input_tokens: input, output_tokens: 1 } },
        rate: 'x'.repeat(300),
      })
    const empty: CodexLine = EV('token_count', { info: null })
    const many = Array.from({ length: 200 }, (_, i) => count(1000 + i))
    const turns = [
      empty,
      R('one'),
      E('one'),
      count(7),
      empty,
      R('two'),
      E('two'),
      ...many,
      empty,
      R('three'),
      E('three'),
    ]
    const usage = scanCodex(rollout(turns)).turns.map(({ usageBefore }) => usageBefore?.input ?? null)
    expect(usage).toEqual([null, 7, 1199])
    const large: CodexLine = EV('token_count', {
      info: { total_token_usage: { input_tokens: 9 } },
      rate: 'x'.repeat(90_000),
    })
    expect(scanCodex(rollout([count(1), large, empty, R('one'), E('one')])).turns[0]?.usageBefore?.input).toBe(9)
  })

  it('a rollout without a trigger, of a sub-agent, of the client itself or of ours has no turns', () => {
    expect(scanCodex(bytesOf('x2-no-trigger'))).toMatchObject({ excluded: 'no-trigger', warnings: [] })
    expect(scanCodex(bytesOf('x7-sub-agents-child')).excluded).toBe('subagent')
    const excludedBy = (payload: object) =>
      scanCodex(rollout([t => ({ timestamp: t, type: 'session_meta', payload }), R('Hi'), A()])).excluded
    expect(excludedBy({ thread_source: 'subagent' })).toBe('subagent')
    expect(excludedBy({ source: { internal: 'x' } })).toBe('internal')
    expect(excludedBy({ thread_source: 'memory_consolidation' })).toBe('internal')
    expect(excludedBy({ originator: 'Claude Code' })).toBe('delegated')
    expect(excludedBy({ originator: 'daybook' })).toBe('own')
    expect(excludedBy({ originator: 'codex_cli_rs', source: 'cli' })).toBeNull()
  })

  it('a rollout knows its session, project and branch from its own meta line', () => {
    expect(scanCodex(bytesOf('x1-minimal'))).toMatchObject({
      sessionId: '0196c0de-0000-7000-8000-000000000001',
      root: '/fake/ledger',
      forkedFrom: null,
    })
    expect(scanCodex(bytesOf('x6-fork-child'), { relative: 'x.jsonl', materialized: false })).toMatchObject({
      sessionId: '0196c0de-0000-7000-8000-00000000000c',
      forkedFrom: '0196c0de-0000-7000-8000-000000000001',
    })
    expect(scanCodex(bytesOf('x11-times'))).toMatchObject({ root: '/fake/ledger', tally: { untimestamped: 0 } })
    const named: CodexLine = t => ({
      timestamp: t,
      type: 'session_meta',
      payload: { id: '0196c0de-0000-7000-8000-000000000001', cwd: '/own', git: { branch: 'trunk' } },
    })
    const copied: CodexLine = t => ({ timestamp: t, type: 'session_meta', payload: { id: 'parent', cwd: '/other' } })
    const summary = scanCodex(rollout([copied, R('Hi'), named]))
    expect(summary).toMatchObject({ sessionId: '0196c0de-0000-7000-8000-000000000001', root: '/own' })
    expect(summary.turns[0]?.branch).toBe('trunk')
  })

  it('a turn belongs to the day of its trigger', () => {
    const { turns } = scanCodex(bytesOf('x12-cross-day'))
    expect(spans({ turns: turns.filter(day('2026-05-18')) })).toEqual(['4–13'])
    expect(spans({ turns: turns.filter(day('2026-05-19')) })).toEqual(['16–18'])
  })

  it('malformed lines and those without or with an earlier time are counted', () => {
    expect(scanCodex(bytesOf('x13-warnings')).tally).toMatchObject({ malformed: 2, untimestamped: 2, nonMonotonic: 1 })
  })

  it('a turn has one text, with or without images', () => {
    expect(scanCodex(bytesOf('x10-image')).turns[0]).toMatchObject({
      text: 'What is wrong here?',
      kind: 'message',
      echoLine: 2,
    })
  })

  it('flat files of the oldest clients have no turns, and a warning says so', () => {
    const flat = Buffer.from(
      [
        { id: 'x', timestamp: '2025-05-01T00:00:00Z' },
        { type: 'message', role: 'user', content: [] },
      ]
        .map(record => `${JSON.stringify(record)}\n`)
        .join(''),
    )
    expect(scanCodex(flat)).toMatchObject({ turns: [], excluded: 'no-trigger', warnings: ['legacy-flat'] })
  })
})

describe('a message and its echo', () => {
  it('a message and its echo are what the person asked, without what the editor put before it', () => {
    const open = '# Context from my IDE setup:\n\n## Active file: a.ts\n\n## My request for Codex:\n'
    const bytes = rollout([
      R(`${open}Fly the kite.\n`),
      E(`${open}Fly the kite.\n`),
      A('Done.'),
      R(`${open}`),
      R('# Land it'),
    ])
    expect(scanCodex(bytes).turns.map(({ text }) => text)).toEqual(['Fly the kite.'])
    const below = rollout([R(`\n${open}Land it`), A('Done.')])
    expect(scanCodex(below).turns.map(({ text }) => text)).toEqual(['Land it'])
    const alone = rollout([R(open), A('What?'), R('# Land it\n## My request for Codex:'), A('Done.')])
    expect(scanCodex(alone).turns.map(({ text }) => text)).toEqual([open, '# Land it\n## My request for Codex:'])
  })

  const at = (delay: number) => new Date(Date.parse('2026-05-12T02:00:00.500Z') + delay).toISOString()
  const turnsOf = (lines: CodexLine[], delays: number[] = []) =>
    spans(scanCodex(rollout(lines, { at: lines.map((_, i) => at(delays[i] ?? 0)) })))

  it.each<[string, CodexLine[], number[], string[]]>([
    ['R first, R second', [R('first'), R('second')], [], ['1–1', '2–2']],
    ['R same, R same', [R('same'), R('same')], [], ['1–1', '2–2']],
    ['R first, E second', [R('first'), E('second')], [], ['2–2']],
    ['R same, E same', [R('same'), E('same')], [], ['1–2']],
    ['R same, E same +100 ms', [R('same'), E('same')], [0, 100], ['1–2']],
    ['R same, E same +101 ms', [R('same'), E('same')], [0, 101], ['2–2']],
    ['R same, E same −1 ms', [R('same'), E('same')], [0, -1], ['2–2']],
    ['R "same ", E "same"', [R('same '), E('same')], [], ['2–2']],
    ['R same, E same, E same', [R('same'), E('same'), E('same')], [], ['1–2', '3–3']],
    ['E same, R same', [E('same'), R('same')], [], ['1–2']],
    ['R same, A, E same', [R('same'), A(), E('same')], [], ['1–2', '3–3']],
    ['context between messages', [R(ENV), E(ENV), A(), R('Continue'), E('Continue'), A(), R('z')], [], ['4–7']],
  ])('a message and its echo make one turn: %s', (_, lines, delays, expected) => {
    expect(turnsOf(lines, delays)).toEqual(expected)
  })

  it('what a client gives its model in the user’s name is no message of a person: events say what a person typed', () => {
    const notice = R('<strange_notice>Mode changed.</strange_notice>')
    expect(turnsOf([notice, R('go'), E('go'), A(), notice, A(), R('on'), E('on')])).toEqual(['2–6', '7–8'])
    expect(turnsOf([R('go'), A(), R('on'), A()])).toEqual(['1–2', '3–4'])
  })

  it('a message and its echo may be written as an event and as an item', () => {
    const item = ITEM('UserMessage', { content: [{ type: 'text', text: 'go' }] })
    expect(turnsOf([R('go'), E('go'), item, A()])).toEqual(['1–4'])
    expect(turnsOf([E('go'), item, A(), item])).toEqual(['1–3', '4–4'])
  })

  it('a message with an image is one with its echo only if that has the image, too', () => {
    const pictured = R([
      { type: 'input_image', image_url: 'x' },
      { type: 'input_text', text: 'Look' },
    ])
    expect(turnsOf([pictured, E('Look')])).toEqual(['2–2'])
    expect(turnsOf([pictured, E('Look', { images: ['x'] })])).toEqual(['1–2'])
  })

  it('a message and its echo may be longer than what is kept of it', () => {
    const long = 'x'.repeat(10_000)
    expect(turnsOf([R(long), E(long)])).toEqual(['1–2'])
    expect(turnsOf([R(long), E(`${long.slice(1)}y`)])).toEqual(['2–2'])
  })
})

describe('the events of a Codex turn', () => {
  it('the events of a Codex turn of x5 are in order', () => {
    const bytes = bytesOf('x5-patch')
    const [turn] = scanCodex(bytes).turns
    const events = eventsIn(codexReader, bytes, turn)
    expect(events.map(({ kind, line }) => `${line} ${kind}`)).toEqual([
      '2 user',
      '4 context',
      '5 call',
      '6 result',
      '7 call',
      '8 result',
      '10 text',
      '11 context',
      '12 context',
    ])
    expect(events[3]).toMatchObject({ id: 'c1', text: 'Success. …', exit: 0, error: false })
    expect(events[5]).toMatchObject({ id: 'c2', text: ' Tests  1 failed | 11 passed (12)', exit: 0, error: false })
    const call = events[2]
    expect(call?.kind === 'call' && fileEdits(call, null)).toEqual([
      { path: 'src/page.ts', op: 'edit', added: 1, removed: 1 },
    ])
    expect(turn && codexReader.usage(turn, linesIn(bytes, turn)).tokens).toEqual({
      input: 800,
      output: 80,
      cache_read: 100,
      cache_write: 0,
      reasoning: 20,
    })
  })

  it('the events of a Codex turn show an abort', () => {
    const bytes = bytesOf('x4-abort')
    const events = eventsIn(codexReader, bytes, scanCodex(bytes).turns[0])
    expect(events.find(({ kind }) => kind === 'interrupt')).toEqual({ kind: 'interrupt', line: 4 })
  })

  it('the events of a Codex turn read the items of a paginated session as calls with their results', () => {
    const bytes = bytesOf('x8-paginated')
    const [turn] = scanCodex(bytes).turns
    expect(eventsIn(codexReader, bytes, turn).map(({ kind, line }) => `${line} ${kind}`)).toEqual([
      '2 user',
      '3 context',
      '5 call',
      '5 result',
      '6 text',
    ])
    expect(turn && codexReader.usage(turn, linesIn(bytes, turn))).toMatchObject({
      tokens: null,
      costUsd: null,
      models: ['gpt-x'],
    })
  })
})

describe('a Codex log that has calls and messages both as they were made and as items', () => {
  const change = { '/fake/ledger/src/page.ts': { type: 'update', unified_diff: '@@ -1 +1 @@\n-a\n+b\n' } }
  const bytes = rollout([
    M({ history_mode: 'paginated' }),
    R('Fix the page.'),
    ITEM('UserMessage', { id: 'u1', content: [{ type: 'text', text: 'Fix the page.' }] }),
    FC('c1', 'exec_command', { cmd: 'npm test' }),
    ITEM('CommandExecution', { id: 'c1', command: ['bash', '-lc', 'npm test'], exit_code: 0, aggregated_output: 'ok' }),
    FO('c1', 'Process exited with code 0\nOutput:\nok'),
    FC('c2', 'exec_command', { cmd: 'cd src && apply_patch <<EOF' }),
    ITEM('FileChange', { id: 'c2', changes: change, status: 'completed' }),
    FO('c2', 'Success.'),
    ITEM('AgentMessage', { id: 'm1', content: [{ type: 'Text', text: 'Fixed.' }] }),
    R('Fixed.', 'assistant'),
  ])
  const events = eventsIn(codexReader, bytes, scanCodex(bytes).turns[0])

  it('a Codex log that has calls and messages both as they were made and as items is read once', () => {
    expect(events.filter(({ kind }) => kind !== 'context').map(({ kind, line }) => `${line} ${kind}`)).toEqual([
      '2 user',
      '4 call',
      '6 result',
      '7 call',
      '9 result',
      '11 text',
    ])
  })

  it('a Codex log that has calls and messages both as they were made and as items says of a change what was changed, however it was called', () => {
    expect(events.find(({ line }) => line === 7)).toMatchObject({ name: 'apply_patch', input: { changes: change } })
  })
})

describe('compact records of Codex', () => {
  const compact = (name: string, line: number) => compactLine(codexReader, bytesOf(name), line)

  it('compact records of Codex pair outputs with their calls', () => {
    expect(compact('x5-patch', 8)).toMatchObject({
      record_type: 'response_item:function_call_output',
      role: null,
      content_kinds: ['tool_result'],
      summary: 'Tool result.',
      tool_results: [{ kind: 'command', status: 'ok', command: 'npx vitest run 2>&1 | tail -5', file_path: null }],
    })
    expect(compact('x5-patch', 6)?.tool_results).toMatchObject([{ kind: 'output', status: 'ok', command: null }])
  })

  it.each([
    ['x5-patch', 1, 'session_meta', null, [], 'session_meta record.'],
    ['x5-patch', 2, 'response_item:message', 'user', ['text'], 'User message.'],
    ['x5-patch', 3, 'event_msg:user_message', 'user', ['text'], 'User message.'],
    ['x5-patch', 4, 'response_item:reasoning', null, ['thinking'], 'Assistant reasoning omitted.'],
    ['x5-patch', 5, 'response_item:custom_tool_call', null, ['tool_use'], 'Tool call: apply_patch.'],
    ['x5-patch', 7, 'response_item:function_call', null, ['tool_use'], 'Tool call: exec_command.'],
    ['x5-patch', 9, 'event_msg:agent_message', 'assistant', ['text'], 'Agent message.'],
    ['x5-patch', 10, 'response_item:message', 'assistant', ['text'], 'Assistant message.'],
    ['x5-patch', 11, 'event_msg:token_count', null, [], 'event_msg:token_count record.'],
    ['x3-scaffolding', 8, 'response_item:message', 'developer', ['text'], 'Message.'],
    ['x8-paginated', 4, 'event_msg:item_completed', 'user', ['text'], 'User message.'],
    ['x8-paginated', 5, 'event_msg:item_completed', null, ['tool_use', 'tool_result'], 'Tool call: shell.'],
    ['x8-paginated', 6, 'event_msg:item_completed', 'assistant', ['text'], 'Agent message.'],
  ])('the compact record of %s line %s', (name, line, record_type, role, content_kinds, summary) => {
    expect(compact(name, line)).toMatchObject({ record_type, role, content_kinds, summary })
  })

  it('compact records of Codex show tool inputs as the log writes them', () => {
    expect(compact('x5-patch', 7)?.tool_uses).toEqual([
      { name: 'exec_command', input_summary: '{"cmd":"npx vitest run 2>&1 | tail -5"}', truncated: false },
    ])
  })
})
