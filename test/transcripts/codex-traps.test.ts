import { describe, expect, it } from 'vitest'
import { reader as codexReader } from '../../src/transcripts/codex/reader.ts'
import type { TurnEvent } from '../../src/transcripts/event.ts'
import {
  A,
  CO,
  type CodexLine,
  CT,
  EV,
  FC,
  FO,
  ITEM,
  M,
  R,
  rollout,
  TC,
  WITH,
} from '../fixtures/transcripts/codex/builders.ts'
import { compactLine, eventsIn, linesIn, scanCodex, spans } from './scanning.ts'

const item =
  (payload: object): CodexLine =>
  timestamp => ({ timestamp, type: 'response_item', payload })

function eventsOf(...lines: CodexLine[]): TurnEvent[] {
  const bytes = rollout([R('Do it.'), ...lines])
  return eventsIn(codexReader, bytes, scanCodex(bytes).turns[0]).slice(1)
}

describe('the output of a call', () => {
  it.each([
    ['Exit code: 2\nWall time: 1 seconds\nOutput:\nbad', 'bad', 2, true],
    ['Chunk ID: a1\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n', '', 0, false],
    ['Wall time: 1 seconds\nProcess running with session ID 7\nOutput:\nstill', 'still', null, false],
    [
      "Command: /bin/zsh -lc 'a\nb'\nChunk ID: a1\nWall time: 0.1 seconds\nProcess exited with code 3\nOriginal token count: 1\nOutput:\nx",
      'x',
      3,
      true,
    ],
    ['Command: about it', 'Command: about it', null, false],
    ['write_stdin failed: stdin is closed', 'write_stdin failed: stdin is closed', null, true],
    ['exec_command failed: Denied { exit_code: 2, }', 'exec_command failed: Denied { exit_code: 2, }', 2, true],
    ['apply_patch verification failed: no such', 'apply_patch verification failed: no such', null, true],
    ['{"output":"x","metadata":{"exit_code":1}}', 'x', 1, true],
    ['{"output":"x"}', 'x', null, false],
    ['{"output":7}', '{"output":7}', null, false],
    ['{"output":', '{"output":', null, false],
    ['Output:\nplain', 'Output:\nplain', null, false],
    ['I said: Output:\nplain', 'I said: Output:\nplain', null, false],
    [
      [{ type: 'input_text', text: 'a' }, { type: 'input_image' }, { type: 'input_text', text: 'b' }],
      'a\nb',
      null,
      false,
    ],
    [{ content: 'x', success: false }, 'x', null, true],
    [7, '', null, false],
  ])('%j is %j with exit status %s', (output, text, exit, error) => {
    expect(eventsOf(FC('c', 'exec_command', {}), FO('c', output))[1]).toMatchObject({ id: 'c', text, exit, error })
  })

  it.each([
    ['exec command rejected by user', { denied: true, interrupted: false }],
    ['exec_command failed for `x`: CreateProcess { message: "Rejected(\\"rejected by user\\")" }', { denied: true }],
    ['patch rejected by user', { denied: true }],
    ['aborted by user after 7.4s', { denied: false, interrupted: true }],
    ['Wall time: 7.4 seconds\naborted by user', { interrupted: true }],
    ['it said: rejected by user, aborted by user', { denied: false, interrupted: false }],
  ])('the output %j says who stopped the call', (output, expected) => {
    expect(eventsOf(FC('c', 'exec_command', {}), FO('c', output))[1]).toMatchObject(expected)
  })

  it('the output of a command that goes on running names its shell', () => {
    const output = 'Chunk ID: a1\nWall time: 30.0 seconds\nProcess running with session ID 7\nOutput:\nstill'
    expect(eventsOf(FC('c', 'exec_command', {}), FO('c', output))[1]).toMatchObject({ text: 'still', running: '7' })
  })

  it('the output of a call is an error when the patch was not applied, before or after', () => {
    const ended = (success: boolean) => EV('patch_apply_end', { call_id: 'c', success })
    const [call, output] = [CT('c', 'apply_patch', 'x'), CO('c', 'Done')]
    const errors = (...lines: CodexLine[]) =>
      eventsOf(...lines).flatMap(event => (event.kind === 'result' ? event.error : []))
    expect(errors(call, ended(false), output)).toEqual([true])
    expect(errors(call, output, ended(false))).toEqual([true])
    expect(errors(call, CO('c', '{"output":"","metadata":{"exit_code":1}}'), ended(true))).toEqual([false])
  })
})

