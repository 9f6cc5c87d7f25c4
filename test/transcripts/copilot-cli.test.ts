import { describe, expect, it } from 'vitest'
import { familyOf } from '../../src/transcripts/agents.ts'
import { reader } from '../../src/transcripts/copilot-cli/reader.ts'
import { discover } from '../../src/transcripts/discover.ts'
import { fileEdits } from '../../src/transcripts/file-edits.ts'
import {
  completes,
  event,
  request,
  says,
  session,
  start,
  starts,
  user,
} from '../fixtures/transcripts/copilot-cli/builders.ts'
import { copilotFixtures } from '../fixtures/transcripts/copilot-cli/fixtures.ts'
import { log } from '../fixtures/transcripts/log-lines.ts'
import { tempHome } from '../support/tempdir.ts'
import { compactLine, copilotFile, eventsIn, filesIn, put, repliesOf, scanLog, spans, usageOf } from './scanning.ts'

const p1 = copilotFixtures['p1-session.jsonl'] ?? Buffer.alloc(0)
const scan = (bytes: Buffer) => scanLog(reader, bytes, copilotFile)

describe('a session of Copilot CLI (p1)', () => {
  const summary = scan(p1)

  it('a session of Copilot CLI (p1) has a turn for every message a person typed', () => {
    expect(spans(summary)).toEqual(['3–13', '14–20', '21–24'])
    expect(summary.turns.map(({ text, kind }) => [kind, text])).toEqual([
      ['message', 'Round the rates of parcels'],
      ['steering', 'Look at the zones too'],
      ['message', 'Stop there and push'],
    ])
    expect(summary).toMatchObject({ sessionId: session, root: '/fake/parcels', excluded: null, warnings: [] })
    expect(summary).toMatchObject({ unknownTypes: {}, folders: [{ folder: '/fake/parcels', branch: 'main' }] })
    expect(summary.turns.map(({ branch }) => branch)).toEqual(['main', 'main', 'main'])
  })

  it('a session of Copilot CLI (p1) has every call once, with its result and how the command ended', () => {
    const events = eventsIn(reader, p1, summary.turns[0])
    expect(events.filter(({ kind }) => kind !== 'context')).toMatchObject([
      { kind: 'user', line: 3 },
      { kind: 'call', line: 5, id: 't1', name: 'edit', input: { path: '/fake/parcels/src/rate.ts' } },
      { kind: 'call', line: 5, id: 't2', name: 'bash', input: { command: 'npm test' } },
      { kind: 'result', line: 7, id: 't1', exit: null, error: false },
      { kind: 'result', line: 9, id: 't2', exit: 0, error: false },
      { kind: 'text', line: 11, text: 'The rates are rounded.' },
    ])
    const [edit, done] = ['call', 'result'].map(wanted => events.find(({ kind }) => kind === wanted))
    if (edit?.kind !== 'call' || done?.kind !== 'result') throw new Error('The edit is not where it was.')
    expect(fileEdits(edit, done)).toMatchObject([{ path: '/fake/parcels/src/rate.ts', added: 2, removed: 1 }])
  })

  it('a session of Copilot CLI (p1) counts what a sub-agent did, and not what it said', () => {
    const events = eventsIn(reader, p1, summary.turns[1])
    expect(events.filter(({ kind }) => kind !== 'context').map(({ kind, line }) => `${kind} ${line}`)).toEqual([
      'user 14',
      'call 15',
      'call 17',
      'result 18',
      'result 19',
      'interrupt 20',
    ])
  })

  it('a session of Copilot CLI (p1) says which call the user denied', () => {
    expect(eventsIn(reader, p1, summary.turns[2])).toContainEqual({
      kind: 'result',
      line: 23,
      id: 't5',
      text: 'Not allowed.',
      exit: null,
      error: true,
      interrupted: false,
      denied: true,
    })
  })

  it('a session of Copilot CLI (p1) counts the tokens of each request, the cached ones apart; without such a record they are not known', () => {
    expect(usageOf(reader, p1, summary.turns[0])).toEqual({
      tokens: { input: 100, output: 40, cache_read: 600, cache_write: 300, reasoning: 10 },
      costUsd: null,
      models: ['model-x'],
    })
    expect(usageOf(reader, p1, summary.turns[1])).toEqual({ tokens: null, costUsd: null, models: ['model-x'] })
  })

  it('a session of Copilot CLI (p1) counts them by reply, and says which were for a sub-agent', () => {
    const used = { usage: { model: 'model-x', inputTokens: 5, outputTokens: 2 } }
    const bytes = log(
      user('Go.'),
      event('session.usage_record', used),
      event('session.usage_record', used, { agentId: 'agent-1' }),
    )
    expect(repliesOf(reader, bytes, scan(bytes).turns[0])).toMatchObject([
      { id: 'e2', model: 'model-x', tokens: { input: 5, output: 2 }, subagent: null },
      { id: 'e3', subagent: 'agent-1' },
    ])
  })

  it('a session of Copilot CLI (p1) shows its records compactly', () => {
    expect(compactLine(reader, p1, 1)).toMatchObject({ record_type: 'session.start', role: null, content_kinds: [] })
    expect(compactLine(reader, p1, 3)).toMatchObject({
      record_type: 'user.message',
      role: 'user',
      summary: 'User message.',
      text_preview: 'Round the rates of parcels',
    })
    expect(compactLine(reader, p1, 5)).toMatchObject({
      role: 'assistant',
      content_kinds: ['tool_use'],
      summary: 'Tool call: edit.',
    })
    expect(compactLine(reader, p1, 9)).toMatchObject({
      content_kinds: ['tool_result'],
      summary: 'Tool result.',
      tool_results: [{ kind: 'command', status: 'ok', command: 'npm test' }],
    })
  })
})

