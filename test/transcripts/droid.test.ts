import { describe, expect, it } from 'vitest'
import { discover } from '../../src/transcripts/discover.ts'
import { reader } from '../../src/transcripts/droid/reader.ts'
import { fileEdits } from '../../src/transcripts/file-edits.ts'
import { droidFixtures, gave, message, session, start, text } from '../fixtures/transcripts/droid/fixtures.ts'
import { log } from '../fixtures/transcripts/log-lines.ts'
import { tempHome } from '../support/tempdir.ts'
import { droidFile, eventsIn, filesIn, put, scanLog, spans, usageOf } from './scanning.ts'

const d1 = droidFixtures['d1-session.jsonl'] ?? Buffer.alloc(0)
const scan = (bytes: Buffer) => scanLog(reader, bytes, droidFile)

describe('a session of Droid (d1)', () => {
  const summary = scan(d1)

  it('a session of Droid (d1) has a turn for what a person typed, without what the client put beside it', () => {
    expect(spans(summary)).toEqual(['2–8', '9–9'])
    expect(summary.turns.map(turn => [turn.uuid, turn.text])).toEqual([
      ['m2', 'Mend the kettle'],
      ['m9', 'Leave it'],
    ])
    expect(summary).toMatchObject({ sessionId: session, root: '/fake/kettles', excluded: null, warnings: [] })
    expect(summary).toMatchObject({ unknownTypes: {}, tally: { skippedLines: { todo_state: 1 } } })
  })

  it('a session of Droid (d1) has calls, results and failures, and edits with their lines', () => {
    const events = eventsIn(reader, d1, summary.turns[0])
    expect(events.map(({ kind, line }) => `${kind} ${line}`)).toEqual([
      'user 2',
      'text 3',
      'call 3',
      'result 4',
      'call 5',
      'result 6',
      'text 7',
      'context 8',
    ])
    const [, , edit, edited, , failed] = events
    expect(failed).toMatchObject({ id: 'c2', text: '1 failed', error: true, exit: null })
    if (edit?.kind !== 'call' || edited?.kind !== 'result') throw new Error('The edit is not where it was.')
    expect(fileEdits(edit, edited)).toMatchObject([{ path: '/fake/kettles/kettle.ts', added: 2, removed: 1 }])
    expect(usageOf(reader, d1, summary.turns[0])).toEqual({ tokens: null, costUsd: null, models: ['model-d'] })
  })
})

describe('a file of Droid', () => {
  it('a file of Droid of a sub-agent, without a person or of unknown records says so', () => {
    expect(scan(log(start({ callingSessionId: 's' }), message('user', 'Find it.'))).excluded).toBe('subagent')
    const reminded = message('user', [text('<system-reminder>Be brief.'), gave('c', 'x')])
    expect(scan(log(start(), reminded, message('user', 'Hidden.', { visibility: 'llm_only' }))).excluded).toBe(
      'no-trigger',
    )
    const strange = log(start(), message('user', 'Go.'), ...Array(9).fill(() => ({ type: 'oracle' })))
    expect(scan(strange)).toMatchObject({ warnings: ['format-drift'], unknownTypes: { oracle: 9 } })
  })

  it('a file of Droid is found below its sessions, whether or not they are kept by folder', () => {
    const home = tempHome()
    for (const name of ['-fake-kettles/a.jsonl', '-fake-kettles/a.settings.json', 'b.jsonl']) {
      put(home, `.factory/sessions/${name}`)
    }
    const { files } = discover(reader, { env: {}, home, platform: 'linux' })
    expect(files.map(({ relative }) => relative)).toEqual(['-fake-kettles/a.jsonl', 'b.jsonl'])
    expect(filesIn(reader, { DAYBOOK_DROID_ROOTS: `${home}/.factory/sessions/-fake-kettles` })).toEqual(['a.jsonl'])
  })
})