describe('a call', () => {
  it.each<[CodexLine, object]>([
    [item({ type: 'function_call', name: 'f', arguments: 'not json', call_id: 'c' }), { name: 'f', input: {} }],
    [item({ type: 'function_call', arguments: '[1]', call_id: 'c' }), { name: 'unknown', input: {} }],
    [
      item({ type: 'local_shell_call', call_id: 'c', action: { type: 'exec', command: ['ls', '-l'] } }),
      { name: 'local_shell_call', input: { command: ['ls', '-l'] } },
    ],
    [
      item({ type: 'web_search_call', id: 'c', action: { type: 'search', query: 'x' } }),
      { name: 'web_search', input: { query: 'x' } },
    ],
    [
      ITEM('McpToolCall', { id: 'c', server: 's', tool: 't', arguments: { a: 1 } }),
      { name: 'mcp__s__t', input: { a: 1 } },
    ],
    [
      item({ type: 'function_call', namespace: 'mcp__s', name: 't', arguments: '{"a":1}', call_id: 'c' }),
      { name: 'mcp__s__t', input: { a: 1 } },
    ],
    [
      ITEM('FileChange', { id: 'c', changes: { 'a.ts': {} } }),
      { name: 'apply_patch', input: { changes: { 'a.ts': {} } } },
    ],
  ])('a call is read as events see it', (line, expected) => {
    expect(eventsOf(line)[0]).toMatchObject({ kind: 'call', id: 'c', ...expected })
  })

  it('a call shows its command in the compact record of its output', () => {
    const bytes = rollout([FC('c', 'shell', { command: ['bash', '-lc', 'ls'] }), FO('c', 'x')])
    expect(compactLine(codexReader, bytes, 2)?.tool_results).toMatchObject([
      { kind: 'command', command: 'bash -lc ls' },
    ])
  })
})

describe('what the agent says', () => {
  it('what the agent says is reported once, by its message', () => {
    const texts = (...lines: CodexLine[]) =>
      eventsOf(...lines).flatMap(event => (event.kind === 'text' ? event.line : []))
    const filler = EV('token_count', { info: null })
    expect(texts(A('Hi'), R('Hi', 'assistant'))).toEqual([3])
    expect(texts(A('Hi'), filler, filler, R('Hi', 'assistant'))).toEqual([5])
    expect(texts(A('Hi'), filler, filler, filler, R('Hi', 'assistant'))).toEqual([2, 6])
    expect(texts(A('Hi'), R('Ho', 'assistant'))).toEqual([2, 3])
    expect(texts(R('Hi', 'assistant'), A('Hi'))).toEqual([2, 3])
    expect(texts(A(' '), R('', 'assistant'))).toEqual([])
  })

  it('what the agent says may be that the service failed', () => {
    expect(eventsOf(EV('task_complete', { error: { message: 'x' } }))).toEqual([{ kind: 'api_error', line: 2 }])
    expect(eventsOf(EV('task_complete', { error: null }))).toEqual([{ kind: 'context', line: 2 }])
  })

  it('what the agent says is kept beside the user’s own commands', () => {
    const text = '<user_shell_command>\n<command>ls</command>\n</user_shell_command>'
    expect(eventsOf(R(text))).toEqual([{ kind: 'shell_note', line: 2, text }])
  })
})

