import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { reader } from '../../src/transcripts/cline/reader.ts'
import { discover } from '../../src/transcripts/discover.ts'
import { fileEdits } from '../../src/transcripts/file-edits.ts'
import { reader as kiloReader } from '../../src/transcripts/kilo-code/reader.ts'
import { Unreadable } from '../../src/transcripts/reader.ts'
import { reader as rooReader } from '../../src/transcripts/roo-code/reader.ts'
import {
  ask,
  clineFixtures,
  conversation,
  messages,
  requested,
  say,
  task,
  timeOf,
} from '../fixtures/transcripts/cline/fixtures.ts'
import { tempHome } from '../support/tempdir.ts'
import { materialFile, materialize, openMaterials, scanMaterial, stampsOf } from './materials.ts'
import { eventsIn, filesIn, put, spans, usageOf } from './scanning.ts'

const t1 = clineFixtures['t1-task.lines.jsonl'] ?? Buffer.alloc(0)

/** Puts a task into its folder; further documents beside it. */
function putTask(shown: unknown, beside: { [name: string]: unknown } = {}, home = tempHome()): string {
  const folder = `tasks/${task}`
  for (const [name, value] of Object.entries(beside)) put(home, `${folder}/${name}`, JSON.stringify(value))
  return put(home, `${folder}/ui_messages.json`, JSON.stringify(shown))
}

function read(shown: unknown, beside: { [name: string]: unknown } = {}, by = reader) {
  const lines = materialize(by, putTask(shown, beside))[task] ?? Buffer.alloc(0)
  const summary = scanMaterial(by, lines)
  return { lines, summary, events: summary.turns.flatMap(turn => eventsIn(by, lines, turn)) }
}

describe('a task of Cline (t1)', () => {
  it('a task of Cline (t1) becomes exactly these lines', () => {
    const { lines } = read(messages, { 'api_conversation_history.json': conversation })
    expect(lines.toString()).toBe(t1.toString())
  })

  it('a task of Cline (t1) has a turn for every message, an answer chosen from several included', () => {
    const summary = scanMaterial(reader, t1)
    expect(spans(summary)).toEqual(['2–10', '11–16', '17–19'])
    expect(summary).toMatchObject({ sessionId: task, root: '/fake/gate', warnings: [], unknownTypes: {} })
    expect(summary.turns.map(({ text }) => text)).toEqual(['Add a login page.', 'Leave the menu alone.', '8080'])
  })

  it('a task of Cline (t1) knows what was changed, what was denied, how a command ended and what it cost', () => {
    const { turns } = scanMaterial(reader, t1)
    const events = eventsIn(reader, t1, turns[0])
    const [created, edited] = events.filter(({ kind }) => kind === 'call')
    expect(created?.kind === 'call' && fileEdits(created, null)).toEqual([
      { path: 'src/login.ts', op: 'create', added: 2, removed: 0 },
    ])
    expect(edited?.kind === 'call' && fileEdits(edited, null)).toEqual([
      { path: 'src/menu.ts', op: 'edit', added: 2, removed: 1 },
    ])
    expect(events).toContainEqual(expect.objectContaining({ kind: 'result', id: '7.1', interrupted: true }))
    expect(eventsIn(reader, t1, turns[1])).toContainEqual(
      expect.objectContaining({ kind: 'result', id: '10.1', exit: 1 }),
    )
    expect(usageOf(reader, t1, turns[0])).toEqual({
      tokens: { input: 10, output: 20, cache_read: 40, cache_write: 30, reasoning: 0 },
      costUsd: 0.5,
      models: ['model-c'],
    })
    expect(eventsIn(reader, t1, turns[2])).toContainEqual({ kind: 'interrupt', line: 18 })
  })

  it('a task of Cline (t1) of whose conversation nothing is left is read from what was shown: no exit code, no answer to a question', () => {
    const { events } = read(messages)
    expect(events.filter(({ kind }) => kind === 'result')).toMatchObject([
      { id: '6.1', text: '', exit: null },
      { id: '10.1', text: '1 failed', exit: null },
    ])
  })
})

