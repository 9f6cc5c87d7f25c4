import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it } from 'vitest'
import { reader as cursorReader } from '../../src/transcripts/cursor/reader.ts'
import { discover } from '../../src/transcripts/discover.ts'
import { Unreadable } from '../../src/transcripts/reader.ts'
import { scanChunks } from '../../src/transcripts/scan.ts'
import { type CursorComposer, writeCursor, writeWorkspace } from '../fixtures/transcripts/cursor/builders.ts'
import { cursorFixtures, k1 } from '../fixtures/transcripts/cursor/fixtures.ts'
import { jsonl } from '../fixtures/transcripts/lines.ts'
import { tempHome } from '../support/tempdir.ts'
import { materialFile, materialize, openMaterials, scanMaterial, stampsOf } from './materials.ts'
import { compactLine, eventsIn, linesIn, put, spans } from './scanning.ts'

const golden = cursorFixtures['k1-composer.jsonl'] ?? Buffer.alloc(0)
const around = { env: {}, home: '/', platform: 'linux' as const }

function storeOf(...composers: CursorComposer[]): { user: string; path: string } {
  const user = join(tempHome(), 'User')
  return { user, path: writeCursor(user, composers) }
}

function linesOf(...bubbles: unknown[]) {
  const { path } = storeOf({ id: 'c', createdAt: 1, bubbles: bubbles.map((data, i) => ({ id: `b${i}`, data })) })
  const text = materialize(cursorReader, path).c?.toString() ?? ''
  return text
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
}

describe('a conversation in the store (k1)', () => {
  it('a conversation in the store (k1) becomes exactly these lines, with the folder of its workspace', () => {
    const { user, path } = storeOf(k1)
    writeWorkspace(user, 'aaa', 'file:///fake/other', ['c2'])
    writeWorkspace(user, 'bbb', 'file:///fake/theme', ['c1'])
    expect(materialize(cursorReader, path)).toEqual({ c1: golden })
  })

  it('a conversation in the store (k1) has two turns: one at the time of the conversation, one at its own', () => {
    const summary = scanMaterial(cursorReader, golden)
    expect(spans(summary)).toEqual(['2–5', '6–7'])
    expect(summary.turns.map(({ timeBasis }) => timeBasis)).toEqual(['conversation', 'own'])
    expect(summary.turns[0]?.at).toBe(1778551200000)
    const [first] = summary.turns
    if (!first) throw new Error('No turn.')
    expect(eventsIn(cursorReader, golden, first).map(({ kind }) => kind)).toEqual(['user', 'text', 'call', 'result'])
    expect(cursorReader.usage(first, linesIn(golden, first))).toMatchObject({ tokens: null, costUsd: null, models: [] })
    expect(compactLine(cursorReader, golden, 5)).toMatchObject({
      tool_results: [{ kind: 'file', file_path: '/fake/theme/app.css', status: 'completed', preview: 'Applied.' }],
    })
  })
})