describe('tokens', () => {
  const count = (input: number, output: number, last = 1): CodexLine =>
    EV('token_count', {
      info: {
        total_token_usage: { input_tokens: input, cached_input_tokens: 0, output_tokens: output },
        last_token_usage: { input_tokens: last, cached_input_tokens: 0, output_tokens: last },
      },
    })
  const tokensOf = (...lines: CodexLine[]) => {
    const bytes = rollout(lines)
    return scanCodex(bytes).turns.map(turn => codexReader.usage(turn, linesIn(bytes, turn)).tokens)
  }

  it('tokens are what the totals grew by', () => {
    expect(tokensOf(R('a'), count(10, 1), count(30, 4), R('b'), count(50, 9))).toMatchObject([
      { input: 30, output: 4 },
      { input: 20, output: 5 },
    ])
  })

  it('tokens are added up when the totals fell, and unknown without totals', () => {
    expect(tokensOf(R('a'), count(10, 1), R('b'), count(5, 1, 3), count(9, 2, 4), R('c'), A())).toMatchObject([
      { input: 10 },
      { input: 7, output: 7 },
      null,
    ])
  })
})

describe('the models of a turn', () => {
  const modelsOf = (...lines: CodexLine[]) => {
    const bytes = rollout(lines)
    return scanCodex(bytes).turns.map(turn => codexReader.usage(turn, linesIn(bytes, turn)).models)
  }
  const told = (model: string) => TC({ model })

  it('the models of a turn are those set for the session before the turn or in it', () => {
    expect(modelsOf(told('a'), R('x'), A(), told('b'), R('y'), A())).toEqual([['a'], ['b']])
    expect(modelsOf(told('a'), R('x'), told('b'), A())).toEqual([['b']])
    expect(modelsOf(told('b'), R('x'), A(), told('a'), A())).toEqual([['a', 'b']])
    expect(modelsOf(R('x'))).toEqual([[]])
  })
})

describe('records that are not triggers', () => {
  it('records that are not triggers leave the turns as they are', () => {
    const compacted: CodexLine = t => ({
      timestamp: t,
      type: 'compacted',
      payload: { replacement_history: [{ role: 'user' }] },
    })
    const agents: CodexLine = t => ({ timestamp: t, type: 'inter_agent_communication', payload: { text: 'x' } })
    const lines = [R('Do it.'), compacted, EV('thread_rolled_back', { num_turns: 1 }), agents, R('sys', 'system')]
    expect(spans(scanCodex(rollout(lines)))).toEqual(['1–5'])
    expect(
      spans(scanCodex(rollout([R('# AGENTS.md\n<INSTRUCTIONS>x'), R('  <skill>'), R('# AGENTS.md is old')]))),
    ).toEqual(['3–3'])
  })

  it('raise an alarm when the agent answers no user', () => {
    expect(scanCodex(rollout([M(), A(), A()])).warnings).toEqual(['format-drift'])
    expect(scanCodex(rollout([M(), WITH(A(), { type: 'x' }), WITH(A(), { type: 'y' })]))).toMatchObject({
      warnings: ['format-drift'],
      unknownTypes: { x: 1, y: 1 },
    })
    expect(scanCodex(rollout([M(), EV('task_started')])).warnings).toEqual([])
  })
})

