import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { familyOf } from '../../src/transcripts/agents.ts'
import { discover } from '../../src/transcripts/discover.ts'
import { reader } from '../../src/transcripts/goose/reader.ts'
import { Unreadable } from '../../src/transcripts/reader.ts'
import {
  type GooseRow,
  request,
  response,
  words,
  writeGoose,
  writeLedger,
} from '../fixtures/transcripts/goose/builders.ts'
import { g1, gooseFixtures } from '../fixtures/transcripts/goose/fixtures.ts'
import { tempHome } from '../support/tempdir.ts'
import { materialize, openMaterials, scanMaterial, stampsOf } from './materials.ts'
import { eventsIn, filesIn, put, spans, usageOf } from './scanning.ts'

const lines = gooseFixtures['g1-session.lines.jsonl'] ?? Buffer.alloc(0)
const store = () => join(tempHome(), 'sessions.db')

function eventsOf(...messages: GooseRow[]) {
  const made = materialize(reader, writeGoose(store(), { id: 'a', messages })).a ?? Buffer.alloc(0)
  const summary = scanMaterial(reader, made)
  return { summary, events: eventsIn(reader, made, summary.turns[0]) }
}

describe('a session of Goose (g1)', () => {
  it('a session of Goose (g1) becomes exactly these lines', () => {
    expect(materialize(reader, writeGoose(store(), g1))['20260512_1']?.toString()).toBe(lines.toString())
  })

  it('a session of Goose (g1) has a turn for what the user said, not for what only the agent sees', () => {
    const summary = scanMaterial(reader, lines)
    expect(spans(summary)).toEqual(['2–8', '9–9'])
    expect(summary).toMatchObject({ sessionId: '20260512_1', root: '/fake/kites', warnings: [], unknownTypes: {} })
    expect(eventsIn(reader, lines, summary.turns[0])).toMatchObject([
      { kind: 'user', text: 'Fly the kite' },
      { kind: 'text', text: 'I change it.' },
      { kind: 'call', id: 't1', name: 'developer__text_editor' },
      { kind: 'result', id: 't1', error: false, exit: null },
      { kind: 'call', id: 't2', input: { command: 'pytest' } },
      { kind: 'result', id: 't2', error: true, exit: 1 },
      { kind: 'context' },
    ])
  })

  it('a session of Goose (g1) changes its stamp when a message comes, and not otherwise', () => {
    const path = writeGoose(store(), g1)
    const [before] = stampsOf(reader, path)
    expect(stampsOf(reader, path)).toEqual([before])
    writeGoose(path, { id: g1.id, messages: [{ role: 'user', minutes: 9, content: [words('More')] }] })
    expect(stampsOf(reader, path, g1.id)).not.toEqual([before])
  })

  it.each([
    ['sub_agent', 'subagent'],
    ['hidden', 'internal'],
    ['scheduled', 'delegated'],
    ['terminal', null],
  ])('a session of Goose (g1) of the type %s is left out as %s', (type, excluded) => {
    const path = writeGoose(store(), { ...g1, type })
    expect(openMaterials(reader, path).conversations).toMatchObject([{ id: g1.id, excluded }])
  })
})

describe('the ledger of Goose', () => {
  const said = (role: string, minutes: number, text: string) => ({ role, minutes, content: [words(text)] })

  it('the ledger of Goose says what the requests of each turn took', () => {
    const path = writeGoose(store(), {
      id: 'a',
      messages: [
        said('user', 0, 'Go.'),
        said('assistant', 1, 'Done.'),
        said('user', 5, 'On.'),
        said('assistant', 6, 'Yes.'),
      ],
    })
    const [before] = stampsOf(reader, path)
    writeLedger(path, 'a', [
      { minutes: 1, model: 'model-g', input: 100, output: 20, total: 120, read: 30, write: 10, cost: 0.25 },
      { minutes: 2, model: 'model-g', input: 5, output: 1, total: 12, read: 4, write: 2, cost: 0.5 },
      { minutes: 6, model: 'model-h', input: 7, output: 1, total: 99, read: 3, write: 0, cost: 1 },
      {
        minutes: 6,
        model: 'model-h',
        input: 999,
        output: 9,
        total: 1008,
        read: 0,
        write: 0,
        cost: 9,
        source: 'carried_forward',
      },
    ])
    expect(stampsOf(reader, path)).not.toEqual([before])
    const made = materialize(reader, path).a ?? Buffer.alloc(0)
    const { turns } = scanMaterial(reader, made)
    expect(turns.map(turn => usageOf(reader, made, turn))).toEqual([
      {
        tokens: { input: 65, output: 21, cache_read: 34, cache_write: 12, reasoning: 0 },
        costUsd: 0.75,
        models: ['model-g'],
      },
      { tokens: null, costUsd: 1, models: ['model-h'] },
    ])
  })
})

