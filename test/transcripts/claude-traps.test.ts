import { describe, expect, it } from 'vitest'
import { reader as claudeReader } from '../../src/transcripts/claude-code/reader.ts'
import type { ResultEvent } from '../../src/transcripts/event.ts'
import {
  AT,
  AU,
  BARE,
  type ClaudeLine,
  P,
  RAW,
  session,
  TR,
  TRX,
} from '../fixtures/transcripts/claude-code/builders.ts'
import { compactLine, eventsIn, linesIn, scanClaude, spans } from './scanning.ts'

const asked = P('Do it.')
const steered = (attachment: object) =>
  RAW({ type: 'attachment', attachment: { type: 'queued_command', ...attachment } })
const queued = (operation: string, content?: string): ClaudeLine =>
  RAW({ type: 'queue-operation', operation, content, uuid: undefined })

describe('a result of a tool', () => {
  const resultOf = (line: ClaudeLine): ResultEvent | undefined => {
    const bytes = session(asked, AU('t', 'Bash', { command: 'x' }), line)
    return eventsIn(claudeReader, bytes, scanClaude(bytes).turns[0]).find(event => event.kind === 'result')
  }

  it.each([['text'], [['list']], [null], [7], [{ stdout: 7 }], [{ interrupted: 'yes', filePath: [] }]])(
    'a result of a tool is read whatever its toolUseResult is: %j',
    detail => {
      expect(resultOf(TR('t', 'out', detail))).toMatchObject({ id: 't', text: 'out', error: false, interrupted: false })
    },
  )

  it('a result of a tool has the exit status of its text or its details', () => {
    expect(resultOf(TRX('t', 'Exit code 127\nnot found', 'Error'))?.exit).toBe(127)
    expect(resultOf(TR('t', 'Exit code 3 is what it said', { stdout: '' }))?.exit).toBe(0)
    expect(resultOf(TR('t', 'read', { file: {} }))?.exit).toBeNull()
  })

  it('a result of a tool may be a list of items, with pictures among them', () => {
    const items = [
      { type: 'text', text: 'a' },
      { type: 'image', source: {} },
      { type: 'text', text: 'b' },
    ]
    expect(resultOf(TR('t', items))?.text).toBe('a\nb')
    expect(resultOf(TR('t', 7))?.text).toBe('')
  })

  it('a result of a tool may have been interrupted or declined', () => {
    expect(resultOf(TR('t', '', { stdout: '', interrupted: true }))?.interrupted).toBe(true)
    expect(resultOf(TRX('t', "The user doesn't want to proceed with this tool use."))?.denied).toBe(true)
    const denied = TRX('t', 'No.')
    expect(resultOf(n => ({ ...(denied(n) as object), toolDenialKind: 'user' }))?.denied).toBe(true)
    expect(resultOf(TR('t', "The user doesn't want to"))?.denied).toBe(false)
  })

  it('a result of a tool is paired with the nearest earlier call of its id', () => {
    const bytes = session(
      asked,
      AU('t', 'Bash', { command: 'first' }),
      AU('t', 'Bash', { command: 'second' }),
      TR('t', 'x'.repeat(2000)),
      AU('t', 'Bash', { command: 'third' }),
    )
    expect(compactLine(claudeReader, bytes, 4)).toMatchObject({
      tool_results: [{ command: 'second', raw_bytes: 2000, truncated: true }],
      truncated: true,
    })
  })
})

describe('the tokens of a turn', () => {
  const usage = (id: string, output: number, extra: object = {}) =>
    AT('x', {
      requestId: id,
      message: {
        id,
        role: 'assistant',
        model: 'm',
        content: [],
        usage: { input_tokens: 5, output_tokens: output },
        ...extra,
      },
    })
  const tokensOf = (...lines: ClaudeLine[]) => {
    const bytes = session(asked, ...lines)
    const [turn] = scanClaude(bytes).turns
    return turn && claudeReader.usage(turn, linesIn(bytes, turn))
  }

  it('the tokens of a turn count every reply once, by its last row', () => {
    expect(tokensOf(usage('a', 1), usage('a', 1), usage('a', 9), usage('b', 2))?.tokens).toMatchObject({
      input: 10,
      output: 11,
    })
  })

  it('the tokens of a turn say by reply which model, which kind of cache, and whether the output was recorded whole', () => {
    const written = { cache_creation_input_tokens: 30, cache_creation: { ephemeral_1h_input_tokens: 20 } }
    const replies = tokensOf(
      usage('a', 3),
      usage('b', 3, { stop_reason: 'end_turn', usage: { ...written, output_tokens: 3, speed: 'fast' } }),
      usage('c', 40),
    )?.replies
    expect(replies?.map(({ id, isCutShort, isFast, cacheWrite1h }) => [id, isCutShort, isFast, cacheWrite1h])).toEqual([
      ['a a', true, false, 0],
      ['b b', false, true, 20],
      ['c c', false, false, 0],
    ])
  })

  it('the tokens of a turn are unknown when one reply has none, unless it is the client’s own', () => {
    const silent = (model: string) => AT('x', { message: { id: 'c', role: 'assistant', model, content: [] } })
    expect(tokensOf(usage('a', 1), silent('m'))?.tokens).toBeNull()
    expect(tokensOf(usage('a', 1), silent('<synthetic>'))).toMatchObject({ tokens: { output: 1 }, models: ['m'] })
  })

  it('the tokens of a turn come with the models, sorted', () => {
    expect(tokensOf(usage('a', 1, { model: 'z' }), usage('b', 1, { model: 'b' }))?.models).toEqual(['b', 'z'])
  })
})

