import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { reader } from '../../src/transcripts/crush/reader.ts'
import { discover } from '../../src/transcripts/discover.ts'
import { Unreadable } from '../../src/transcripts/reader.ts'
import {
  answered,
  type CrushRow,
  type CrushStored,
  called,
  finish,
  words,
  writeCrush,
} from '../fixtures/transcripts/crush/builders.ts'
import { c1, c1Lines, crushFixtures } from '../fixtures/transcripts/crush/fixtures.ts'
import { tempHome } from '../support/tempdir.ts'
import { materialize, openMaterials, scanMaterial, stampsOf } from './materials.ts'
import { eventsIn, filesIn, put, spans } from './scanning.ts'

const lines = crushFixtures['c1-session.lines.jsonl'] ?? Buffer.alloc(0)
const store = (home = tempHome()) => join(home, '.crush', 'crush.db')

function eventsOf(messages: CrushRow[], ...others: CrushStored[]) {
  const made = materialize(reader, writeCrush(store(), { id: 'a', messages }, ...others)).a ?? Buffer.alloc(0)
  const summary = scanMaterial(reader, made)
  return { summary, events: eventsIn(reader, made, summary.turns[0]) }
}

const asked: CrushRow = { role: 'user', minutes: 1, parts: [words('Go.')] }

describe('a session of Crush (c1)', () => {
  it('a session of Crush (c1) becomes exactly these lines, and belongs to the folder its data is in', () => {
    const home = tempHome()
    expect(materialize(reader, writeCrush(store(home), c1)).c1?.toString()).toBe(c1Lines(home).toString())
    const elsewhere = writeCrush(join(tempHome(), 'data', 'crush.db'), c1)
    expect(materialize(reader, elsewhere).c1?.toString()).toBe(c1Lines(null).toString())
  })

  it('a session of Crush (c1) has a turn for every message of the user, with calls, their ends and an interruption', () => {
    const summary = scanMaterial(reader, lines)
    expect(spans(summary)).toEqual(['2–12', '13–13'])
    expect(summary).toMatchObject({ sessionId: 'c1', root: '/fake/kites', warnings: [], unknownTypes: {} })
    expect(eventsIn(reader, lines, summary.turns[0]).filter(({ kind }) => kind !== 'context')).toMatchObject([
      { kind: 'user', text: 'Fly the kite' },
      { kind: 'text', text: 'I change it.' },
      { kind: 'call', id: 't1', name: 'edit' },
      { kind: 'result', id: 't1', error: false, exit: null },
      { kind: 'call', id: 't2', input: { command: 'pytest' } },
      { kind: 'result', id: 't2', text: '1 failed\n\nExit code 1', exit: 1 },
      { kind: 'interrupt' },
    ])
  })

  it('a session of Crush (c1) changes its stamp when a message comes, and not otherwise', () => {
    const path = writeCrush(store(), c1)
    const [before] = stampsOf(reader, path)
    expect(stampsOf(reader, path)).toEqual([before])
    writeCrush(path, { id: 'c1', messages: [...c1.messages, { role: 'user', minutes: 9, parts: [words('More')] }] })
    expect(stampsOf(reader, path, 'c1')).not.toEqual([before])
  })

  it('a session of Crush (c1) that made a title is the client’s own, and one of a sub-agent is found by its call', () => {
    const own = [asked, { role: 'assistant', minutes: 2, parts: [called('t9', 'agent', { prompt: 'Look.' })] }]
    const done = { role: 'tool', minutes: 4, parts: [answered('t9', 'Found.')] }
    const others = ['title-a', 'm$$t9'].map(id => ({ id, parent: 'a', messages: [asked] }))
    const { events } = eventsOf([...own, done], ...others)
    expect(events).toContainEqual(expect.objectContaining({ kind: 'result', id: 't9', detail: { agentId: 'm$$t9' } }))
    const { conversations } = openMaterials(reader, writeCrush(store(), { id: 'a', messages: own }, ...others))
    expect(conversations.map(({ id, excluded }) => [id, excluded])).toEqual([
      ['a', null],
      ['m$$t9', 'subagent'],
      ['title-a', 'internal'],
    ])
  })
})

describe('a message of Crush', () => {
  const ends = [
    ['ok\n\n<cwd>/fake</cwd>', false, { exit: 0, interrupted: false, text: 'ok' }],
    ['no output', false, { exit: 0, text: 'no output' }],
    ['Background shell started with ID: 1', false, { exit: null, error: false }],
    ['half\nCommand was aborted before completion\n\n<cwd>/fake</cwd>', false, { exit: null, interrupted: true }],
    ['User denied permission', true, { exit: null, interrupted: true, error: false }],
    ['Tool execution canceled by user', true, { interrupted: true }],
    ['missing command', true, { error: true, interrupted: false }],
  ] as const
  it.each(ends)('a message of Crush says by %j how a command ended', (content, isError, expected) => {
    const run = { role: 'assistant', minutes: 2, parts: [called('t', 'bash', { command: 'make' })] }
    const { events } = eventsOf([asked, run, { role: 'tool', minutes: 3, parts: [answered('t', content, isError)] }])
    expect(events.find(({ kind }) => kind === 'result')).toMatchObject(expected)
  })

  it('a message of Crush that failed, or stands for what was said before, says so', () => {
    const failed = { role: 'assistant', minutes: 2, parts: [finish('error', 'overloaded')] }
    const summary = { role: 'assistant', minutes: 3, parts: [words('All of it.')], isSummary: true }
    const { events } = eventsOf([asked, failed, summary])
    expect(events.map(({ kind }) => kind)).toEqual(['user', 'api_error', 'context', 'context'])
  })

  it('a message of Crush that cannot be read, or is of an unknown kind, is counted', () => {
    const { summary } = eventsOf([
      asked,
      { role: 'user', minutes: 2, parts: 'torn' },
      { role: 'assistant', minutes: 3, parts: [{ type: 'dream' }, { type: 'image_url', data: {} }] },
      { role: 'prophet', minutes: 4, parts: [] },
    ])
    expect(summary.unknownTypes).toEqual({ 'other:message': 2, 'other:dream': 1 })
  })
})

describe('the places of Crush', () => {
  it.each([
    ['linux', '.local/share/crush'],
    ['darwin', '.local/share/crush'],
    ['win32', 'AppData/Local/crush'],
  ] as const)('the places of Crush on %s are those of the projects that the client lists', (platform, folder) => {
    const home = tempHome()
    const data = join(home, 'kites', '.crush')
    put(home, `${folder}/projects.json`, JSON.stringify({ projects: [{ path: join(home, 'kites'), data_dir: data }] }))
    put(home, 'kites/.crush/crush.db')
    mkdirSync(join(data, 'logs'))
    put(home, 'other/.crush/crush.db')
    const { files } = discover(reader, { env: {}, home, platform })
    expect(files.map(({ path }) => path)).toEqual([join(data, 'crush.db')])
  })

  it('the places of Crush are named by variables', () => {
    const home = tempHome()
    put(home, 'work/kites/.crush/crush.db')
    put(home, 'projects.json', 'torn')
    expect(filesIn(reader, { CRUSH_GLOBAL_DATA: home })).toEqual([])
    expect(filesIn(reader, { DAYBOOK_CRUSH_ROOTS: join(home, 'work') })).toEqual(['kites/.crush/crush.db'])
  })

  it('the places of Crush that hold another database cannot be read', () => {
    expect(() => materialize(reader, put(tempHome(), 'crush.db', 'x'))).toThrow(Unreadable)
  })
})
