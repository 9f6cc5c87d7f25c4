import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { subagentsIn } from '../../src/diary/extract/subagents.ts'
import { discover } from '../../src/transcripts/discover.ts'
import { Unreadable } from '../../src/transcripts/reader.ts'
import { reader, replayLog } from '../../src/transcripts/vscode-chat/reader.ts'
import { jsonl } from '../fixtures/transcripts/lines.ts'
import {
  chat,
  document,
  request,
  terminal,
  tool,
  vscodeFixtures,
} from '../fixtures/transcripts/vscode-chat/fixtures.ts'
import { tempHome } from '../support/tempdir.ts'
import { materialFile, materialize, scanMaterial } from './materials.ts'
import { eventsIn, filesIn, put, spans, usageOf } from './scanning.ts'

const fixture = (name: string) => vscodeFixtures[name] ?? Buffer.alloc(0)
const v1 = fixture('v1-document.lines.jsonl')

/** Puts a chat into a workspace, and answers its lines. */
function linesOf(name: string, bytes: Buffer | string): Buffer {
  const home = tempHome()
  put(home, 'w/workspace.json', '{"folder":"file:///fake/lamps"}')
  const made = materialize(reader, put(home, `w/chatSessions/${name}`, bytes))
  return Object.values(made)[0] ?? Buffer.alloc(0)
}

function eventsOf(...requests: object[]) {
  const lines = linesOf('a.json', JSON.stringify(document(...requests)))
  const summary = scanMaterial(reader, lines)
  return { summary, events: eventsIn(reader, lines, summary.turns[0]) }
}

describe('a chat of VS Code (v1)', () => {
  it.each([
    ['a document', `${chat}.json`, fixture('v1-document.json')],
    ['its changes', `${chat}.jsonl`, fixture('v1-changes.jsonl')],
  ])('kept as %s becomes exactly these lines', (_, name, bytes) => {
    expect(linesOf(name, bytes).toString()).toBe(v1.toString())
  })

  it('a chat of VS Code (v1) has a turn for every message, with calls, results and how commands ended', () => {
    const summary = scanMaterial(reader, v1)
    expect(spans(summary)).toEqual(['2–11', '12–14'])
    expect(summary).toMatchObject({ sessionId: chat, root: '/fake/lamps', warnings: [], unknownTypes: {} })
    const events = eventsIn(reader, v1, summary.turns[0]).filter(({ kind }) => kind !== 'context')
    expect(events).toMatchObject([
      { kind: 'user', text: 'Turn the lamps on' },
      { kind: 'text', text: 'I change lamp.ts.' },
      { kind: 'call', id: 'call_1', name: 'copilot_replaceString' },
      { kind: 'result', id: 'call_1', exit: null },
      { kind: 'call', id: 'call_2', input: { command: 'npm test' } },
      { kind: 'result', id: 'call_2', exit: 1 },
      { kind: 'text', text: 'One test fails.' },
    ])
    expect(eventsIn(reader, v1, summary.turns[1])).toContainEqual({ kind: 'interrupt', line: 14 })
  })

  it('a chat of VS Code (v1) names its model, and does not know its tokens', () => {
    const summary = scanMaterial(reader, v1)
    expect(usageOf(reader, v1, summary.turns[0])).toEqual({ tokens: null, costUsd: null, models: ['model-z'] })
  })
})