describe('an event of Copilot CLI', () => {
  it.each([
    ['of another origin', user('x', { source: 'system' })],
    ['of a sub-agent', user('x', {}, { agentId: 'a' })],
    ['that the autopilot goes on with', user('x', { isAutopilotContinuation: true })],
    ['that is a reminder', user('<system_reminder>x')],
    ['that is blank', user(' ')],
  ])('%s is not a trigger', (_, line) => {
    expect(scan(log(start(), line)).excluded).toBe('no-trigger')
  })

  it('an event of Copilot CLI names a tool of a server by the server, and an old tool by its command', () => {
    const bytes = log(
      user('Go.'),
      says('', [
        request('a', 'github-get_me', {}, { mcpServerName: 'github', mcpToolName: 'get_me' }),
        request('b', 'str_replace_editor', { command: 'view', path: '/fake/a' }),
        request('c', 'apply_patch', '*** Begin Patch'),
      ]),
      starts('d', 'bash', '{"command":"ls"}'),
      completes('d', 'a.ts\n<exited with exit code 2>', { success: false }),
      completes('e', 'a.ts\n<shellId: all-tests completed with exit code 1>'),
    )
    const events = eventsIn(reader, bytes, scan(bytes).turns[0])
    expect(events).toMatchObject([
      { kind: 'user' },
      { name: 'mcp__github__get_me' },
      { name: 'view' },
      { name: 'apply_patch', input: { input: '*** Begin Patch' } },
      { name: 'bash', input: { command: 'ls' } },
      { exit: 2, error: true },
      { exit: 1, error: false },
    ])
    expect(['view', 'create', 'bash', 'powershell', 'mcp__github__get_me', 'ask_user'].map(familyOf)).toEqual([
      'read',
      'edit',
      'shell',
      'shell',
      'mcp',
      'ask',
    ])
  })

  it('an event of Copilot CLI may move the session into another folder or branch', () => {
    const moved = event('session.context_changed', { cwd: '/fake/other', branch: 'try' })
    const { root, folders, turns } = scan(log(start(), user('One.'), moved, user('Two.')))
    expect(root).toBe('/fake/parcels')
    expect(folders.map(({ folder }) => folder)).toEqual(['/fake/parcels', '/fake/other'])
    expect(turns.map(({ branch }) => branch)).toEqual(['main', 'try'])
  })

  it('an event of Copilot CLI of an unknown family shows that the format has moved on', () => {
    const bytes = log(user('Go.'), event('turn/begin', {}), event('turn/end', {}))
    expect(scan(bytes)).toMatchObject({ warnings: ['format-drift'], unknownTypes: { 'turn/begin': 1, 'turn/end': 1 } })
    expect(scan(log(start(), says('Hello.'))).warnings).toEqual(['format-drift'])
  })
})

describe('the places of Copilot CLI', () => {
  const names = ['a/events.jsonl', 'b.jsonl', 'a/files/events.jsonl', 'a/workspace.yaml', 'a/checkpoints/1.jsonl']

  it('the places of Copilot CLI are the sessions of its home', () => {
    const home = tempHome()
    for (const name of names) put(home, `.copilot/session-state/${name}`)
    put(home, '.copilot/history.jsonl')
    const { files } = discover(reader, { env: {}, home, platform: 'linux' })
    expect(files.map(({ relative }) => relative)).toEqual(['a/events.jsonl', 'b.jsonl'])
    const elsewhere = discover(reader, {
      env: { COPILOT_HOME: `${home}/.copilot` },
      home: '/nowhere',
      platform: 'linux',
    })
    expect(elsewhere.files).toEqual(files)
  })

  it('the places of Copilot CLI are named by a variable of ours, down to one file', () => {
    const home = tempHome()
    for (const name of names) put(home, `copied/session-state/${name}`)
    expect(filesIn(reader, { DAYBOOK_COPILOT_ROOTS: `${home}/copied` })).toEqual([
      'session-state/a/events.jsonl',
      'session-state/b.jsonl',
    ])
    expect(filesIn(reader, { DAYBOOK_COPILOT_ROOTS: `${home}/copied/session-state/a/events.jsonl` })).toEqual([
      'events.jsonl',
    ])
    expect(filesIn(reader, { DAYBOOK_COPILOT_ROOTS: '' })).toEqual([])
  })

  it('the places of Copilot CLI name a session by its folder where no event does', () => {
    expect(scan(log(user('Go.'))).sessionId).toBe(session)
  })
})