describe('the bubbles of a conversation', () => {
  it('the bubbles of a conversation become thoughts, words and tools, in this order', () => {
    const tool = { name: 'run_terminal_cmd', toolCallId: 't', params: { command: 'ls' } }
    const lines = linesOf(
      { type: 1, text: 'Go.' },
      { type: 2, text: 'Look:', thinking: { text: 'Hm.' }, toolFormerData: { ...tool, status: 'loading' } },
      { type: 2, text: '', toolFormerData: { ...tool, status: 'error', result: { code: 1 } } },
      { type: 2, toolFormerData: { ...tool, params: undefined, rawArgs: 'no json', status: 'cancelled' } },
      { type: 2, text: '' },
    )
    expect(lines.map(({ kind }) => kind)).toEqual([
      'session',
      'text',
      'thinking',
      'text',
      'tool_use',
      'tool_use',
      'tool_result',
      'tool_use',
      'tool_result',
    ])
    expect(lines[6]).toMatchObject({ status: 'error', output: null, error: '{"code":1}' })
    expect(lines[7]).toMatchObject({ input: 'no json' })
    expect(lines[8]).toMatchObject({ status: 'cancelled', output: null, error: null })
  })

  it('the bubbles of newer clients say when they were made, which model answered, how a command ended and what was changed', () => {
    const command = { name: 'run_terminal_command_v2', toolCallId: 'a', status: 'completed', params: { command: 'ls' } }
    const edit = {
      name: 'edit_file',
      toolCallId: 'b',
      status: 'completed',
      params: JSON.stringify({ relativeWorkspacePath: 'a.ts' }),
      result: JSON.stringify({ diff: { chunks: [{ diffString: '- a\n+ b\n+ c' }] } }),
    }
    const lines = linesOf(
      { type: 1, text: 'Go.', createdAt: '2026-05-12T02:10:00.000Z', modelInfo: { modelName: 'model-k' } },
      { type: 2, toolFormerData: { ...command, result: JSON.stringify({ output: 'a.ts', exitCode: 2 }) } },
      { type: 2, toolFormerData: edit },
      { type: 2, toolFormerData: { ...command, toolCallId: 'c', userDecision: 'rejected' } },
      { type: 1, text: '<timestamp>Tuesday</timestamp>\n<system_notification>A task has finished.' },
    )
    expect(lines.slice(1)).toMatchObject([
      { kind: 'text', text: 'Go.', synthetic: false, timestamp: '2026-05-12T02:10:00.000Z' },
      { kind: 'usage', model: 'model-k', input: null },
      { kind: 'tool_use', name: 'run_terminal_command_v2' },
      { kind: 'tool_result', output: 'a.ts', exit: 2 },
      { kind: 'tool_use', input: { changes: [{ path: 'a.ts', diff: '- a\n+ b\n+ c' }] } },
      { kind: 'tool_result', status: 'completed' },
      { kind: 'tool_use' },
      { kind: 'tool_result', status: 'cancelled' },
      { kind: 'text', synthetic: true },
      { kind: 'usage', model: 'model-k' },
    ])
  })

  it('the bubbles of older clients have the time at which the answer was asked for, and no call where no tool is named', () => {
    const timingInfo = { clientStartTime: 5, clientRpcSendTime: Date.parse('2026-05-12T03:00:00.000Z') }
    const progress = { toolFormerData: { additionalData: { status: 'error' } } }
    const lines = linesOf(
      { type: 1, text: 'Go.', ...progress },
      { type: 2, text: 'I look.', ...progress },
      { type: 2, text: 'Done.', timingInfo },
      { type: 1, text: 'And now?' },
    )
    expect(lines.slice(1).map(({ kind, text, timestamp, time_basis }) => [kind, text, timestamp, time_basis])).toEqual([
      ['text', 'Go.', '2026-05-12T03:00:00.000Z', 'carried'],
      ['text', 'I look.', '2026-05-12T03:00:00.000Z', 'carried'],
      ['text', 'Done.', '2026-05-12T03:00:00.000Z', 'own'],
      ['text', 'And now?', '2026-05-12T03:00:00.000Z', 'carried'],
    ])
  })

  it('the bubbles that the client made in the name of the user are not messages', () => {
    const lines = linesOf({ type: 1, text: 'Go.' }, { type: 1, text: 'Carry out the plan.', isSimulatedMsg: true })
    expect(lines.slice(1).map(({ synthetic }) => synthetic)).toEqual([false, true])
  })

  it('a conversation that the list of the store, or its own id, names as that of a sub-agent is none of a person', () => {
    const bubbles = [{ id: 'b1', data: { type: 1, text: 'Find it.' } }]
    const { path } = storeOf(...['c1', 'c2', 'task-tool_1'].map(id => ({ id, createdAt: 1, bubbles })))
    const database = new DatabaseSync(path)
    database.exec('create table composerHeaders (composerId text, isSubagent integer, value text)')
    database.exec("insert into composerHeaders values ('c1', 0, '{}'), ('c2', 1, '{}')")
    database.close()
    const { conversations } = openMaterials(cursorReader, path)
    expect(conversations.map(({ id, excluded }) => [id, excluded])).toEqual([
      ['c1', null],
      ['c2', 'subagent'],
      ['task-tool_1', 'subagent'],
    ])
  })

  it('a conversation that names its folder, its times in the headers, or its parent is read so', () => {
    const user = join(tempHome(), 'User')
    const data = (extra: object) => JSON.stringify({ fullConversationHeadersOnly: headers, ...extra })
    const headers = [{ bubbleId: 'b1', type: 1, createdAt: '2026-05-12T02:11:00.000Z' }]
    const bubbles = [{ id: 'b1', data: { type: 1, text: 'Hi.', timingInfo: { clientStartTime: 5 } } }]
    const child = { subagentInfo: { parentComposerId: 'c1' } }
    const path = writeCursor(user, [
      { id: 'c1', bubbles, stored: data({ workspaceIdentifier: { uri: { fsPath: '/fake/kiosk' } } }) },
      { id: 'c2', bubbles, stored: data(child) },
    ])
    const made = materialize(cursorReader, path)
    expect(Object.keys(made)).toEqual(['c1'])
    const summary = scanMaterial(cursorReader, made.c1 ?? Buffer.alloc(0))
    expect(summary).toMatchObject({ root: '/fake/kiosk', turns: [{ at: Date.parse('2026-05-12T02:11:00.000Z') }] })
    expect(openMaterials(cursorReader, path).conversations[1]).toMatchObject({ id: 'c2', excluded: 'subagent' })
  })

  it('the bubbles of a conversation that are missing, broken or of an unknown type stay visible and warn', () => {
    const { path } = storeOf({
      id: 'c',
      createdAt: 'yesterday',
      bubbles: [
        { id: 'a', data: '{"type":1' },
        { id: 'b', data: { type: 9, text: 'x' } },
        { id: 'gone', data: { type: 1, text: 'x' } },
      ],
    })
    const database = new DatabaseSync(path)
    database.exec("delete from cursorDiskKV where key = 'bubbleId:c:gone'")
    database.close()
    const lines = materialize(cursorReader, path).c ?? Buffer.alloc(0)
    expect(scanMaterial(cursorReader, lines)).toMatchObject({
      excluded: 'no-trigger',
      warnings: ['format-drift'],
      unknownTypes: { 'other:bubble': 3 },
    })
  })

  it('the bubbles of a conversation may be in the conversation itself, as the oldest clients kept them', () => {
    const conversation = [{ type: 1, bubbleId: 'x', text: 'Hello.' }, 7]
    const stored = JSON.stringify({ composerId: 'c', createdAt: 1778551200000, conversation })
    const { path } = storeOf({ id: 'c', stored, bubbles: [] })
    const lines = materialize(cursorReader, path).c ?? Buffer.alloc(0)
    expect(scanMaterial(cursorReader, lines).turns).toMatchObject([{ text: 'Hello.', startLine: 2, endLine: 3 }])
  })

  it('the bubbles of a conversation that is not an object are not asked for', () => {
    const { path } = storeOf({ id: 'c', stored: '[]', bubbles: [] }, { id: 'd', stored: 'x', bubbles: [] })
    const lines = materialize(cursorReader, path)
    expect(Object.keys(lines)).toEqual(['c', 'd'])
    expect(scanMaterial(cursorReader, lines.c ?? Buffer.alloc(0)).unknownTypes).toEqual({ 'other:composer': 1 })
  })
})