describe('a message of Goose', () => {
  it('a message of Goose comes after the one before it, also when the numbers of rows get longer', () => {
    const said = Array.from({ length: 11 }, (_, minutes) => ({
      role: 'assistant' as const,
      minutes,
      content: [words(`Kite ${minutes}`)],
    }))
    const { events } = eventsOf({ role: 'user', minutes: 0, content: [words('Count them.')] }, ...said)
    expect(events).toMatchObject([{ kind: 'user' }, ...said.map((_, nth) => ({ text: `Kite ${nth}` }))])
  })

  it('a message of Goose names tools of servers as such, and reading with the editor as reading', () => {
    const { events } = eventsOf(
      { role: 'user', minutes: 1, content: [words('Go.')] },
      {
        role: 'assistant',
        minutes: 2,
        content: [
          request('a', 'github__get_me', {}),
          request('b', 'developer__text_editor', { command: 'view', path: 'x' }),
        ],
      },
      {
        role: 'user',
        minutes: 3,
        content: [{ type: 'toolResponse', id: 'a', toolResult: { status: 'error', error: 'No.' } }],
      },
      {
        role: 'user',
        minutes: 4,
        content: [{ type: 'toolResponse', id: 'b', toolResult: { status: 'success', value: [words('x = 1')] } }],
      },
      { role: 'user', minutes: 5, content: [response('c', 'x\n\nCommand exited with code 7', { isError: true })] },
    )
    expect(events).toMatchObject([
      { kind: 'user' },
      { name: 'mcp__github__get_me' },
      { name: 'developer__text_editor:view' },
      { id: 'a', error: true, text: 'No.' },
      { id: 'b', error: false, text: 'x = 1' },
      { id: 'c', error: true, exit: 7 },
    ])
    expect(['developer__text_editor', 'developer__text_editor:view', 'developer__shell'].map(familyOf)).toEqual([
      'edit',
      'read',
      'shell',
    ])
  })

  it('a message of Goose that cannot be read, or is of an unknown kind, is counted', () => {
    const { summary } = eventsOf(
      { role: 'user', minutes: 1, content: [words('Go.')] },
      { role: 'user', minutes: 2, content: 'torn' },
      { role: 'assistant', minutes: 3, content: [{ type: 'dream' }, { type: 'image', data: 'AA' }] },
    )
    expect(summary.unknownTypes).toEqual({ 'other:message': 1, 'other:dream': 1 })
  })
})

describe('the places of Goose', () => {
  it.each([
    ['linux', '.local/share/goose'],
    ['darwin', '.local/share/goose'],
    ['win32', 'AppData/Roaming/Block/goose/data'],
  ] as const)('the places of Goose on %s hold one database', (platform, folder) => {
    const home = tempHome()
    put(home, `${folder}/sessions/sessions.db`)
    put(home, `${folder}/sessions/20250101_1.jsonl`)
    const { files } = discover(reader, { env: {}, home, platform })
    expect(files.map(({ relative }) => relative)).toEqual(['sessions.db'])
  })

  it('the places of Goose are named by variables', () => {
    const home = tempHome()
    put(home, 'data/sessions/sessions.db')
    expect(filesIn(reader, { GOOSE_PATH_ROOT: home })).toEqual(['sessions.db'])
    expect(filesIn(reader, { DAYBOOK_GOOSE_ROOTS: home })).toEqual(['data/sessions/sessions.db'])
  })

  it('the places of Goose that hold another database cannot be read', () => {
    expect(() => materialize(reader, put(tempHome(), 'sessions.db', 'x'))).toThrow(Unreadable)
  })
})
