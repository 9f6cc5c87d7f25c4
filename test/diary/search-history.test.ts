import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openApp } from '../../src/app.ts'
import { PassageTable } from '../../src/diary/search/passage-table.ts'
import { SearchIndex } from '../../src/diary/search/search-index.ts'
import { invoke } from '../../src/invoke.ts'
import { operationNamed } from '../../src/operations.ts'
import { termRow } from '../../src/query/identifier-terms.ts'
import { AT, AU, BARE, P, session, TH, TR, TRX } from '../fixtures/transcripts/claude-code/builders.ts'
import { type Answer, storeIn } from '../support/engines.ts'
import { type AgentHome, age, agentHome, fixture, settledFile } from './home.ts'

/** A Daybook on a machine with transcripts. */
async function openHistory(machine: AgentHome, { archiving = false, cache = join(machine.home, 'cache') } = {}) {
  const app = await openApp({
    location: await storeIn(machine.home),
    diary: {
      root: join(machine.home, 'diary'),
      cacheDir: cache,
      archive: { enabled: archiving, dir: join(machine.home, 'archive'), keepDays: null },
      environment: machine.environment,
    },
    clock: () => Date.parse('2026-05-13T08:00:00Z'),
    log: line => console.error(line),
  })
  onTestFinished(() => app.close())
  const call = async (name: string, args: unknown): Promise<Answer> => {
    const operation = operationNamed(name)
    if (!operation) throw new Error(`No operation ${name}.`)
    const outcome = await invoke(app, operation, args, { principal: 'local', by: 'test' })
    return outcome.ok ? outcome.result : outcome.failure
  }
  return {
    call,
    index: () => call('diary_index', {}),
    search: (query: string, more: object = {}) => call('search_history', { query, ...more }),
    /** The lines and excerpts of all hits. */
    async hits(query: string): Promise<string[]> {
      const { sessions } = await call('search_history', { query })
      return sessions.flatMap(({ hits }: Answer) =>
        hits.map(({ lines, excerpt }: Answer) => `${lines.split('-')[0]} ${excerpt}`),
      )
    },
  }
}

const till = session(
  P('Round a line half down in parseInstant'),
  TH(),
  AU('t1', 'Edit', { file_path: '/fake/ledger/src/money.ts', old_string: 'secretive', new_string: 'other' }),
  TR('t1', 'The file was updated'),
  AU('t2', 'Bash', { command: 'npm test -- money' }),
  TRX('t2', 'Exit code 1\nAssertionError: expected 3 to be 4'),
  AT('The half penny goes to the buyer now; src/kernel is untouched.'),
)