describe('the store', () => {
  it('the store gives a conversation another stamp when a bubble, its header or its workspace changes', () => {
    const { user, path } = storeOf(k1, { id: 'c2', createdAt: 5, bubbles: [] })
    const stamps = () => stampsOf(cursorReader, path)
    const [first, second] = stamps()
    const longer = { id: 'b4', data: { type: 2, text: 'Done, all of it.' } }
    writeCursor(user, [{ ...k1, bubbles: [...k1.bubbles.slice(0, 3), longer] }])
    const [third, same] = stamps()
    expect(third).not.toBe(first)
    expect(same).toBe(second)
    expect(stampsOf(cursorReader, path, 'c1')).toEqual([third])
    const before = cursorReader.beside?.(materialFile(cursorReader, path), around)
    writeWorkspace(user, 'bbb', 'file:///fake/theme', ['c1'])
    expect(cursorReader.beside?.(materialFile(cursorReader, path), around)?.mark).not.toBe(before?.mark)
    expect(stamps()[0]).not.toBe(third)
    expect(stamps()[1]).toBe(second)
  })

  it('the store knows folders of every kind, and none where a workspace is broken', () => {
    const { user, path } = storeOf(...['a', 'b', 'c', 'd', 'e'].map(id => ({ id, createdAt: 1, bubbles: [] })))
    writeWorkspace(user, 'w1', 'file:///fake/with%20space', ['a'])
    writeWorkspace(user, 'w2', 'file:///c%3A/fake', ['b'])
    writeWorkspace(user, 'w3', 'vscode-remote://ssh-remote%2Bbox/srv/app', ['c'])
    writeWorkspace(user, 'w4', '%', ['d'])
    writeWorkspace(user, 'w5', 'file:///fake/e', ['e'])
    writeFileSync(join(user, 'workspaceStorage/w5/state.vscdb'), 'torn')
    mkdirSync(join(user, 'workspaceStorage/w6'))
    const cwds = Object.values(materialize(cursorReader, path)).map(bytes => JSON.parse(bytes.toString()).cwd)
    expect(cwds).toEqual(['/fake/with space', 'c:/fake', '/srv/app', null, null])
  })

  it('the store that is torn or has other tables cannot be read', () => {
    const { path } = storeOf(k1)
    writeFileSync(path, 'SQLite format 3\0'.repeat(100))
    expect(() => materialize(cursorReader, path)).toThrow(Unreadable)
    const other = join(tempHome(), 'state.vscdb')
    const database = new DatabaseSync(other)
    database.exec('create table ItemTable (key, value)')
    database.close()
    expect(() => materialize(cursorReader, other)).toThrow(Unreadable)
  })
})