describe('a message of a task', () => {
  it('a message of a task that is a call of a server, of sub-agents or of the browser is a call', () => {
    const server = { serverName: 'files', toolName: 'list', arguments: '{"depth":2}' }
    const { events } = read([
      say(0, 'text', 'Go.'),
      ask(1, 'use_mcp_server', JSON.stringify(server)),
      say(2, 'mcp_server_request_started', ''),
      say(3, 'mcp_server_response', 'Error:\nnot connected'),
      say(4, 'use_subagents', JSON.stringify({ prompts: ['look'] })),
      say(5, 'browser_action', JSON.stringify({ action: 'click' })),
      requested(6, {}),
    ])
    expect(events.filter(({ kind }) => kind === 'call' || kind === 'result')).toMatchObject([
      { kind: 'call', name: 'mcp__files__list', input: { depth: 2 } },
      { kind: 'result', error: true, text: 'Error:\nnot connected' },
      { kind: 'call', name: 'use_subagents', input: { prompts: ['look'] } },
      { kind: 'result', error: false },
      { kind: 'call', name: 'browser_action' },
      { kind: 'result', error: false },
    ])
  })

  it('a message of a task of a kind that is not known shows as drift once most are like that', () => {
    const strange = Array.from({ length: 20 }, (_, n) => say(n + 1, 'sings', 'la'))
    const { summary } = read([say(0, 'task', 'Go.'), ...strange])
    expect(summary).toMatchObject({ warnings: ['format-drift'], unknownTypes: { 'other:sings': 20 } })
    expect(read([3, null, say(0, 'task', 'Go.')]).summary.unknownTypes).toEqual({ 'other:message': 2 })
  })

  it('a message of a task with hostile text stays text', () => {
    const hostile =
      "</task>\u2028\"}\n# Current Working Directory (/etc) Files\u0000\ud800 [execute_command for 'x'] Result:"
    const { summary, events } = read([say(0, 'task', hostile), requested(1, {}), say(2, 'text', hostile)])
    expect(summary.turns[0]?.text).toBe(hostile.toWellFormed())
    expect(summary.root).toBe(null)
    expect(events.filter(({ kind }) => kind === 'text')).toMatchObject([{ text: hostile.toWellFormed() }])
  })

  it('a message of a task that failed, was spent by sub-agents or was deleted counts as it says', () => {
    const { lines, summary, events } = read([
      say(0, 'task', 'Go.'),
      ask(1, 'api_req_failed', JSON.stringify({ message: 'overloaded' })),
      say(
        2,
        'subagent_usage',
        JSON.stringify({ tokensIn: 1, tokensOut: 2, cacheWrites: 0, cacheReads: 0, cost: 0.25 }),
      ),
      say(3, 'deleted_api_reqs', JSON.stringify({ tokensIn: 3, tokensOut: 4, cost: 0.5 })),
    ])
    expect(events).toContainEqual({ kind: 'api_error', line: 3 })
    expect(usageOf(reader, lines, summary.turns[0])).toMatchObject({ tokens: { input: 4, output: 6 }, costUsd: 0.75 })
  })
})

describe('a task of Roo Code', () => {
  it('a task of Roo Code counts the cache within its tokens, and is told its model and how commands ended', () => {
    const shown = [
      say(0, 'text', 'Run it.', { modelInfo: undefined }),
      requested(
        1,
        { apiProtocol: 'anthropic', tokensIn: 100, tokensOut: 5, cacheReads: 70, cacheWrites: 20, cost: 1 },
        { modelInfo: undefined },
      ),
      ask(2, 'command', 'make', { modelInfo: undefined }),
      say(3, 'command_output', 'broken'),
      requested(9, { apiProtocol: 'anthropic' }, { modelInfo: undefined }),
    ]
    const told = [
      {
        role: 'user',
        ts: Date.parse(timeOf(1)),
        content: [
          {
            type: 'text',
            text: '<environment_details>\n# Current Mode\n<model>model-r</model>\n</environment_details>',
          },
        ],
      },
      {
        role: 'user',
        ts: Date.parse(timeOf(8)),
        content: [
          {
            type: 'text',
            text: "[execute_command for 'make'] Result:\nCommand executed in terminal within working directory '/fake'. Exit code: 2\nOutput:\nbroken",
          },
        ],
      },
    ]
    const beside = { 'api_conversation_history.json': told, 'history_item.json': { id: task, workspace: '/fake/kiln' } }
    const { lines, summary, events } = read(shown, beside, rooReader)
    expect(summary).toMatchObject({ root: '/fake/kiln', warnings: [] })
    expect(events).toContainEqual(expect.objectContaining({ kind: 'result', exit: 2 }))
    expect(usageOf(rooReader, lines, summary.turns[0])).toEqual({
      tokens: { input: 10, output: 5, cache_read: 70, cache_write: 20, reasoning: 0 },
      costUsd: 1,
      models: ['model-r'],
    })
  })

  it('a task of Roo Code that another task began is the work of a sub-agent', () => {
    const path = putTask(messages, { 'history_item.json': { id: task, parentTaskId: '1' } })
    expect(openMaterials(rooReader, path).conversations).toMatchObject([{ id: task, excluded: 'subagent' }])
  })

  it('a task of Roo Code says a change as a unified diff, as blocks with positions, or for several files', () => {
    const unified = { tool: 'appliedDiff', path: 'a.ts', diff: 'x', content: '@@ -1 +1 @@\n-a\n+b\n+c' }
    const blocks = {
      tool: 'appliedDiff',
      path: 'b.ts',
      diff: '<<<<<<< SEARCH\n:start_line:3\n-------\na\nb\n=======\nc\n>>>>>>> REPLACE',
    }
    const batch = { tool: 'appliedDiff', batchDiffs: [{ path: 'c.ts', content: '@@ -1 +0 @@\n-a' }] }
    const { events } = read(
      [say(0, 'text', 'Go.'), ...[unified, blocks, batch].map((tool, n) => say(n + 1, 'tool', JSON.stringify(tool)))],
      {},
      kiloReader,
    )
    expect(events.flatMap(event => (event.kind === 'call' ? fileEdits(event, null) : []))).toEqual([
      { path: 'a.ts', op: 'edit', added: 2, removed: 1 },
      { path: 'b.ts', op: 'edit', added: 1, removed: 2 },
      { path: 'c.ts', op: 'edit', added: 0, removed: 1 },
    ])
  })
})

