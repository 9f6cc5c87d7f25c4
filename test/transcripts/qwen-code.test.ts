import { describe, expect, it } from 'vitest'
import { discover } from '../../src/transcripts/discover.ts'
import { fileEdits } from '../../src/transcripts/file-edits.ts'
import { reader } from '../../src/transcripts/qwen-code/reader.ts'
import { log } from '../fixtures/transcripts/log-lines.ts'
import { assistant, qwenFixtures, record, result, session, user } from '../fixtures/transcripts/qwen-code/fixtures.ts'
import { tempHome } from '../support/tempdir.ts'
import { eventsIn, filesIn, put, qwenFile, scanLog, spans, usageOf } from './scanning.ts'

const q1 = qwenFixtures['q1-session.jsonl'] ?? Buffer.alloc(0)
const scan = (bytes: Buffer) => scanLog(reader, bytes, qwenFile)

describe('a session of Qwen Code (q1)', () => {
  const summary = scan(q1)

  it('a session of Qwen Code (q1) has a turn for every message of the user, as the user saw it', () => {
    expect(spans(summary)).toEqual(['1–6', '7–10', '11–13'])
    expect(summary.turns.map(({ kind, text, branch }) => [kind, text, branch])).toEqual([
      ['message', 'Name the trees @tree.ts', 'main'],
      ['steering', 'Only elms', 'main'],
      ['message', 'Stop', 'main'],
    ])
    expect(summary).toMatchObject({ sessionId: session, root: '/fake/orchard', excluded: null, warnings: [] })
    expect(summary.folders.map(({ branch }) => branch)).toEqual(['main', 'elms'])
  })

  it('a session of Qwen Code (q1) has calls, results, sizes of edits and how commands ended', () => {
    const events = eventsIn(reader, q1, summary.turns[0])
    expect(events.filter(({ kind }) => kind !== 'context')).toMatchObject([
      { kind: 'user', line: 1 },
      { kind: 'call', line: 2, id: 'c1', name: 'edit' },
      { kind: 'result', line: 3, id: 'c1', exit: null },
      { kind: 'call', line: 5, id: 'c2', name: 'run_shell_command' },
      { kind: 'result', line: 6, id: 'c2', exit: 1 },
    ])
    const [, edit, done] = events
    if (edit?.kind !== 'call' || done?.kind !== 'result') throw new Error('The edit is not where it was.')
    expect(fileEdits(edit, done)).toMatchObject([{ path: '/fake/orchard/tree.ts', added: 2, removed: 1 }])
    expect(eventsIn(reader, q1, summary.turns[2]).at(-1)).toMatchObject({ kind: 'result', interrupted: true })
  })

  it('a session of Qwen Code (q1) counts tokens, the cached ones apart', () => {
    expect(usageOf(reader, q1, summary.turns[0])).toEqual({
      tokens: { input: 80, output: 24, cache_read: 120, cache_write: 0, reasoning: 10 },
      costUsd: null,
      models: ['qwen-x'],
    })
  })
})

describe('a file of Qwen Code', () => {
  it.each(['notification', 'cron', 'goal_runtime', 'agent_launch_prompt'])(
    'a file of Qwen Code has no turn for a %s',
    subtype => {
      expect(scan(log(user('Go.', { subtype }))).excluded).toBe('no-trigger')
    },
  )

  it('a file of Qwen Code of a sub-agent is left out, and a branch names its parent', () => {
    expect(scan(log(user('Go.', { isSidechain: true, agentId: 'explore-1' }))).excluded).toBe('subagent')
    const copied = user('Go.', { forkedFrom: { sessionId: 'other', messageUuid: 'r1' } })
    expect(scan(log(copied)).forkedFrom).toBe('other')
  })

  it('a file of Qwen Code says that a call failed, with or without the details of the client', () => {
    const bare = record('tool_result', {
      message: {
        role: 'user',
        parts: [{ functionResponse: { id: 'b', name: 'edit', response: { error: 'No match.' } } }],
      },
    })
    const bytes = log(
      user('Go.'),
      result('a', 'edit', 'No match.', { status: 'error' }),
      bare,
      assistant([{ text: 'Hm.' }]),
    )
    expect(eventsIn(reader, bytes, scan(bytes).turns[0]).slice(1, 3)).toMatchObject([
      { id: 'a', error: true },
      { id: 'b', error: true, text: 'No match.' },
    ])
  })

  it('a file of Qwen Code is found among the chats of the projects', () => {
    const home = tempHome()
    for (const name of [
      'p/chats/a.jsonl',
      'p/chats/a.runtime.json',
      'p/subagents/a/agent-x.jsonl',
      'p/workflows/w.jsonl',
    ])
      put(home, `.qwen/projects/${name}`)
    const found = discover(reader, { env: {}, home, platform: 'linux' }).files.map(({ relative }) => relative)
    expect(found).toEqual(['p/chats/a.jsonl', 'p/subagents/a/agent-x.jsonl'])
    expect(filesIn(reader, { QWEN_HOME: `${home}/.qwen` })).toEqual(found)
    expect(filesIn(reader, { DAYBOOK_QWEN_ROOTS: `${home}/.qwen/projects/p/chats/a.jsonl` })).toEqual(['a.jsonl'])
  })
})