describe('a script of the agent', () => {
  const script = (input: string, id = 'c') => CT(id, 'exec', input)
  const printed = (status: string, ...parts: string[]) =>
    CO(
      'c',
      [`Script ${status}\nWall time 0.1 seconds\nOutput:\n`, ...parts].map(text => ({ type: 'input_text', text })),
    )
  const layout = (exit: number, text: string) => `Exit code: ${exit}\nWall time: 1 seconds\nOutput:\n${text}`

  it('a script of the agent is the call that it makes, with its result', () => {
    const found = eventsOf(
      script('const r = await tools.shell_command({"command":"npm test","workdir":"/w"});\ntext(r);'),
      printed('completed', layout(0, '3 passed')),
    )
    expect(found).toMatchObject([
      { kind: 'call', id: 'c#1', name: 'shell_command', input: { command: 'npm test', workdir: '/w' } },
      { kind: 'result', id: 'c#1', text: '3 passed', exit: 0, error: false },
    ])
  })

  it.each([
    [printed('completed', JSON.stringify({ output: 'x', exit_code: 2 })), { text: 'x', exit: 2, error: true }],
    [printed('completed', JSON.stringify(layout(0, 'x'))), { text: 'x', exit: 0 }],
    [printed('completed', JSON.stringify({ output: 'x', session_id: 7 })), { exit: null, running: '7' }],
    [printed('completed', 'only what it printed'), { text: 'only what it printed', exit: null, error: false }],
    [printed('failed', `Script error:\n${layout(1, 'x')}`), { text: 'x', exit: 1, error: true }],
    [printed('terminated', 'half'), { interrupted: true }],
    [printed('running with cell ID 9'), { exit: null, running: 'cell 9' }],
    [CO('c', 'Script running with cell ID 9\nWall time 1.0 seconds\nOutput:\n'), { running: 'cell 9' }],
  ])('a script of the agent says how its one call ended (%#)', (output, expected) => {
    const [, result] = eventsOf(script("text(await tools.exec_command({ cmd: 'make' }))"), output)
    expect(result).toMatchObject({ kind: 'result', id: 'c#1', ...expected })
  })

  const two = "const [a, b] = await Promise.all([tools.exec_command({cmd:'a'}), tools.exec_command({cmd:'b'})]);"

  it('a script of the agent with several calls has a result for each where it printed one for each', () => {
    const found = eventsOf(script(two), printed('completed', layout(0, 'A'), layout(1, 'B')))
    expect(found).toMatchObject([
      { input: { cmd: 'a' } },
      { input: { cmd: 'b' } },
      { id: 'c#1', text: 'A', exit: 0 },
      { id: 'c#2', text: 'B', exit: 1 },
    ])
  })

  it('a script of the agent with several calls leaves open how they ended where it printed something else', () => {
    const results = eventsOf(script(two), printed('completed', 'all well')).slice(2)
    expect(results).toMatchObject([1, 2].map(() => ({ kind: 'result', text: '', exit: null, error: false })))
    expect(results.every(event => event.kind === 'result' && event.running !== undefined)).toBe(true)
  })

  it('a script of the agent that failed made no call after the first for certain', () => {
    const found = eventsOf(script(two), printed('failed', 'Script error:\nno'))
    expect(found).toMatchObject([
      { kind: 'call', input: { cmd: 'a' } },
      { kind: 'result', id: 'c#1' },
    ])
  })

  it('a script of the agent whose calls are not certain stays a script', () => {
    const found = eventsOf(
      script("for (const f of files) await tools.exec_command({cmd:'a'})"),
      printed('completed', 'x'),
    )
    expect(found).toMatchObject([
      { kind: 'call', id: 'c', name: 'exec' },
      { kind: 'result', id: 'c', text: 'x' },
    ])
  })

  it('a script of the agent that goes on is asked for by its cell', () => {
    const found = eventsOf(
      script("text(await tools.exec_command({ cmd: 'make' }))"),
      printed('running with cell ID 9'),
      FC('w', 'wait', { cell_id: '9' }),
      FO('w', [
        { type: 'input_text', text: 'Script completed\nWall time 9.0 seconds\nOutput:\n' },
        { type: 'input_text', text: layout(0, 'x') },
      ]),
    )
    expect(found).toMatchObject([
      { name: 'exec_command' },
      { running: 'cell 9' },
      { name: 'wait', input: { session_id: 'cell 9' } },
      { id: 'w', text: 'x', exit: 0 },
    ])
  })

  it('a script of the agent changed what the client logs of its patches', () => {
    const changes = { '/w/a.ts': { type: 'update', unified_diff: '@@ -1 +1 @@\n-a\n+b\n' } }
    const patched = EV('patch_apply_end', { call_id: 'exec-1', success: true, stdout: 'Done', changes })
    const found = eventsOf(script('text(await tools.apply_patch(patch))'), patched, printed('completed', '{}'))
    expect(found.filter(({ kind }) => kind !== 'context')).toMatchObject([
      { kind: 'call', id: 'exec-1', name: 'apply_patch', input: { changes } },
      { kind: 'result', id: 'exec-1', error: false },
    ])
    const direct = EV('patch_apply_end', { call_id: 'p', success: true, changes })
    expect(
      eventsOf(CT('p', 'apply_patch', 'x'), CO('p', 'Done'), direct).filter(({ kind }) => kind === 'call'),
    ).toHaveLength(1)
  })
})