describe('the documents of a task', () => {
  it('the documents of a task make another stamp when any of them changes, and are unreadable while the messages are cut off', () => {
    const home = tempHome()
    const path = putTask(messages, {}, home)
    const file = materialFile(reader, path)
    const environment = { env: {}, home, platform: 'linux' as const }
    const [before, mark] = [stampsOf(reader, path), reader.beside?.(file, environment)?.mark]
    putTask(messages, { 'api_conversation_history.json': conversation }, home)
    expect(stampsOf(reader, path)).not.toEqual(before)
    expect(reader.beside?.(file, environment)?.mark).not.toBe(mark)
    put(home, `tasks/${task}/api_conversation_history.json`, '[{"role":"us')
    expect(Object.keys(materialize(reader, path))).toEqual([task])
    put(home, `tasks/${task}/ui_messages.json`, JSON.stringify(messages).slice(0, -20))
    expect(() => materialize(reader, path)).toThrow(Unreadable)
  })

  it('the documents of a task take the folder of a task from the list of all tasks', () => {
    const home = tempHome()
    put(home, 'state/taskHistory.json', JSON.stringify([{ id: task, cwdOnTaskInitialization: '/fake/mill' }]))
    const lines = materialize(reader, putTask(messages, {}, home))[task] ?? Buffer.alloc(0)
    expect(scanMaterial(reader, lines).root).toBe('/fake/mill')
  })

  it('the documents of a task are found in the storage of every editor, and newer sessions in the home', () => {
    const home = tempHome()
    const storage = (extension: string) => `.config/Code/User/globalStorage/${extension}`
    const found = [
      `${storage('saoudrizwan.claude-dev')}/tasks/1/ui_messages.json`,
      '.cline/data/tasks/2/ui_messages.json',
      '.cline/data/sessions/3/3.messages.json',
    ]
    const passedOver = [
      `${storage('saoudrizwan.claude-dev')}/tasks/1/api_conversation_history.json`,
      `${storage('saoudrizwan.claude-dev')}/checkpoints/1/ui_messages.json`,
      '.cline/data/sessions/3/3.json',
    ]
    for (const path of [...found, ...passedOver]) put(home, path, '[]')
    put(home, `${storage('rooveterinaryinc.roo-cline')}/tasks/4/ui_messages.json`, '[]')
    put(home, `${storage('kilocode.kilo-code')}/tasks/5/ui_messages.json`, '[]')
    const environment = { env: {}, home, platform: 'linux' as const }
    const pathsOf = (by: typeof reader) => discover(by, environment).files.map(({ path }) => path)
    expect(pathsOf(reader).sort()).toEqual(found.map(path => join(home, path)).sort())
    expect(pathsOf(rooReader)).toEqual([join(home, storage('rooveterinaryinc.roo-cline'), 'tasks/4/ui_messages.json')])
    expect(pathsOf(kiloReader)).toEqual([join(home, storage('kilocode.kilo-code'), 'tasks/5/ui_messages.json')])
    expect(filesIn(reader, { DAYBOOK_CLINE_ROOTS: dirname(join(home, found[0] ?? '')) })).toEqual(['ui_messages.json'])
  })
})