describe('the places of Cursor', () => {
  it('the places of Cursor are the folder of the editor on every system, and that of the agent', () => {
    const places = (platform: NodeJS.Platform, env = {}) =>
      cursorReader.places({ env, home: '/home/al', platform }).places.map(({ path }) => path)
    expect(places('linux')).toEqual(['/home/al/.config/Cursor/User', '/home/al/.cursor/projects'])
    expect(places('darwin')[0]).toBe('/home/al/Library/Application Support/Cursor/User')
    expect(places('win32', { APPDATA: '/roaming' })[0]).toBe('/roaming/Cursor/User')
    expect(places('linux', { DAYBOOK_CURSOR_ROOTS: '/a:/b' })).toEqual(['/a', '/b'])
    expect(discover(cursorReader, { ...around, env: { DAYBOOK_CURSOR_ROOTS: '' } }).roots).toMatchObject([
      { state: 'disabled' },
    ])
  })

  it('the places of Cursor hold one store, and the transcripts of the agent', () => {
    const home = tempHome()
    const path = writeCursor(join(home, '.config/Cursor/User'), [k1])
    writeWorkspace(join(home, '.config/Cursor/User'), 'w', 'file:///fake/theme', ['c1'])
    const agents = join(home, '.cursor/projects/fake-theme/agent-transcripts')
    mkdirSync(agents, { recursive: true })
    writeFileSync(join(agents, 'a1.jsonl'), '{"role":"user"}\n')
    const { files } = discover(cursorReader, { ...around, home })
    expect(files.map(each => [each.path, each.form])).toEqual([
      [path, 'material'],
      [join(agents, 'a1.jsonl'), 'lines'],
    ])
    const told = (root: string) =>
      discover(cursorReader, { ...around, env: { DAYBOOK_CURSOR_ROOTS: root } }).files.map(each => each.path)
    expect(told(join(home, '.config/Cursor/User'))).toEqual([path])
    expect(told(path)).toEqual([path])
  })
})