describe('a request of a chat', () => {
  it('a request of a chat that the editor made, or a button, is not a turn', () => {
    const { summary } = eventsOf(
      request('a', 1, 'A command ended', [], { isSystemInitiated: true }),
      request('b', 2, 'Accept: Run?', [], { confirmation: 'Run' }),
    )
    expect(summary.excluded).toBe('no-trigger')
  })

  it('a request of a chat says which file was changed without a tool, and which was shown', () => {
    const uri = { path: '/fake/lamps/a.ts', scheme: 'file' }
    const { events } = eventsOf(
      request('a', 1, 'Go.', [
        tool('x', 'copilot_createFile', { invocationMessage: 'Creating [](file:///fake/my%20lamps/b.ts#L1)' }),
        { kind: 'textEditGroup', uri, edits: [] },
        { kind: 'textEditGroup', uri, edits: [] },
      ]),
    )
    expect(events.filter(({ kind }) => kind === 'call')).toMatchObject([
      { name: 'copilot_createFile', input: { path: '/fake/my lamps/b.ts' } },
      { name: 'textEditGroup', input: { path: '/fake/lamps/a.ts' } },
    ])
  })

  it('a request of a chat whose parts have ids of their own finds what the model asked for and was given by tool and order', () => {
    const asked = (id: string, name: string, input: object) => ({
      id: `${id}__vscode-1`,
      name,
      arguments: JSON.stringify(input),
    })
    const given = (value: unknown) => ({ content: [{ value }] })
    const tree = {
      node: {
        type: 1,
        children: [
          { type: 2, text: 'two' },
          { type: 2, text: 'lines', lineBreakBefore: true },
        ],
      },
    }
    const ran = (id: string, original: string) =>
      tool(id, 'run_in_terminal', { toolSpecificData: { kind: 'terminal', commandLine: { original } } })
    const { events } = eventsOf(
      request(
        'a',
        1,
        'Go.',
        [
          tool('u1', 'copilot_readFile', { pastTenseMessage: { value: 'Read [](file:///fake/lamps/b.ts)' } }),
          tool('call_3', 'copilot_createFile'),
          ran('u2', 'npm test'),
          ran('u3', 'npm run lint'),
          ran('u4', 'npm install'),
        ],
        {
          result: {
            metadata: {
              toolCallRounds: [
                {
                  toolCalls: [
                    asked('call_1', 'read_file', { filePath: '/fake/lamps/a.ts' }),
                    asked('call_2', 'read_file', { filePath: '/fake/lamps/b.ts' }),
                    asked('call_3', 'create_file', { filePath: 'c.ts', content: 'x' }),
                  ],
                },
                {
                  toolCalls: [
                    asked('call_4', 'run_in_terminal', { command: 'npm test', goal: 'Test' }),
                    asked('call_5', 'run_in_terminal', { command: 'npm run lint' }),
                    asked('call_6', 'run_in_terminal', { command: 'npm install' }),
                  ],
                },
              ],
              toolCallResults: {
                'call_1__vscode-1': given('ERROR while calling tool: no such file'),
                'call_2__vscode-1': given(tree),
                'call_3__vscode-1': given('ERROR while calling tool: Be sure to use an absolute path.'),
                'call_4__vscode-1': given('1 failed\n\n\nCommand exited with code 1'),
                'call_5__vscode-1': given('No problems.'),
                'call_6__vscode-1': given('The user cancelled the tool call.'),
              },
            },
          },
        },
      ),
    )
    const calls = events.filter(({ kind }) => kind === 'call' || kind === 'result')
    expect(calls).toMatchObject([
      { id: 'u1', input: { filePath: '/fake/lamps/b.ts' } },
      { id: 'u1', text: 'two\nlines', error: false },
      { id: 'call_3', input: { filePath: 'c.ts' } },
      { id: 'call_3', error: true },
      { id: 'u2', input: { command: 'npm test', goal: 'Test' } },
      { id: 'u2', exit: 1 },
      { id: 'u3' },
      { id: 'u3', text: 'No problems.', exit: null },
      { id: 'u4' },
      { id: 'u4', interrupted: true },
    ])
  })

  it('a call in a VS Code chat keeps its input and output where only the details of its result have them', () => {
    const { events } = eventsOf(
      request('a', 1, 'Go.', [
        tool('x', 'mcp_notes__find', {
          source: { type: 'mcp' },
          resultDetails: { input: '{"word":"lamp"}', output: [{ type: 'embed', value: 'No key.' }], isError: true },
        }),
      ]),
    )
    expect(events.slice(1)).toMatchObject([
      { kind: 'call', name: 'mcp__notes__find', input: { word: 'lamp' } },
      { kind: 'result', text: 'No key.', error: true },
      { kind: 'context' },
    ])
  })

  it('a request of a chat shows the calls of a sub-agent as its own', () => {
    const { events } = eventsOf(
      request('a', 1, 'Go.', [
        tool('s', 'runSubagent', {
          toolSpecificData: { kind: 'subagent', description: 'Look', prompt: 'Find the lamp.', result: 'Found.' },
        }),
        tool('r', 'copilot_readFile', { subAgentInvocationId: 's' }),
      ]),
    )
    expect(subagentsIn(events)).toMatchObject([{ id: 's', description: 'Look', isRead: true }])
    expect(events).toContainEqual(expect.objectContaining({ kind: 'call', id: 'r', subagent: 's', startedBy: 's' }))
    expect(events).toContainEqual(expect.objectContaining({ kind: 'result', id: 's', text: 'Found.' }))
  })

  it('a request of a chat that failed, was refused a tool or used one of a server says so', () => {
    const { events } = eventsOf(
      request(
        'a',
        1,
        'Go.',
        [
          tool('x', 'run_in_terminal', { ...terminal('rm -r x', '', 0), isConfirmed: { type: 0 }, isComplete: false }),
          tool('y', 'mcp_github_get_me', { source: { type: 'mcp' } }),
        ],
        { modelState: { value: 3 }, result: { errorDetails: { message: 'Quota.' } } },
      ),
    )
    expect(events.filter(({ kind }) => kind !== 'context')).toMatchObject([
      { kind: 'user' },
      { kind: 'call', name: 'run_in_terminal' },
      { kind: 'result', interrupted: true },
      { kind: 'call', name: 'mcp__github_get_me' },
      { kind: 'result' },
      { kind: 'api_error' },
    ])
  })

  it('a request of a chat of parts that are not known counts them', () => {
    const { summary } = eventsOf(request('a', 1, 'Go.', [{ kind: 'hologram' }, { kind: 'hologram' }]))
    expect(summary.unknownTypes).toEqual({ 'other:hologram': 2 })
  })
})

