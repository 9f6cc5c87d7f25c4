import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { writeWorkspace } from '../fixtures/transcripts/cursor/builders.ts'
import { cursorFixtures, k1 } from '../fixtures/transcripts/cursor/fixtures.ts'
import { userMessage } from '../fixtures/transcripts/opencode/builders.ts'
import { o1, opencodeFixtures } from '../fixtures/transcripts/opencode/fixtures.ts'
import { readJson } from './build-workspace.ts'
import { documentText, type FiveHomes, fiveHomes } from './five-homes.ts'
import { age, openIndex, settledFile } from './home.ts'
import { openProgram } from './prepared.ts'

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const longerSession = { ...o1, messages: [...o1.messages, userMessage(4, 40, { type: 'text', text: 'One more.' })] }

/** Every session of a prepared day, by source and id. */
function sessionsIn(workspace: string) {
  const projects = join(workspace, 'projects')
  return readdirSync(projects)
    .sort()
    .flatMap(key =>
      readFileSync(join(projects, key, 'sessions.index.jsonl'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map(line => ({ key, ...JSON.parse(line) })),
    )
}

function copyOf(workspace: string, source: string): Buffer {
  const session = sessionsIn(workspace).find(each => each.source === source)
  return readFileSync(join(workspace, 'projects', session.key, session.session_path))
}

describe('A day of all five agents', () => {
  it('A day of all five agents has their sessions, copied or made into lines, and says where they came from', async () => {
    const five = fiveHomes()
    const program = await openProgram(five.machine)
    const { counters } = await program.prepare()
    expect(counters).toMatchObject({
      files_found: 6,
      files_parsed: 6,
      files_unreadable: 0,
      sessions_found: 7,
      sessions_included: 6,
      sessions_excluded: { subagent: 1 },
      sessions_selected: 6,
      turns_in_window: 13,
    })
    const workspace = program.workspace()
    expect(
      sessionsIn(workspace).map(({ key, source, session_path, turns }) => [
        key.replace(/-[0-9a-f]{12}$/, ''),
        source,
        session_path.replace(/^sessions\/[^/]*\//, ''),
        turns.length,
      ]),
    ).toEqual([
      ['ledger', 'claude-code', '11111111-1111-4111-8111-111111111111.jsonl', 2],
      ['ledger', 'codex', 'rollout-a.jsonl', 1],
      ['notes', 'opencode', 'ses_01.jsonl', 2],
      ['reader', 'gemini-cli', 'session-lines.jsonl', 3],
      ['theme', 'cursor', 'c1.jsonl', 2],
      ['unknown-project', 'gemini-cli', 'session-document.jsonl', 3],
    ])
    expect(existsSync(join(workspace, 'projects', 'notes-2f8a18c16fe5'))).toBe(true)
    expect(copyOf(workspace, 'opencode')).toEqual(opencodeFixtures['o1-session.jsonl'])
    expect(copyOf(workspace, 'cursor')).toEqual(cursorFixtures['k1-composer.jsonl'])

    const audit = Object(readJson(join(program.root, 'private', '2026-05-12', 'audit.manifest.json')))
    const told = (source: string) => audit.sessions.filter((each: { source: string }) => each.source === source)
    expect(told('cursor')).toMatchObject([
      {
        source_path: `${five.store}#c1`,
        materialized: true,
        workspace_checksum_sha256: sha256(cursorFixtures['k1-composer.jsonl'] ?? ''),
        warnings: ['approximate-time'],
      },
    ])
    expect(told('opencode')).toMatchObject([{ materialized: true, warnings: [], total_lines: 7 }])
    expect(told('gemini-cli').map((each: { materialized: boolean }) => each.materialized)).toEqual([false, true])
    const document = told('gemini-cli')[1]
    expect(document.source_checksum_sha256).toBe(sha256(documentText()))
    expect(document.source_bytes).toBe(Buffer.byteLength(documentText()))
    expect(audit.excluded).toContainEqual({
      source: 'opencode',
      source_path: `${five.database}#ses_02`,
      reason: 'subagent',
    })
  })

  it('A day of all five agents can be read line by line, compactly and in full', async () => {
    const program = await openProgram(fiveHomes().machine)
    await program.prepare()
    for (const { key, session_ref, session_path } of sessionsIn(program.workspace())) {
      const bytes = readFileSync(join(program.workspace(), 'projects', key, session_path))
      const lines = bytes.toString().split('\n').slice(0, -1)
      const range = { date: '2026-05-12', project_key: key, session_ref, start_line: 1, end_line: lines.length }
      const compact = await program.call('read_session_lines', range)
      const full = await program.call('read_session_lines', { ...range, mode: 'full' })
      expect(compact.records).toHaveLength(lines.length)
      expect(full.records.map((each: { raw_line: string }) => each.raw_line)).toEqual(lines)
      expect(full.records.map((each: { raw_sha256: string }) => each.raw_sha256)).toEqual(lines.map(sha256))
    }
  })

  it('A day of all five agents is generated without a model from end to end, and everything cited can be found again', async () => {
    const program = await openProgram(fiveHomes().machine)
    const started = await program.call('diary_generate', { date: '2026-05-12', with: 'builtin' })
    await program.app.jobs.finish()
    expect(await program.call('diary_run', { run_id: started.run_id })).toMatchObject({ state: 'complete' })
    expect((await program.call('diary_next', { date: '2026-05-12' })).remaining).toEqual({
      turns_without_chain: 0,
      uncovered_turns: 0,
    })
    const verified = await program.call('diary_verify', { date: '2026-05-12' })
    expect(verified.mismatches).toEqual([])
    expect(verified.checked).toBeGreaterThan(6)
  })

  it('A day of all five agents is not read again while nothing changes, and only the session that changed is', async () => {
    const five = fiveHomes()
    const program = await openProgram(five.machine)
    await program.prepare()
    const before = sessionsIn(program.workspace())
    expect((await program.prepare({ mode: 'refresh' })).counters).toMatchObject({ files_unchanged: 6, bytes_read: 0 })
    expect(sessionsIn(program.workspace())).toEqual(before)

    five.writeOpencode(longerSession)
    const { counters, result } = await program.prepare({ mode: 'refresh' })
    expect(result).toBe('refreshed')
    expect(counters).toMatchObject({ files_unchanged: 5, files_parsed: 1, turns_in_window: 14 })
    const copy = copyOf(program.workspace(), 'opencode')
    expect(copy.subarray(0, opencodeFixtures['o1-session.jsonl']?.length)).toEqual(opencodeFixtures['o1-session.jsonl'])
    expect(counters.bytes_read).toBe(copy.length)
  })
})

describe('The index of databases and documents', () => {
  const rowsIn = ({ machine }: FiveHomes) => {
    const database = new DatabaseSync(join(machine.home, 'cache', 'index.sqlite'), { readOnly: true })
    try {
      return database.prepare('select * from transcript order by key').all()
    } finally {
      database.close()
    }
  }

  it('The index of databases and documents reads a database again when only its log changed, and then only the session that did', async () => {
    const five = fiveHomes()
    const writer = new DatabaseSync(five.database)
    onTestFinished(() => writer.close())
    writer.exec('pragma journal_mode=wal')
    five.writeOpencode({ ...o1, id: 'ses_09', messages: [] })
    const index = openIndex(five.machine)
    await index.update()
    writer.exec("update message set time_created = time_created + 1, time_updated = 5 where id = 'msg_03'")
    age(`${five.database}-wal`, 30)
    const { counters } = await index.update()
    expect(counters).toMatchObject({ files_unchanged: 5, files_parsed: 1, files_unreadable: 0 })
    expect(counters.bytes_read).toBe(opencodeFixtures['o1-session.jsonl']?.length)
    expect((await index.update()).counters).toMatchObject({ files_unchanged: 6, bytes_read: 0 })
  })

  it('The index of databases and documents learns of a project that is only named later, by a workspace or by the list of projects', async () => {
    const five = fiveHomes()
    rmSync(join(five.places.cursor, 'workspaceStorage'), { recursive: true })
    const index = openIndex(five.machine)
    await index.update()
    const rootOf = (key: string) => index.cache.transcript(key)?.root
    expect([rootOf(`${five.store}#c1`), rootOf(`${five.document}#session-document`)]).toEqual([null, null])
    writeWorkspace(five.places.cursor, 'w', 'file:///fake/theme', ['c1'])
    writeFileSync(join(five.places.gemini, '..', 'projects.json'), '{"projects":{"/fake/late":"reader"}}')
    await index.update()
    expect([rootOf(`${five.store}#c1`), rootOf(`${five.document}#session-document`)]).toEqual([
      '/fake/theme',
      '/fake/late',
    ])
    expect(rootOf(five.chat)).toBe('/fake/reader')
  })

  it('The index of databases and documents knows a root by its hash when another agent names it', async () => {
    const five = fiveHomes()
    const folder = join(five.places.gemini, sha256('/fake/notes'), 'chats')
    five.writeDocument(documentText())
    settledFile(join(folder, 'session-hashed.json'), documentText().replace('2b1e4f6b', '2b1e4f6c'))
    const program = await openProgram(five.machine)
    await program.prepare()
    const keys = sessionsIn(program.workspace()).filter(each => each.source === 'gemini-cli')
    expect(keys.map(({ key }) => key)).toContain('notes-2f8a18c16fe5')
  })

  it('The index of databases and documents counts what is locked, torn or gone as unreadable, keeps the rest and finds them again', async () => {
    const five = fiveHomes()
    const index = openIndex(five.machine, { archiving: true })
    await index.update()
    const whole = rowsIn(five)
    const store = readFileSync(five.store)
    writeFileSync(five.store, store.subarray(0, 700))
    writeFileSync(five.document, documentText().slice(0, 300))
    const { counters, unreadable } = await index.update()
    expect(counters).toMatchObject({ files_found: 6, files_unreadable: 2, files_unchanged: 4 })
    expect(unreadable.map(({ path }) => path).sort()).toEqual([five.store, five.document].sort())
    expect(index.cache.transcript(`${five.store}#c1`)).toMatchObject({ archived: true })
    writeFileSync(five.store, store)
    five.writeCursor()
    five.writeDocument(documentText())
    expect((await index.update()).counters).toMatchObject({ files_unreadable: 0, files_parsed: 2 })
    expect(rowsIn(five)).toEqual(whole)
  })

  it('The index of databases and documents is the same whether it is made at once, bit by bit, or by way of other states', async () => {
    const cold = await made([...steps.keys()], () => false)
    const order = fc.shuffledSubarray([...steps.keys()], { minLength: steps.length })
    await fc.assert(
      fc.asyncProperty(order, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), async (shuffled, pauses) => {
        expect(await made(shuffled, nth => pauses[nth] === true)).toEqual(cold)
      }),
      { numRuns: 8 },
    )
  })

  const steps: ((five: FiveHomes) => void)[] = [
    five => five.writeOpencode(longerSession),
    five => five.writeCursor({ ...k1, id: 'c2', bubbles: k1.bubbles.slice(0, 2) }),
    five => appendFileSync(five.chat, '{"id":"m9","timestamp":"2026-05-12T03:00:00Z","type":"user","content":"On."}\n'),
    five => five.writeDocument(documentText().replace('Voilà.', 'Voilà !')),
    five => writeWorkspace(five.places.cursor, 'x', 'file:///fake/second', ['c2']),
    five => five.writeOpencode({ ...o1, id: 'ses_05', messages: o1.messages.slice(0, 1).map(renamed) }),
  ]

  /** What the index holds after the steps in an order, having been made in between where `pauses` says so. */
  async function made(order: readonly number[], pauses: (nth: number) => boolean): Promise<unknown[]> {
    const five = fiveHomes()
    const index = openIndex(five.machine)
    for (const [nth, step] of order.entries()) {
      if (pauses(nth)) await index.update()
      steps[step]?.(five)
    }
    await index.update()
    return portable(five, rowsIn(five))
  }
})

describe('The archive of databases and documents', () => {
  it('The archive of databases and documents keeps every session, gives it back when it is deleted, and lets a day be made from it', async () => {
    const five = fiveHomes()
    const program = await openProgram(five.machine)
    await program.prepare()
    const before = sessionsIn(program.workspace())
    const copies = before.map(each => readFileSync(join(program.workspace(), 'projects', each.key, each.session_path)))
    const { sources, archive } = await program.call('diary_sources')
    expect(archive).toMatchObject({ state: 'on', transcripts: 6 })
    const read = sources.filter(({ files }: { files: number }) => files > 0)
    expect(
      read.map((each: { source: string; files: number; sessions: number }) => [each.source, each.files, each.sessions]),
    ).toEqual([
      ['claude-code', 1, 1],
      ['codex', 1, 1],
      ['cursor', 1, 1],
      ['gemini-cli', 2, 2],
      ['opencode', 1, 2],
    ])
    const database = new DatabaseSync(five.database)
    database.exec("delete from session where id = 'ses_01'")
    database.close()
    rmSync(five.store)
    rmSync(five.document)
    const { counters } = await program.prepare({ mode: 'refresh' })
    expect(counters).toMatchObject({ sessions_from_archive: 3, sessions_selected: 6, turns_in_window: 13 })
    const after = sessionsIn(program.workspace())
    expect(after).toEqual(before)
    expect(after.map(each => readFileSync(join(program.workspace(), 'projects', each.key, each.session_path)))).toEqual(
      copies,
    )
  })
})

function renamed(message: (typeof o1.messages)[number]) {
  return { ...message, id: `${message.id}x`, parts: message.parts.map(part => ({ ...part, id: `${part.id}x` })) }
}

/** Rows without what only says where and when. */
function portable({ machine }: FiveHomes, rows: unknown[]): unknown[] {
  return rows.map(row => JSON.parse(JSON.stringify(row).replaceAll(machine.home, '')))
}
