import { describe, expect, it } from 'vitest'
import { reader as claudeReader } from '../../src/transcripts/claude-code/reader.ts'
import { AT, AU, type ClaudeLine, P, RAW, session, TR, TRX } from '../fixtures/transcripts/claude-code/builders.ts'
import { eventsIn, scanClaude, spans } from './scanning.ts'

const asked = P('Rename the column.')
const call = AU('t1', 'Edit', { file_path: '/fake/a.py', old_string: 'a', new_string: 'b' })
const lead =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file)."
const said = (words: string) => `${lead} To tell you how to proceed, the user said:\n${words}`
const silent = `${lead} STOP what you are doing and wait for the user to tell you how to proceed.`

/** A row as newer clients write the results of tools. */
function fromTool(line: ClaudeLine, more: object = {}): ClaudeLine {
  return n => ({ ...(line(n) as object), sourceToolAssistantUUID: 'a', ...more })
}

function turnsOf(...lines: ClaudeLine[]) {
  return scanClaude(session(...lines)).turns.map(({ startLine, kind, text }) => [startLine, kind, text])
}

describe('a call that a person refuses', () => {
  it.each([
    ['without a link to the call', (line: ClaudeLine) => fromTool(line, { sourceToolAssistantUUID: undefined })],
    ['with one', (line: ClaudeLine) => fromTool(line)],
  ])('a call that a person refuses with words is a message that steers the work, in a row %s', (_, row) => {
    expect(turnsOf(asked, call, row(TRX('t1', said('Keep the old name.\n\nAnd a test?'))), AT('Yes.'))).toEqual([
      [1, 'message', 'Rename the column.'],
      [3, 'steering', 'Keep the old name.\n\nAnd a test?'],
    ])
  })

  it('a call that a person refuses without words is none', () => {
    expect(turnsOf(asked, call, fromTool(TRX('t1', silent)))).toHaveLength(1)
  })

  it('a call that a person refuses has none of what the client adds to the words', () => {
    const note = "\n\nNote: The user's next message may contain a correction or preference. Pay close attention."
    expect(turnsOf(asked, call, fromTool(TRX('t1', said(`Stop.${note}`))))[1]).toEqual([3, 'steering', 'Stop.'])
    expect(turnsOf(asked, call, fromTool(TRX('t1', said(` ${note}`))))).toHaveLength(1)
  })

  it('a call that a person refuses to talk about a question first says only that', () => {
    const clarify = 'The user wants to clarify these questions.\n    This means they may have more to say.\n- "Which?"'
    expect(turnsOf(asked, call, fromTool(TRX('t1', said(clarify))))[1]).toEqual([
      3,
      'steering',
      'The user wants to clarify these questions.',
    ])
  })

  it('a call that a person refuses is known as refused in the turn that its words begin', () => {
    const bytes = session(asked, call, fromTool(TRX('t1', said('No.'))), AT('Sorry.'))
    const { turns } = scanClaude(bytes)
    expect(spans({ turns })).toEqual(['1–2', '3–4'])
    expect(turns[0]?.continued).toBe(true)
    expect(eventsIn(claudeReader, bytes, turns[1])).toMatchObject([
      { kind: 'user', line: 3, text: 'No.' },
      { kind: 'result', line: 3, id: 't1', denied: true },
      { kind: 'text', line: 4 },
    ])
  })

  it('a call that a person refuses is one message for each of several calls refused at once', () => {
    const other = AU('t2', 'Bash', { command: 'ls' })
    const rows = [fromTool(TRX('t1', said('Same folder?'))), fromTool(TRX('t2', said('Same folder?')))]
    expect(turnsOf(asked, call, other, ...rows).map(([line]) => line)).toEqual([1, 4, 5])
  })

  it('a call that a person refuses is not one that only quotes such words', () => {
    expect(turnsOf(asked, call, fromTool(TR('t1', said('Not typed.'))))).toHaveLength(1)
    expect(turnsOf(asked, call, fromTool(TRX('t1', `Exit code 1\n${said('Not typed.')}`)))).toHaveLength(1)
    expect(turnsOf(asked, call, fromTool(TRX('t1', said('Not typed.')), { isSidechain: true }))).toHaveLength(1)
  })
})

describe('a text beside the results of tools', () => {
  const beside = (text: string) =>
    fromTool(
      P([
        { type: 'tool_result', tool_use_id: 't1', content: 'done' },
        { type: 'text', text },
      ]),
    )

  it('a text beside the results of tools is a message that steers the work', () => {
    expect(turnsOf(asked, call, beside('Use tabs from now on.'))).toEqual([
      [1, 'message', 'Rename the column.'],
      [3, 'steering', 'Use tabs from now on.'],
    ])
  })

  it.each([
    '[Request interrupted by user for tool use]',
    '<system-reminder>Be brief.</system-reminder>',
    '<task-notification>done</task-notification>',
    ' ',
  ])('a text beside the results of tools is none when the client wrote it: %s', text => {
    expect(turnsOf(asked, call, beside(text))).toHaveLength(1)
  })
})

describe('a row in the name of the user', () => {
  it.each([
    '<agent-notification>\n<agent-id>a1</agent-id>\n</agent-notification>',
    'Another Claude session sent a message:\n<teammate-message teammate_id="ada">Idle.</teammate-message>',
    '<ci-monitor-event>ledger PR #12 has a new comment</ci-monitor-event>',
    '<cross-session-message from="ada">Done.</cross-session-message>',
    '/compact',
    '/compact keep the totals',
    'Operation stopped by hook: Another session is active.',
    'UserPromptSubmit operation blocked by hook: no',
    'Unknown command: /nope',
    '<user-memory-input>Use tabs.</user-memory-input>',
  ])('a row in the name of the user is no message when the client wrote it: %s', text => {
    expect(turnsOf(asked, P(text))).toHaveLength(1)
  })

  it('a row in the name of the user is a message when it names a file or a command of the project', () => {
    for (const text of [
      '/simplify',
      '/files of the ledger are missing',
      '/usr/lib is full',
      '/compact\nRound the totals.',
    ])
      expect(turnsOf(asked, P(text))).toHaveLength(2)
  })

  it('a row in the name of the user is no message when the client says that it made the prompt', () => {
    expect(turnsOf(asked, P('Check the mail.', { promptSource: 'system' }))).toHaveLength(1)
    expect(turnsOf(asked, P('Go on.', { promptSource: 'queued', origin: { kind: 'human' } }))).toHaveLength(2)
  })
})

it('what a sub-agent did is counted apart from other progress', () => {
  const progress = (type: string) => RAW({ type: 'progress', data: { type } })
  const { tally } = scanClaude(session(asked, progress('agent_progress'), progress('hook_progress')))
  expect(tally.skippedLines).toEqual({ 'progress:agent': 1, progress: 1 })
})