describe('the log of the changes of a chat', () => {
  it('the log of the changes of a chat may end in an entry that is still being written, and counts others that make no sense', () => {
    const whole = fixture('v1-changes.jsonl')
    expect(replayLog(Buffer.concat([whole, Buffer.from('{"kind":1,"k":["cust')])).skipped).toBe(0)
    const strange = [{ kind: 0, v: {} }, { kind: 9, k: ['a'] }, '{"kind":1', { kind: 1, k: ['a', 'b'], v: 1 }]
    expect(replayLog(jsonl(strange))).toEqual({ object: {}, skipped: 3 })
  })

  it('the log of the changes of a chat reaches nothing but the chat', () => {
    const hostile = [
      { kind: 0, v: { list: [] } },
      { kind: 1, k: ['__proto__', 'x'], v: 1 },
      '{"kind":1,"k":["constructor","prototype","x"],"v":1}',
      { kind: 1, k: ['list', 4_000_000_000], v: 1 },
    ]
    expect(replayLog(jsonl(hostile))).toEqual({ object: { list: [] }, skipped: 3 })
    expect(Reflect.get({}, 'x')).toBe(undefined)
  })

  it.each(['', '{"kind":1,"k":["a"],"v":1}\n', 'x'])('the log of changes %j holds no chat', text => {
    expect(() => replayLog(Buffer.from(text))).toThrow(Unreadable)
  })
})

describe('the places of VS Code', () => {
  const names = [
    'workspaceStorage/w/chatSessions/a.json',
    'workspaceStorage/w/chatSessions/b.jsonl',
    'workspaceStorage/w/state.vscdb',
    'workspaceStorage/w/other.ext/x.json',
    'globalStorage/emptyWindowChatSessions/c.jsonl',
    'globalStorage/storage.json',
    'History/1/x.json',
  ]
  const chats = [
    'globalStorage/emptyWindowChatSessions/c.jsonl',
    'workspaceStorage/w/chatSessions/a.json',
    'workspaceStorage/w/chatSessions/b.jsonl',
  ]

  it.each([
    ['linux', '.config'],
    ['darwin', 'Library/Application Support'],
    ['win32', 'AppData/Roaming'],
  ] as const)('the places of VS Code on %s are those of its user', (platform, folder) => {
    const home = tempHome()
    for (const name of names) put(home, `${folder}/Code/User/${name}`)
    put(home, `${folder}/VSCodium/User/workspaceStorage/v/chatSessions/d.json`)
    const { files } = discover(reader, { env: {}, home, platform })
    expect(files.map(({ relative }) => relative)).toEqual([...chats, 'workspaceStorage/v/chatSessions/d.json'])
  })

  it('the places of VS Code may be named by a variable of ours', () => {
    const home = tempHome()
    for (const name of names) put(home, name)
    expect(filesIn(reader, { DAYBOOK_VSCODE_ROOTS: home })).toEqual(chats)
    const one = join(home, 'workspaceStorage/w/chatSessions')
    expect(filesIn(reader, { DAYBOOK_VSCODE_ROOTS: one })).toEqual(['a.json', 'b.jsonl'])
  })

  it('the places of VS Code hold a chat once that is now kept by its changes', () => {
    const home = tempHome()
    const path = put(home, `w/chatSessions/${chat}.json`, fixture('v1-document.json'))
    const nowhere = { env: {}, home, platform: 'linux' } as const
    const before = reader.beside?.(materialFile(reader, path), nowhere)
    put(home, `w/chatSessions/${chat}.jsonl`, fixture('v1-changes.jsonl'))
    expect(materialize(reader, path)).toEqual({})
    expect(reader.beside?.(materialFile(reader, path), nowhere)).not.toEqual(before)
  })
})