describe('what the user says while the agent works', () => {
  it('what the user says while the agent works is steering when it only shows as taken from the queue', () => {
    const bytes = session(asked, queued('enqueue', 'Use CSS.'), AT('x'), queued('remove'), AT('y'))
    expect(scanClaude(bytes).turns).toMatchObject([
      { startLine: 1, endLine: 3, continued: true },
      { startLine: 4, endLine: 5, kind: 'steering', text: 'Use CSS.' },
    ])
  })

  it('what the user says while the agent works has, taken from the queue, a key of its time and text, so that a copied session shows the same message', () => {
    const keyOf = (text: string) =>
      scanClaude(session(asked, queued('enqueue', text), queued('remove'))).turns.at(-1)?.uuid
    expect(keyOf('Use CSS.')).toBe(keyOf('Use CSS.'))
    expect(keyOf('Use CSS.')).not.toBe(keyOf('Use SVG.'))
  })

  it('what the user says while the agent works is none where it is a command to the client itself', () => {
    for (const command of ['/help', '/clear', '/effort high']) {
      expect(spans(scanClaude(session(asked, queued('enqueue', command), queued('remove'))))).toEqual(['1–3'])
      expect(spans(scanClaude(session(asked, steered({ prompt: command }))))).toEqual(['1–2'])
    }
    expect(scanClaude(session(asked, queued('enqueue', '/ship it'), queued('remove'))).turns).toHaveLength(2)
  })

  it('what the user says while the agent works is not steering when a machine wrote it', () => {
    const task = '{"task_id":"b1f2","tool_use_id":"toolu_1","description":"All tests","task_type":"local_bash"}'
    expect(spans(scanClaude(session(asked, queued('enqueue', task), queued('remove'))))).toEqual(['1–3'])
    const notice = '<task-notification>done</task-notification>'
    expect(spans(scanClaude(session(asked, queued('enqueue', notice), queued('remove'))))).toEqual(['1–3'])
    for (const attachment of [
      { prompt: 'x', isMeta: true },
      { prompt: 'x', origin: { kind: 'peer' } },
      { prompt: 'x', commandMode: 'task-notification' },
      { prompt: ' ' },
      { prompt: [{ type: 'image' }] },
    ]) {
      expect(spans(scanClaude(session(asked, steered(attachment))))).toEqual(['1–2'])
    }
    expect(spans(scanClaude(session(asked, steered({ prompt: [{ type: 'text', text: 'x' }] }))))).toEqual([
      '1–1',
      '2–2',
    ])
  })
})

describe('a message', () => {
  it('a message from a channel says so, and from another agent is none', () => {
    const kinds = (kind: string) => scanClaude(session(P('Hi', { origin: { kind } }))).turns.map(turn => turn.kind)
    expect(kinds('human')).toEqual(['message'])
    expect(kinds('channel')).toEqual(['channel'])
    expect(kinds('peer')).toEqual([])
  })

  it('a message of nothing but a document is a turn without text', () => {
    expect(scanClaude(session(P([{ type: 'document', source: {} }]))).turns).toMatchObject([
      { kind: 'context', text: '' },
    ])
    expect(scanClaude(session(P([]), P(''), P(null))).turns).toEqual([])
  })

  it('a message is freed of what the program put into it, however badly that is closed', () => {
    const text = (content: string) => scanClaude(session(P(content))).turns[0]?.text
    expect(text('<ide_selection>a</ide_selection>Fix it<system-reminder>b</system-reminder>')).toBe('Fix it')
    expect(text('<system-reminder>a Fix it')).toBe('<system-reminder>a Fix it')
    expect(text('<system-reminder><ide_selection></system-reminder>Fix</ide_selection>')).toBe('Fix</ide_selection>')
    const hostile = '<ide_selection>'.repeat(200_000)
    expect(text(`${hostile}</system-reminder>`)).toHaveLength(hostile.length + '</system-reminder>'.length)
  })
})