describe('Searching all sessions', () => {
  it('Searching all sessions finds what people and agents said, commands, files and errors, with their lines', async () => {
    const machine = agentHome()
    settledFile(machine.claude('one'), till)
    settledFile(machine.codex('rollout-a.jsonl'), fixture('x1-minimal.jsonl'))
    const { index, hits } = await openHistory(machine)
    await index()
    expect(await hits('"half penny"')).toEqual(['7 The half penny goes to the buyer now; src/kernel is untouched.'])
    expect(await hits('round half')).toEqual(['1 Round a line half down in parseInstant'])
    expect(await hits('instant')).toEqual(['1 Round a line half down in parseInstant'])
    expect(await hits('parse_instant')).toEqual(['1 Round a line half down in parseInstant'])
    expect(await hits('src/kernel')).toEqual(['7 The half penny goes to the buyer now; src/kernel is untouched.'])
    expect(await hits('"npm test"')).toEqual(['5 Bash npm test -- money'])
    expect(await hits('is:error')).toEqual(['6 Exit code 1 AssertionError: expected 3 to be 4'])
    expect(await hits('file:src/money.ts updated')).toEqual(['4 The file was updated'])
    expect(await hits('tool:shell assertion*')).toEqual(['6 Exit code 1 AssertionError: expected 3 to be 4'])
    expect(await hits('half -penny')).toEqual(['1 Round a line half down in parseInstant'])
    expect(await hits('secretive')).toEqual([])
    expect(await hits('half agent:codex')).toEqual([])
    expect(await hits('half project:ledger branch:main after:2026-05-12')).toHaveLength(2)
    expect(await hits('half before:2026-05-12')).toEqual([])
    expect(await hits('half role:agent')).toEqual(['7 The half penny goes to the buyer now; src/kernel is untouched.'])
  })

  it('Searching all sessions cites lines that read_session_lines opens, whose hash is the one cited', async () => {
    const machine = agentHome()
    settledFile(machine.claude('one'), till)
    const { index, search, call } = await openHistory(machine)
    await index()
    const answer = await search('"half penny"')
    expect(answer).toMatchObject({ status: 'ok', matched: 'all', next_page: null, behind: 0 })
    const [found] = answer.sessions
    expect(found).toMatchObject({
      source: 'claude-code',
      project: 'ledger',
      title: 'Round a line half down in parseInstant',
    })
    const [hit] = found.hits
    expect(hit.matches.map(([from, to]: [number, number]) => hit.excerpt.slice(from, to))).toEqual(['half', 'penny'])
    const { project_key, session_ref } = found
    const read = await call('read_session_lines', { project_key, session_ref, start_line: 7, end_line: 7 })
    expect(read.records).toMatchObject([{ line: 7, raw_sha256: hit.span_sha256 }])
    expect(await call('diary_session', { project_key, session_ref })).toMatchObject({
      total_lines: 7,
      turns: [{ turn_ref: 'T0001', start_line: 1, end_line: 7 }],
    })
    expect(await call('diary_session_search', { project_key, session_ref, query: 'buyer' })).toMatchObject({
      lines: [7],
    })
    expect(
      await call('read_session_lines', { project_key, session_ref: 'H0', start_line: 1, end_line: 1 }),
    ).toMatchObject({
      status: 'invalid',
      errors: [{ field: 'session_ref' }],
    })
  })

  it('Searching all sessions says which session holds some of the words where none holds all', async () => {
    const machine = agentHome()
    settledFile(machine.claude('one'), till)
    const { index, search } = await openHistory(machine)
    await index()
    expect(await search('who gave the buyer a penny')).toMatchObject({
      matched: 'any',
      sessions: [{ hits: [{ lines: '7-7' }] }],
    })
    expect(await search('zebra')).toMatchObject({ sessions: [] })
    expect(await search('role:boss')).toMatchObject({ status: 'invalid', errors: [{ field: 'query' }] })
  })

  it('the search index reads and writes nothing when nothing changed, and of a longer file only what was added', async () => {
    const machine = agentHome()
    const path = machine.claude('one')
    settledFile(path, till)
    const { index, hits } = await openHistory(machine)
    await index()
    const file = join(machine.home, 'cache', 'search.sqlite')
    const before = [readFileSync(file), readFileSync(`${file}-wal`)]
    await index()
    expect([readFileSync(file), readFileSync(`${file}-wal`)]).toEqual(before)
    const added = `${JSON.stringify(AT('The zebra is done.')(8))}\n`
    appendFileSync(path, added)
    age(path, 30)
    expect((await index()).counters).toMatchObject({ files_appended: 1, files_parsed: 0 })
    expect(await hits('zebra')).toEqual(['8 The zebra is done.'])
    expect(await hits('half role:agent')).toHaveLength(1)
  })

  it('the search index replaces a transcript that was rewritten, and leaves a line without its end for later', async () => {
    const machine = agentHome()
    const path = machine.claude('one')
    settledFile(path, till)
    const { index, hits } = await openHistory(machine)
    await index()
    settledFile(path, session(P('Entirely new words')), 40)
    await index()
    expect(await hits('penny')).toEqual([])
    expect(await hits('entirely')).toEqual(['1 Entirely new words'])
    const line = `${JSON.stringify(AT('The zebra is done.')(2))}\n`
    appendFileSync(path, line.slice(0, -20))
    age(path, 30)
    await index()
    expect(await hits('zebra')).toEqual([])
    appendFileSync(path, line.slice(-20))
    age(path, 20)
    await index()
    expect(await hits('zebra')).toEqual(['2 The zebra is done.'])
  })

  it('the last line of a session is found though no line end follows it, and once it goes on it is found once', async () => {
    const machine = agentHome()
    const path = machine.claude('one')
    const whole = `${till.toString()}${JSON.stringify(P('Does the zebra pass?')(8))}\n${JSON.stringify(AT('The zebra is done.')(9))}`
    settledFile(path, whole)
    settledFile(machine.claude('two'), JSON.stringify(P('Only a giraffe')(1)))
    const { index, search, call, hits } = await openHistory(machine, { archiving: true })
    const lastLine = ['8 Does the zebra pass?', '9 The zebra is done.']
    await index()
    expect(await hits('zebra')).toEqual(lastLine)
    expect(await hits('giraffe role:user')).toEqual(['1 Only a giraffe'])
    const [{ project_key, session_ref, hits: cited }] = (await search('"zebra is done"')).sessions
    const read = await call('read_session_lines', { project_key, session_ref, start_line: 9, end_line: 9 })
    expect(read.records).toMatchObject([{ line: 9, raw_sha256: cited[0].span_sha256 }])
    for (const end of ['', '-wal', '-shm']) rmSync(join(machine.home, 'cache', `search.sqlite${end}`), { force: true })
    await index()
    expect(await hits('zebra')).toEqual(lastLine)
    appendFileSync(path, `\n${JSON.stringify(AT('So it is over.')(10))}`)
    age(path, 30)
    expect((await index()).counters).toMatchObject({ files_appended: 1, files_parsed: 0 })
    expect(await hits('zebra')).toEqual(lastLine)
    expect(await hits('"so it is over"')).toEqual(['10 So it is over.'])
    rmSync(path)
    await index()
    expect(await hits('zebra')).toEqual(lastLine)
    expect(await hits('"so it is over"')).toEqual(['10 So it is over.'])
    expect(await search('zebra')).toMatchObject({ behind: 0 })
  })

  it('Searching all sessions says that it is behind when a transcript changed after it was indexed, and never cites other lines', async () => {
    const machine = agentHome()
    const path = machine.claude('one')
    settledFile(path, till)
    const { index, search, hits } = await openHistory(machine)
    await index()
    settledFile(path, session(P('The half penny is gone')), 40)
    expect(await search('penny')).toMatchObject({ sessions: [], behind: 1 })
    await index()
    expect(await search('penny')).toMatchObject({ behind: 0 })
    expect(await hits('penny')).toEqual(['1 The half penny is gone'])
  })

  it('Searching all sessions says how many were not read yet, until an indexing has been through all of them', async () => {
    const machine = agentHome()
    settledFile(machine.claude('one'), till)
    settledFile(machine.claude('two'), till)
    const { index, search } = await openHistory(machine)
    const nothing = await search('"half penny"')
    expect(nothing).toMatchObject({ sessions: [], behind: 2 })
    expect(operationNamed('search_history')?.chatText?.(nothing as never)).toContain('Behind by 2 sessions')
    await index()
    expect((await search('"half penny"')).behind).toBe(0)
    // As an earlier version of Daybook read them.
    const database = new DatabaseSync(join(machine.home, 'cache', 'index.sqlite'))
    database.exec('update file set parser_version = 1; update transcript set parser_version = 1')
    database.close()
    expect(await search('"half penny"')).toMatchObject({ sessions: [], behind: 2 })
    expect(await search('zebra')).toMatchObject({ sessions: [], behind: 2 })
    await index()
    expect((await search('zebra')).behind).toBe(0)
  })

  it('Searching all sessions shows a session once after its folder was moved, and where two paths lead to it', async () => {
    const machine = agentHome()
    settledFile(machine.claude('one'), till)
    settledFile(machine.claude('other'), session(P('Something else about a half penny'), AT('That half penny too.')))
    const { index, search } = await openHistory(machine, { archiving: true })
    const refs = async () => {
      await index()
      const { sessions } = await search('"half penny"')
      return sessions.map(({ source_session_id, session_ref }: Answer) => `${source_session_id} ${session_ref}`)
    }
    const before = await refs()
    expect(before).toHaveLength(2)
    const folder = dirname(machine.claude('one'))
    const moved = join(dirname(folder), '-fake-moved')
    renameSync(folder, moved)
    const after = await refs()
    expect(after).toHaveLength(2)
    expect(after).not.toEqual(before)
    symlinkSync(moved, folder)
    expect(await refs()).toHaveLength(2)
    appendFileSync(join(moved, 'one.jsonl'), session(AT('Another half penny.')))
    age(join(moved, 'one.jsonl'), 20)
    expect((await refs()).sort()).toEqual(after.sort())
  })

  it('Searching all sessions finds what a session copied from the one it goes on with in that one only', async () => {
    const machine = agentHome()
    const begun = [
      P('Round a line half down'),
      AT('The half penny goes to the buyer now.'),
      P('And in the other file?'),
      AT('There is no half penny in it.'),
      P('Then look for the shilling.'),
    ]
    settledFile(machine.claude('one'), session(...begun))
    settledFile(machine.claude('two'), session(...begun, AT('The shilling goes to the seller.')))
    settledFile(machine.claude('brief'), session(...begun.slice(0, 3), AT('No half penny there.')))
    const { index, search } = await openHistory(machine)
    await index()
    const found = async (query: string) =>
      (await search(query)).sessions.map(({ source_session_id: id, hits }: Answer) => `${id} ${hits.length}`).sort()
    // The brief one ended first, so that what all three begin with is its own.
    expect(await found('"half penny"')).toEqual(['brief 2', 'one 1'])
    expect(await found('shilling')).toEqual(['one 1', 'two 1'])
    expect(await found('"to the seller"')).toEqual(['two 1'])
  })

  it('Searching all sessions finds a session whose file is gone in the archive, and opens it', async () => {
    const machine = agentHome()
    settledFile(machine.claude('one'), till)
    settledFile(machine.codex('rollout-b.jsonl.zst'), fixture('x9-compressed.jsonl.zst'))
    const { index, search, call, hits } = await openHistory(machine, { archiving: true })
    await index()
    rmSync(machine.claude('one'))
    rmSync(machine.codex('rollout-b.jsonl.zst'))
    await index()
    expect(await hits('"half penny"')).toHaveLength(1)
    const [{ project_key, session_ref }] = (await search('"half penny"')).sessions
    expect(
      (await call('read_session_lines', { project_key, session_ref, start_line: 7, end_line: 7 })).records,
    ).toHaveLength(1)
    expect((await search('agent:codex')).sessions).toHaveLength(1)
  })

  it('a search index that was updated knows the same passages as one that was built anew', async () => {
    const machine = agentHome()
    const { index } = await openHistory(machine)
    let known: PassageTable | undefined
    const told = (table: PassageTable) =>
      Array.from({ length: table.size }, (_, number) => [table.transcript(number)?.sessionId, table.place(number)])
    const changes = [
      () => settledFile(machine.claude('one'), session(P('Begin'), AT('First.'))),
      () => settledFile(machine.claude('two'), session(P('Begin'), AT('Second.'), AT('Third.'))),
      () => settledFile(machine.claude('one'), session(P('Begin'), AT('First.'), AT('Fourth.'))),
      () => settledFile(machine.claude('one'), session(P('Anew'), AT('Fifth.'))),
      () => rmSync(machine.claude('two')),
    ]
    for (const change of changes) {
      change()
      await index()
      const search = new SearchIndex(join(machine.home, 'cache'))
      try {
        const anew = new PassageTable(search)
        known = new PassageTable(search, known)
        const live = (all: ReturnType<typeof told>) => all.filter(([sessionId]) => sessionId !== undefined)
        expect(live(told(known))).toEqual(live(told(anew)))
        expect([known.count, known.averageWords]).toEqual([anew.count, anew.averageWords])
      } finally {
        search.close()
      }
    }
  })

  it('the search index can be thrown away, and is made again from the index of transcripts', async () => {
    const machine = agentHome()
    settledFile(machine.claude('one'), till)
    const first = await openHistory(machine)
    await first.index()
    for (const end of ['', '-wal', '-shm']) rmSync(join(machine.home, 'cache', `search.sqlite${end}`), { force: true })
    expect(await first.search('penny')).toMatchObject({ sessions: [], behind: 1 })
    await first.index()
    expect(await first.hits('penny')).toHaveLength(1)
    writeFileSync(join(machine.home, 'cache', 'search.sqlite'), 'no database at all, but long enough to look at')
    await first.index()
    expect(await first.hits('penny')).toHaveLength(1)
  })

  it('an index of transcripts that is damaged beyond its first pages is removed, and made again by the next call', async () => {
    const machine = agentHome()
    for (let n = 0; n < 40; n++)
      settledFile(machine.claude(`s${n}`), session(P(`Number ${n}: ${'zebra '.repeat(200)}`)))
    const { index } = await openHistory(machine)
    await index()
    const file = join(machine.home, 'cache', 'index.sqlite')
    const database = new DatabaseSync(file)
    database.exec('pragma wal_checkpoint(truncate)')
    database.close()
    const bytes = readFileSync(file)
    // The leaves of tables and indexes begin so; opening the database looks at a few of them only.
    const leaves = Array.from({ length: bytes.length / 4096 }, (_, page) => page * 4096).filter(at => bytes[at] === 10)
    const refused: unknown[] = []
    for (const at of leaves) {
      const cache = join(machine.home, `cache-${at}`)
      mkdirSync(cache)
      writeFileSync(join(cache, 'index.sqlite'), Buffer.from(bytes).fill(7, at, at + 1))
      const again = await openHistory(machine, { cache })
      const answer = await again.index()
      if (answer.status !== 'ok') refused.push(...answer.errors)
      expect(await again.index()).toMatchObject({ status: 'ok', counters: { files_found: 40 } })
      expect(await again.hits('"number 7"')).toHaveLength(1)
    }
    expect(refused).not.toEqual([])
    for (const each of refused) {
      expect(each).toMatchObject({ message: 'The index of transcripts was damaged, and was removed.' })
    }
  })

  it('Searching all sessions names no secret in its excerpts', async () => {
    const machine = agentHome()
    const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
    settledFile(machine.claude('one'), session(P(`Push the zebra with ${token} please`)))
    const { index, hits } = await openHistory(machine)
    await index()
    const [hit = ''] = await hits('zebra')
    expect(hit).toContain('zebra')
    expect(hit).not.toContain(token)
  })

  it('Searching all sessions answers within its budget, and goes on where it stopped', async () => {
    const machine = agentHome()
    // Quotes and backslashes are twice as long in JSON.
    const text = `zebra ${`${'"\\'.repeat(18)} zebra `.repeat(60)}`
    for (let n = 0; n < 30; n++) {
      settledFile(machine.claude(`s${n}`), session(P(`Number ${n}: ${text}`), AT(text), AT(`Again ${text}`)))
    }
    const { index, search } = await openHistory(machine)
    await index()
    const seen = new Set<string>()
    let page: string | null = '0'
    let pages = 0
    while (page !== null) {
      const answer: Answer = await search('zebra', { page })
      // A token is about four characters; a client gives a model the JSON or the text.
      expect(JSON.stringify(answer).length).toBeLessThan(2000 * 4)
      expect(operationNamed('search_history')?.chatText?.(answer).length).toBeLessThan(2000 * 4)
      expect(answer.sessions.length).toBeGreaterThan(0)
      for (const { session_ref } of answer.sessions) seen.add(session_ref)
      page = answer.next_page
      pages++
    }
    expect(seen.size).toBe(30)
    expect(pages).toBeGreaterThan(2)
  })

  it('Searching all sessions finds every passage that holds a phrase, and cites only lines that hold it', async () => {
    const words = ['half', 'penny', 'parseInstant', 'tax', 'Größe', 'src/till.ts', 'the', 'x_y', 'taxes', '済み']
    const sentence = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }).map(parts => parts.join(' '))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(sentence, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 }),
        sentence,
        async (files, phrase) => {
          const machine = agentHome()
          const wanted: string[] = []
          files.forEach((texts, file) => {
            settledFile(
              machine.claude(`f${file}`),
              session(P('Begin'), ...texts.map(text => AT(text)), BARE({ type: 'summary' })),
            )
            texts.forEach((text, line) => {
              if (holds(text, phrase)) wanted.push(`f${file} ${line + 2}`)
            })
          })
          const { index, call } = await openHistory(machine)
          await index()
          const found: string[] = []
          for (let page: string | null = '0'; page !== null; ) {
            const answer: Answer = await call('search_history', {
              query: `"${phrase}"`,
              page,
            })
            for (const { source_session_id, hits } of answer.sessions) {
              for (const { lines, excerpt } of hits) {
                expect(holds(excerpt, phrase)).toBe(true)
                found.push(`${source_session_id} ${lines.split('-')[0]}`)
              }
            }
            page = answer.next_page
          }
          const best = wanted.filter(
            (each, i) => wanted.slice(0, i).filter(other => other.split(' ')[0] === each.split(' ')[0]).length < 3,
          )
          expect(new Set(found.map(each => each.split(' ')[0]))).toEqual(
            new Set(wanted.map(each => each.split(' ')[0])),
          )
          expect(found).toHaveLength(best.length)
          expect(wanted).toEqual(expect.arrayContaining(found))
        },
      ),
      { numRuns: 12 },
    )
  })
})

/** Whether words follow each other in a text, by the rule that is written down. */
function holds(text: string, phrase: string): boolean {
  const [has, wants] = [termRow(text), termRow(phrase)]
  const within = (one: string[], other: string[]) => ` ${one.join(' ')} `.includes(` ${other.join(' ')} `)
  return within(has.words, wants.words) || within(has.parts, wants.parts)
}
