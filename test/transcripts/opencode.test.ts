import { existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { discover } from '../../src/transcripts/discover.ts'
import { fileEdits } from '../../src/transcripts/file-edits.ts'
import { reader as kiloReader } from '../../src/transcripts/kilo-code/reader.ts'
import { openForeign } from '../../src/transcripts/materialized/foreign-database.ts'
import { reader as opencodeReader } from '../../src/transcripts/opencode/reader.ts'
import { Unreadable } from '../../src/transcripts/reader.ts'
import {
  assistantMessage,
  at,
  type OpencodeSession,
  userMessage,
  writeOpencode,
  writeTree,
} from '../fixtures/transcripts/opencode/builders.ts'
import { o1, o2Child, opencodeFixtures } from '../fixtures/transcripts/opencode/fixtures.ts'
import { tempHome } from '../support/tempdir.ts'
import { materialFile, materialize, openMaterials, scanMaterial, stampsOf } from './materials.ts'
import { compactLine, eventsIn, filesIn, linesIn, put, spans, usageOf } from './scanning.ts'

const golden = opencodeFixtures['o1-session.jsonl'] ?? Buffer.alloc(0)

function databaseOf(...sessions: OpencodeSession[]): string {
  const path = join(tempHome(), 'opencode.db')
  writeOpencode(path, sessions)
  return path
}

function linesOf(...sessions: OpencodeSession[]): string[] {
  return Object.values(materialize(opencodeReader, databaseOf(...sessions))).flatMap(bytes =>
    bytes.toString().split('\n').filter(Boolean),
  )
}

describe('a session in the database (o1)', () => {
  it('a session in the database (o1) becomes exactly these lines, in database and tree alike', () => {
    expect(materialize(opencodeReader, databaseOf(o1))).toEqual({ ses_01: golden })
    const storage = join(tempHome(), 'storage')
    writeTree(storage, [o1])
    expect(materialize(opencodeReader, join(storage, 'session/prj_1/ses_01.json'))).toEqual({ ses_01: golden })
  })

  it('a session in the database (o1) has two turns, and what happened in them', () => {
    const summary = scanMaterial(opencodeReader, golden)
    expect(spans(summary)).toEqual(['2–6', '7–7'])
    expect(summary).toMatchObject({ sessionId: 'ses_01', root: '/fake/notes', excluded: null, warnings: [] })
    const [first] = summary.turns
    if (!first) throw new Error('No turn.')
    expect(first).toMatchObject({ text: 'Fix the broken links.', timeBasis: 'own', lastAt: at(9) })
    expect(eventsIn(opencodeReader, golden, first).map(({ kind }) => kind)).toEqual([
      'user',
      'context',
      'call',
      'result',
      'context',
    ])
    expect(opencodeReader.usage(first, linesIn(golden, first))).toMatchObject({
      tokens: { input: 30, output: 20, cache_read: 10, cache_write: 2, reasoning: 5 },
      costUsd: 0.25,
      models: ['model-x'],
    })
  })

  it('a session in the database (o1) shows its records compactly, results with their call', () => {
    expect(compactLine(opencodeReader, golden, 1)).toMatchObject({
      record_type: 'session',
      role: null,
      content_kinds: [],
      summary: 'session record.',
    })
    expect(compactLine(opencodeReader, golden, 2)).toMatchObject({
      record_type: 'text',
      role: 'user',
      summary: 'User message.',
      text_preview: 'Fix the broken links.',
    })
    expect(compactLine(opencodeReader, golden, 4)).toMatchObject({
      record_type: 'tool_use',
      summary: 'Tool call: edit.',
      tool_uses: [{ name: 'edit' }],
    })
    expect(compactLine(opencodeReader, golden, 5)).toMatchObject({
      summary: 'Tool result.',
      tool_results: [{ kind: 'file', status: 'completed', file_path: '/fake/notes/index.md', preview: 'Edited.' }],
    })
  })
})

describe('the cost of a session', () => {
  it('the cost of a session is not known where the client notes none for tokens of one of its replies', () => {
    const used = (output: number, cost: number) => ({ modelID: 'm', cost, tokens: { input: 0, output } })
    const costOf = (...replies: ReturnType<typeof used>[]) => {
      const answers = replies.map((reply, at) => assistantMessage(at + 2, at + 1, reply))
      const messages = [userMessage(1, 0, { type: 'text', text: 'Go.' }), ...answers]
      const bytes = materialize(opencodeReader, databaseOf({ id: 'ses_1', messages })).ses_1 ?? Buffer.alloc(0)
      return usageOf(opencodeReader, bytes, scanMaterial(opencodeReader, bytes).turns[0])?.costUsd
    }
    expect([costOf(used(5, 0)), costOf(used(0, 0))]).toEqual([null, 0])
    expect([costOf(used(5, 0), used(5, 2)), costOf(used(0, 0), used(5, 2), used(5, 1))]).toEqual([null, 3])
  })
})

describe('an edit of a session', () => {
  const edited = (input: object, metadata: object) => {
    const part = {
      type: 'tool',
      tool: 'write',
      callID: 'c',
      state: { status: 'completed', input, output: 'Wrote.', metadata },
    }
    const [lines] = Object.values(
      materialize(
        opencodeReader,
        databaseOf({
          id: 'ses_1',
          messages: [userMessage(1, 0, { type: 'text', text: 'Go.' }), assistantMessage(2, 1, {}, part)],
        }),
      ),
    )
    const bytes = lines ?? Buffer.alloc(0)
    const [, call, result] = eventsIn(opencodeReader, bytes, scanMaterial(opencodeReader, bytes).turns[0])
    if (call?.kind !== 'call' || result?.kind !== 'result') throw new Error('The edit is not where it was.')
    return fileEdits(call, result)
  }
  const input = { filePath: '/fake/notes/a.md', content: 'one\ntwo\n' }

  it('an edit of a session that made a file has its lines', () => {
    expect(edited(input, { exists: false })).toEqual([{ path: input.filePath, op: 'create', added: 2, removed: 0 }])
  })

  it('an edit of a session that wrote over a file has the lines the client noted, or none', () => {
    const diff = '--- a\n+++ a\n@@ -1 +1,2 @@\n-zero\n+one\n+two\n'
    expect(edited(input, { exists: true, diff })).toMatchObject([{ op: 'edit', added: 2, removed: 1 }])
    expect(edited(input, { exists: true })).toMatchObject([{ op: 'edit', added: 0, removed: 0 }])
  })
})

describe('a session of a client that keeps messages whole', () => {
  const time = (seconds: number) => ({ time: { created: at(seconds) } })
  const tool = (name: string, id: string, state: object) => ({ type: 'tool', id, name, state, ...time(1) })
  const rows: [type: string, data: object][] = [
    ['user', { text: 'Fix the links.', ...time(0) }],
    [
      'assistant',
      {
        model: { id: 'model-x', providerID: 'p' },
        tokens: { input: 3, output: 2, reasoning: 1, cache: { read: 5, write: 4 } },
        cost: 0.5,
        time: { created: at(1), completed: at(4) },
        content: [
          { type: 'reasoning', id: 'r', text: 'Hm.' },
          { type: 'text', id: 't', text: 'I look.' },
          tool('bash', 'c1', {
            status: 'completed',
            input: { command: 'npm test' },
            structured: { exit: 1, truncated: false },
            content: [{ type: 'text', text: '1 failed' }],
          }),
          tool('write', 'c2', {
            status: 'completed',
            input: { path: 'a.md', content: 'one' },
            structured: { operation: 'write', existed: false },
            content: [],
          }),
          tool('read', 'c3', { status: 'error', input: {}, structured: {}, content: [], error: { message: 'None.' } }),
        ],
      },
    ],
    ['model-switched', { model: { id: 'model-y' }, ...time(5) }],
    ['synthetic', { text: 'A task has ended.', ...time(6) }],
    ['user', { text: 'Thanks.', ...time(7) }],
    ['oracle', time(8)],
  ]

  function storeOf(...sessions: OpencodeSession[]): string {
    const path = databaseOf(...sessions)
    const database = new DatabaseSync(path)
    database.exec('create table session_message (id text, session_id text, type text, seq integer, data text)')
    const insert = database.prepare('insert into session_message values (?, ?, ?, ?, ?)')
    for (const [seq, [type, data]] of rows.entries()) insert.run(`msg_${seq}`, 'ses_1', type, seq, JSON.stringify(data))
    database.close()
    return path
  }

  it('a session of a client that keeps messages whole has its turns, results, exit codes and tokens', () => {
    const bytes = materialize(opencodeReader, storeOf({ id: 'ses_1', messages: [] })).ses_1 ?? Buffer.alloc(0)
    const summary = scanMaterial(opencodeReader, bytes)
    expect(summary.turns.map(({ text }) => text)).toEqual(['Fix the links.', 'Thanks.'])
    expect(summary.unknownTypes).toEqual({ 'other:oracle': 1 })
    const events = eventsIn(opencodeReader, bytes, summary.turns[0]).filter(({ kind }) => kind !== 'context')
    expect(events).toMatchObject([
      { kind: 'user' },
      { kind: 'text', text: 'I look.' },
      { kind: 'call', name: 'bash', input: { command: 'npm test' } },
      { kind: 'result', text: '1 failed', exit: 1 },
      { kind: 'call', name: 'write' },
      { kind: 'result', detail: { type: 'create' } },
      { kind: 'call', name: 'read' },
      { kind: 'result', text: 'None.', error: true },
    ])
    expect(usageOf(opencodeReader, bytes, summary.turns[0])).toEqual({
      tokens: { input: 3, output: 2, cache_read: 5, cache_write: 4, reasoning: 1 },
      costUsd: 0.5,
      models: ['model-x'],
    })
  })

  it('a session of a client that keeps messages whole is read from its parts where it has them too', () => {
    const one = { id: 'ses_1', messages: [userMessage(1, 0, { type: 'text', text: 'In parts.' })] }
    const bytes = materialize(opencodeReader, storeOf(one)).ses_1 ?? Buffer.alloc(0)
    expect(scanMaterial(opencodeReader, bytes).turns.map(({ text }) => text)).toEqual(['In parts.'])
  })
})

describe('the store of Kilo Code', () => {
  it('the store of Kilo Code is read as that of opencode, beside the tasks of older versions', () => {
    const home = tempHome()
    const path = join(home, '.local/share/kilo/kilo.db')
    writeOpencode(path, [o1])
    const task = put(home, '.config/Code/User/globalStorage/kilocode.kilo-code/tasks/t/ui_messages.json', '[]')
    const { files } = discover(kiloReader, { env: {}, home, platform: 'linux' })
    expect(files.map(file => file.path)).toEqual([task, path])
    const lines = materialize(kiloReader, path).ses_01?.toString() ?? ''
    expect(lines).toBe(golden.toString().replace('"source":"opencode"', '"source":"kilo-code"'))
    expect(filesIn(kiloReader, { DAYBOOK_KILO_ROOTS: join(home, '.local/share/kilo') })).toEqual(['kilo.db'])
  })
})

describe('a session that another one started (o2)', () => {
  it('a session that another one started (o2) is counted and never made into lines', () => {
    const materials = openMaterials(opencodeReader, databaseOf(o1, o2Child))
    expect(materials.conversations).toMatchObject([
      { id: 'ses_01', name: 'ses_01.jsonl', excluded: null },
      { id: 'ses_02', excluded: 'subagent' },
    ])
    const storage = join(tempHome(), 'storage')
    writeTree(storage, [o2Child])
    expect(openMaterials(opencodeReader, join(storage, 'session/prj_1/ses_02.json')).conversations).toMatchObject([
      { excluded: 'subagent' },
    ])
  })
})

describe('the parts of a message', () => {
  it('the parts of a message say how a command ended, where the client does', () => {
    const ran = (metadata: object) => ({
      type: 'tool',
      tool: 'bash',
      callID: 'c',
      state: { status: 'completed', input: { command: 'x' }, output: '', metadata },
    })
    const lines = linesOf({
      id: 'ses_03',
      messages: [assistantMessage(1, 1, {}, ran({ exit: 2 }), ran({ exit: null }))],
    }).map(line => JSON.parse(line))
    const results = lines.filter(({ kind }) => kind === 'tool_result')
    expect(results.map(({ exit }) => exit)).toEqual([2, undefined])
  })

  it('the parts of a message become lines of every kind, failures and interruptions too', () => {
    const failed = { type: 'tool', tool: 'bash', callID: 'c', state: { status: 'error', input: {}, error: 'Exit 1' } }
    const lines = linesOf({
      id: 'ses_03',
      messages: [
        userMessage(
          1,
          1,
          { type: 'file', mime: 'image/png', url: 'file:///fake/a.png' },
          { type: 'text', text: 'Look.' },
        ),
        assistantMessage(
          2,
          2,
          { error: { name: 'MessageAbortedError', data: { message: 'Aborted.' } } },
          { type: 'reasoning', text: 'Hm.' },
          failed,
          { type: 'tool', tool: 'read', callID: 'd', state: { status: 'running', input: { filePath: '/x' } } },
          { type: 'compaction' },
          { type: 'patch', files: [] },
          { type: 'hologram' },
        ),
        assistantMessage(3, 3, { error: { name: 'APIError', data: {} } }),
      ],
    }).map(line => JSON.parse(line))
    expect(lines.map(({ kind, name, text, path }) => [kind, name ?? text ?? path ?? null])).toEqual([
      ['session', null],
      ['file', '/fake/a.png'],
      ['text', 'Look.'],
      ['thinking', 'Hm.'],
      ['tool_use', 'bash'],
      ['tool_result', 'bash'],
      ['tool_use', 'read'],
      ['event', 'compaction'],
      ['event', 'other'],
      ['event', 'other'],
      ['event', 'interrupted'],
      ['event', 'error'],
    ])
    expect(lines[5]).toMatchObject({ status: 'error', output: null, error: 'Exit 1' })
    expect(lines.slice(8, 10).map(({ text }) => text)).toEqual([null, 'hologram'])
  })

  it('the parts of a message take the time of their message, else the last one known, else that of the session', () => {
    const message = (n: number, created: unknown) => ({
      ...userMessage(n, 0, { type: 'text', text: `${n}` }),
      created: created as number,
      data: { role: 'user' },
    })
    const bytes = materialize(
      opencodeReader,
      databaseOf({ id: 's', created: at(0), messages: [message(1, null), message(2, at(5)), message(3, at(5))] }),
    ).s
    const { turns } = scanMaterial(opencodeReader, bytes ?? Buffer.alloc(0))
    expect(turns.map(({ timeBasis, at: when }) => [timeBasis, when])).toEqual([
      ['conversation', at(0)],
      ['own', at(5)],
      ['own', at(5)],
    ])
    const storage = join(tempHome(), 'storage')
    const untimed = { ...message(4, 0), data: { role: 'user', time: { created: '7' } } }
    writeTree(storage, [{ id: 's', created: at(0), messages: [untimed] }])
    const [tree] = Object.values(materialize(opencodeReader, join(storage, 'session/prj_1/s.json')))
    expect(scanMaterial(opencodeReader, tree ?? Buffer.alloc(0)).turns).toMatchObject([{ timeBasis: 'conversation' }])
  })

  it('the parts of a message that are broken, of the wrong type or of no known role stay visible, and most of them warn', () => {
    const [bytes] = Object.values(
      materialize(
        opencodeReader,
        databaseOf({
          id: 's',
          directory: null,
          messages: [
            { id: 'm1', created: at(1), data: '{"role":', parts: [] },
            { id: 'm2', created: at(2), data: '[1]', parts: [] },
            { id: 'm3', created: at(3), data: { role: 'robot' }, parts: [{ id: 'p', data: { type: 'text' } }] },
            { id: 'm4', created: at(4), data: { role: 'user' }, parts: [{ id: 'q', data: '"text"' }] },
          ],
        }),
      ),
    )
    const summary = scanMaterial(opencodeReader, bytes ?? Buffer.alloc(0))
    expect(summary).toMatchObject({
      root: '/fake/tree',
      excluded: 'no-trigger',
      warnings: ['format-drift'],
      unknownTypes: { 'other:message': 3, 'other:part': 1 },
    })
    expect(summary.tally.lines).toBe(5)
  })
})

describe('the database', () => {
  it('the database gives a conversation another stamp when any of it changes, and the others keep theirs', () => {
    const path = databaseOf(o1, { ...o1, id: 'ses_09', messages: [] })
    const stamps = () => stampsOf(opencodeReader, path)
    const [first, second] = stamps()
    expect(stamps()).toEqual([first, second])
    const change = (sql: string) => {
      const database = new DatabaseSync(path)
      database.exec(sql)
      database.close()
    }
    const changes = [
      "update part set data = data || ' ', time_updated = time_updated where id = 'prt_22'",
      "update part set time_updated = time_updated + 1 where id = 'prt_22'",
      "update message set time_updated = time_updated + 1 where id = 'msg_02'",
      "delete from part where id = 'prt_02'",
      "update session set title = 'Other' where id = 'ses_01'",
    ]
    const seen = new Set([first])
    for (const sql of changes) {
      change(sql)
      const [now, other] = stamps()
      expect(seen, sql).not.toContain(now)
      expect(other).toBe(second)
      seen.add(now)
    }
    expect(openMaterials(opencodeReader, path, 'ses_01').conversations.map(({ stamp }) => stamp)).toEqual([stamps()[0]])
  })

  it('the database is seen as it was when it was opened, its log included, and is not written to', () => {
    const path = databaseOf()
    const writer = new DatabaseSync(path)
    onTestFinished(() => writer.close())
    writer.exec('pragma journal_mode=wal')
    writer.exec("insert into session values ('w', 'prj_1', null, '/w', 'W', '1', 1, 1)")
    const before = readFileSync(path)
    const materials = openMaterials(opencodeReader, path)
    writer.exec("delete from session; insert into session values ('x', 'prj_1', null, '/x', 'X', '1', 1, 1)")
    const [only] = materials.conversations
    if (!only) throw new Error('The log was not read.')
    expect(only.id).toBe('w')
    expect([...materials.lines(only)]).toHaveLength(1)
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(openMaterials(opencodeReader, path).conversations.map(({ id }) => id)).toEqual(['x'])
  })

  it('the database is free for its owner as soon as it is closed, even if not all of it was read', () => {
    const path = databaseOf(o1)
    const materials = opencodeReader.materials?.(materialFile(opencodeReader, path))
    const [session] = materials?.conversations ?? []
    const lines = session && materials?.lines(session)[Symbol.iterator]()
    for (let i = 0; i < 3; i++) lines?.next()
    materials?.close()
    const owner = new DatabaseSync(path, { timeout: 0 })
    onTestFinished(() => owner.close())
    expect(() => owner.exec("begin exclusive; update session set title = 'Mine'; commit")).not.toThrow()
  })

  it('the database that is locked is waited for, and then cannot be read', () => {
    const path = databaseOf(o1)
    const writer = new DatabaseSync(path)
    onTestFinished(() => writer.close())
    writer.exec("begin exclusive; insert into session values ('w', 'prj_1', null, '/w', 'W', '1', 1, 1)")
    expect(() => openForeign(path, 50)).toThrow(Unreadable)
    writer.exec('rollback')
    expect(openMaterials(opencodeReader, path).conversations).toHaveLength(1)
  })

  it('the database that is torn, empty, somebody else’s, a folder or gone cannot be read', () => {
    const big = {
      ...o1,
      messages: o1.messages.map(each => ({ ...each, data: { role: 'user', pad: 'x'.repeat(9000) } })),
    }
    const torn = databaseOf(big)
    truncateSync(torn, Math.floor(statSync(torn).size / 2))
    const home = tempHome()
    const foreign = new DatabaseSync(join(home, 'foreign.db'))
    foreign.exec('create view session as select 1 as id; create table message (id)')
    foreign.close()
    mkdirSync(join(home, 'folder.db'))
    writeFileSync(join(home, 'empty.db'), '')
    writeFileSync(join(home, 'text.db'), 'no database at all'.repeat(100))
    const paths = ['foreign.db', 'folder.db', 'empty.db', 'text.db', 'gone.db'].map(name => join(home, name))
    for (const path of [torn, ...paths]) expect(() => materialize(opencodeReader, path), path).toThrow(Unreadable)
    expect(existsSync(join(home, 'gone.db'))).toBe(false)
  })

  it('the database with values of every wrong type is read all the same', () => {
    const path = databaseOf(o1)
    const database = new DatabaseSync(path)
    database.exec(`
      update session set title = x'ff00ff', time_created = 9223372036854775807, directory = 7;
      update message set time_created = 'soon' where id = 'msg_01';
      update message set time_created = 1e300 where id = 'msg_03';
      update part set data = x'7b7d' where id = 'prt_01';
      update part set data = null where id = 'prt_02';
      insert into session values (null, 'p', null, null, null, null, null, null)`)
    database.close()
    const [lines] = Object.values(materialize(opencodeReader, path))
    const summary = scanMaterial(opencodeReader, lines ?? Buffer.alloc(0))
    expect(summary).toMatchObject({ root: '7', sessionId: 'ses_01' })
    expect(summary.tally.malformed).toBe(0)
  })
})

describe('the places of opencode', () => {
  const found = (home: string, env: { [name: string]: string } = {}) =>
    discover(opencodeReader, { env, home, platform: 'linux' }).files.map(({ path }) => path.slice(home.length + 1))

  it('the places of opencode are the databases of the data folder and the tree beside them, or what a variable names', () => {
    const home = tempHome()
    const data = join(home, '.local/share/opencode')
    writeOpencode(join(data, 'opencode.db'), [])
    writeOpencode(join(data, 'opencode-dev.db'), [])
    writeOpencode(join(data, 'other.db'), [])
    writeTree(join(data, 'storage'), [o1])
    const own = ['opencode-dev.db', 'opencode.db', 'storage/session/prj_1/ses_01.json']
    const inside = (names: string[]) => names.map(name => `.local/share/opencode/${name}`)
    expect(found(home)).toEqual(inside(own))
    expect(found(home, { XDG_DATA_HOME: join(home, '.local/share') })).toEqual(inside(own))
    expect(found(home, { OPENCODE_DB: join(data, 'other.db') })).toEqual(inside(['other.db']))
    expect(found(home, { OPENCODE_DB: 'other.db' })).toEqual(inside(['other.db']))
    expect(found(home, { DAYBOOK_OPENCODE_ROOTS: data })).toEqual(
      inside(['opencode-dev.db', 'opencode.db', 'other.db', 'storage/session/prj_1/ses_01.json']),
    )
    expect(found(home, { DAYBOOK_OPENCODE_ROOTS: join(data, 'storage') })).toEqual(inside(own.slice(2)))
    expect(found(home, { DAYBOOK_OPENCODE_ROOTS: ' ' })).toEqual([])
  })

  it('the places of opencode show a change of any message of the tree', () => {
    const storage = join(tempHome(), 'storage')
    writeTree(storage, [o1])
    const file = materialFile(opencodeReader, join(storage, 'session/prj_1/ses_01.json'))
    const around = { env: {}, home: '/', platform: 'linux' as const }
    const before = opencodeReader.beside?.(file, around)
    writeFileSync(join(storage, 'message/ses_01/msg_03.json'), '{"role":"user"}')
    const changed = opencodeReader.beside?.(file, around)
    expect(changed?.mark).not.toBe(before?.mark)
    rmSync(join(storage, 'part/msg_03/prt_31.json'))
    expect(opencodeReader.beside?.(file, around)?.mark).not.toBe(changed?.mark)
  })
})