describe('other rows', () => {
  it('other rows show failures of the service and pull requests', () => {
    const bytes = session(
      asked,
      AT('API Error: 529', { isApiErrorMessage: true }),
      BARE({ type: 'pr-link', prNumber: 12, prUrl: 'x', timestamp: '2026-05-12T02:03:00.000Z' }),
    )
    expect(eventsIn(claudeReader, bytes, scanClaude(bytes).turns[0])).toEqual([
      { kind: 'user', line: 1, text: 'Do it.' },
      { kind: 'api_error', line: 2 },
      { kind: 'pr', line: 3, number: 12 },
    ])
  })

  it('other rows give the branch of the turns after them', () => {
    const bytes = session(asked, P('b', { gitBranch: 'HEAD' }), P('c', { gitBranch: '' }), P('d', { gitBranch: 'dev' }))
    expect(scanClaude(bytes).turns.map(({ branch }) => branch)).toEqual(['main', null, null, 'dev'])
  })

  it('raise an alarm when most of them are new, or when the agent answers no user', () => {
    expect(scanClaude(session(asked, AT('x'))).warnings).toEqual([])
    const strange = scanClaude(session(asked, RAW({ type: 'v9' }), RAW({ type: 'v9' }), RAW({ type: 'a b' }), RAW({})))
    expect(strange).toMatchObject({ warnings: ['format-drift'], unknownTypes: { v9: 2, other: 1, untyped: 1 } })
    const renamed = session(RAW({ type: 'user', message: { role: 'human', content: 'Hi' } }), AT('x'))
    expect(scanClaude(renamed)).toMatchObject({ turns: [], excluded: 'no-trigger', warnings: ['format-drift'] })
    expect(scanClaude(session(RAW({ type: 'summary' }))).warnings).toEqual([])
  })
})

describe('damaged lines', () => {
  it('damaged lines of any size are counted inside the turn they are in', () => {
    const lines = [asked(1), AT('a')(2)].map(line => JSON.stringify(line))
    const long = JSON.stringify(AT('x'.repeat(10_000_000))(4))
    const bytes = Buffer.from(`${lines[0]}\n\0\0\0\0\n${lines[1]}${lines[1]}\n${long}\n${long.slice(0, 5_000_000)}`)
    const { turns, tally } = scanClaude(bytes)
    expect(spans({ turns })).toEqual(['1–5'])
    expect(tally).toMatchObject({ lines: 5, malformed: 3, bytes: bytes.length, skippedLines: { malformed: 3 } })
    expect(tally.readBytes + (tally.skippedBytes.malformed ?? 0)).toBe(bytes.length)
    expect(turns[0]?.skipped).toEqual(tally.skippedBytes)
    expect(scanClaude(bytes).warnings).toEqual(['cut-off'])
    const said = eventsIn(claudeReader, bytes, turns[0]).find(event => event.kind === 'text')
    expect(said?.kind === 'text' && said.text.length).toBe(10_000_000)
  })

  it('damaged lines with CRLF, and without, may be in one file', () => {
    const bytes = Buffer.from(session(asked, AT('a'), P('Next.'), AT('b')).toString().replace('\n', '\r\n'))
    expect(spans(scanClaude(bytes))).toEqual(['1–2', '3–4'])
  })
})

it('a line that holds a record and a note of the client is read, and every byte of it is accounted for', () => {
  const rows = session(P('Mend it.'), AT('It is mended.'), P('Thanks.')).toString().split('\n')
  const note = '{"type":"summary","summary":"Mended","leafUuid":"x"}'
  const bytes = Buffer.from([rows[0], `${rows[1]}${note}`, `${note}${rows[2]}`, ''].join('\n'))
  const summary = scanClaude(bytes)
  expect(spans(summary)).toEqual(['1–2', '3–3'])
  expect(summary.tally).toMatchObject({ malformed: 0, skippedBytes: { summary: 2 * note.length } })
  expect(summary.tally.readBytes).toBe(bytes.length - 2 * note.length)
  expect(summary.turns.map(({ skipped }) => skipped)).toEqual([{ summary: note.length }, { summary: note.length }])
  const [turn] = summary.turns
  expect(eventsIn(claudeReader, bytes, turn)).toMatchObject([{ kind: 'user' }, { kind: 'text', text: 'It is mended.' }])
})