describe('a transcript of the agent of Cursor', () => {
  const file = { relative: 'fake-theme/agent-transcripts/a1/a1.jsonl', materialized: false }
  const said = (text: string) => ({ role: 'user', message: { content: [{ type: 'text', text }] } })
  const stamped = (time: string, text: string) => said(`<timestamp>${time}</timestamp>\n${text}`)
  const did = (...content: object[]) => ({ role: 'assistant', message: { content } })
  const lines = jsonl([
    stamped('Thursday, May 7, 2026, 2:26 PM (UTC+8)', '<user_query>\nAdd a shelf.\n</user_query>'),
    did({ type: 'text', text: 'I add it.' }, { type: 'tool_use', name: 'Write', input: { path: '/fake/shelf.ts' } }),
    stamped('Thursday, May 7, 2026, 2:30 PM (UTC+8)', '<system_notification>\nA task has finished.'),
    stamped('Thursday, May 7, 2026, 12:05 AM (UTC-3:30)', '<user_query>Paint it.</user_query>'),
    'no json',
  ])

  it('a transcript of the agent of Cursor has the turns of what was typed, at the times the client told the model', () => {
    const summary = scanChunks(cursorReader, file, [lines]).summary
    expect(spans(summary)).toEqual(['1–3', '4–5'])
    expect(summary).toMatchObject({ sessionId: 'a1', warnings: [], tally: { lines: 5, malformed: 1 } })
    expect(summary.turns.map(({ at, text }) => [new Date(at).toISOString(), text])).toEqual([
      ['2026-05-07T06:26:00.000Z', 'Add a shelf.'],
      ['2026-05-07T03:35:00.000Z', 'Paint it.'],
    ])
    expect(eventsIn(cursorReader, lines, summary.turns[0])).toMatchObject([
      { kind: 'user' },
      { kind: 'text', text: 'I add it.' },
      { kind: 'call', name: 'Write' },
      { kind: 'context' },
    ])
  })

  it('a transcript of the agent of Cursor says how its turns ended', () => {
    const ended = (status: string) => ({ type: 'turn_ended', status })
    const two = jsonl([
      stamped('Thursday, May 7, 2026, 2:26 PM (UTC+8)', 'Add a shelf.'),
      ended('success'),
      stamped('Thursday, May 7, 2026, 2:30 PM (UTC+8)', 'Paint it.'),
      ended('aborted'),
    ])
    const { turns, unknownTypes, tally } = scanChunks(cursorReader, file, [two]).summary
    expect({ unknownTypes, skipped: tally.skippedLines }).toEqual({ unknownTypes: {}, skipped: { turn_ended: 1 } })
    expect(turns.map(turn => eventsIn(cursorReader, two, turn).at(-1)?.kind)).toEqual(['context', 'interrupt'])
  })

  it('a transcript of the agent of Cursor without times has no turns and says so; one of a sub-agent, or of unknown records, is not read either', () => {
    const scan = (bytes: Buffer, relative = file.relative) =>
      scanChunks(cursorReader, { relative, materialized: false }, [bytes]).summary
    const untimed = jsonl([stamped('Thursday, May 7, 2026, 2:26 PM', 'Hi.'), did({ type: 'text', text: 'Yes.' })])
    expect(scan(untimed)).toMatchObject({ excluded: 'no-trigger', warnings: ['no-timestamps'], turns: [] })
    expect(scan(lines, 'p/agent-transcripts/a1/subagents/s1.jsonl')).toMatchObject({ excluded: 'subagent' })
    const strange = jsonl(Array.from({ length: 9 }, () => ({ role: 'oracle' })))
    expect(scan(strange)).toMatchObject({ warnings: ['format-drift'], unknownTypes: { oracle: 9 } })
  })

  it('a transcript of the agent of Cursor counts for nothing where the store has the same conversation', async () => {
    const turns = scanChunks(cursorReader, file, [lines]).summary.turns
    const from = (path: string, sessionId: string) => ({ path, sessionId, forkedFrom: null, turns })
    const candidates = [
      from('/u/globalStorage/state.vscdb#a1', 'a1'),
      from('/p/agent-transcripts/a1/a1.jsonl', 'a1'),
      from('/p/agent-transcripts/a2/a2.jsonl', 'a2'),
    ]
    const inherited = await cursorReader.inherited?.(candidates, { marksOf: () => null, recordsOf: async () => [] })
    expect(inherited).toEqual(new Map([['/p/agent-transcripts/a1/a1.jsonl', new Set([0, 1])]]))
  })

  it('a transcript of the agent of Cursor belongs to the folder that the log of its project names last', () => {
    const home = tempHome()
    const path = put(home, 'projects/fake-theme/agent-transcripts/a1/a1.jsonl', lines)
    const known = () => cursorReader.knownRoot?.({ source: 'cursor', path, relative: 'x', form: 'lines' }, around)
    expect(known()).toBe(null)
    put(home, 'projects/fake-theme/worker.log', 'workspacePath=/fake/old\n[info] workspacePath=/fake/theme ok\n')
    expect(known()).toBe('/fake/theme')
  })
})
