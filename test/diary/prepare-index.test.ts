import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it } from 'vitest'
import { IndexCache } from '../../src/diary/prepare/index/cache.ts'
import { AT, P, session } from '../fixtures/transcripts/claude-code/builders.ts'
import { age, agentHome, fixture, openIndex, settledFile } from './home.ts'

/** Every column of every transcript, as stored. */
function rowsIn(home: string): unknown[] {
  const database = new DatabaseSync(join(home, 'cache', 'index.sqlite'), { readOnly: true })
  try {
    return database.prepare('select * from transcript order by key').all()
  } finally {
    database.close()
  }
}

describe('The index of all transcripts', () => {
  it('The index of all transcripts reads every file once and then none of them', async () => {
    const machine = agentHome()
    settledFile(machine.claude('one'), fixture('c1-basic'))
    settledFile(machine.codex('rollout-a.jsonl'), fixture('x1-minimal.jsonl'))
    settledFile(machine.codex('rollout-b.jsonl.zst'), fixture('x9-compressed.jsonl.zst'))
    const index = openIndex(machine)
    const { counters, roots } = await index.update()
    expect(counters).toMatchObject({
      files_found: 3,
      files_parsed: 3,
      files_unreadable: 0,
      lines_total: 25,
      turns_total: 4,
      malformed_lines: 0,
    })
    expect(roots.map(({ state }) => state)).toContain('ok')
    const again = await index.update()
    expect(again.counters).toMatchObject({ files_unchanged: 3, files_parsed: 0, bytes_read: 0, lines_total: 25 })
  })

  it('The index of all transcripts reads only what was appended', async () => {
    const machine = agentHome()
    const path = machine.claude('one')
    const lines = [P('One.'), AT('Yes.'), P('Two.'), AT('Yes.')]
    settledFile(path, session(...lines))
    const index = openIndex(machine)
    await index.update()
    const before = readFileSync(path).length
    appendFileSync(path, session(...lines, P('Three.')).subarray(before))
    const { counters } = await index.update()
    const added = readFileSync(path).length - before
    const tail = session(...lines).length - session(...lines.slice(0, 3)).length
    expect(counters).toMatchObject({ files_appended: 1, files_parsed: 0, turns_total: 3, bytes_read: added + tail })
  })

  it('The index of all transcripts notices a file that shrank, was replaced, was rewritten within its settling, or is gone', async () => {
    const machine = agentHome()
    const path = machine.claude('one')
    const whole = session(P('One.'), AT('Yes.'), P('Two.'), AT('No.'))
    settledFile(path, whole)
    const index = openIndex(machine)
    await index.update()

    truncateSync(path, whole.length - 5)
    expect((await index.update()).counters).toMatchObject({ files_parsed: 1, malformed_lines: 1 })

    settledFile(`${path}.new`, session(P('Other.')))
    renameSync(`${path}.new`, path)
    expect((await index.update()).counters).toMatchObject({ files_parsed: 1, turns_total: 1 })

    writeFileSync(path, session(P('Other.')))
    age(path, 0)
    await index.update()
    const { mtimeMs } = await import('node:fs').then(({ statSync }) => statSync(path))
    writeFileSync(path, session(P('Thing!')))
    age(path, (Date.now() - mtimeMs) / 1000)
    expect((await index.update()).counters).toMatchObject({ files_parsed: 1 })

    rmSync(path)
    expect((await index.update()).counters).toMatchObject({ files_found: 0, turns_total: 0, lines_total: 0 })
    expect(rowsIn(machine.home)).toEqual([])
  })

  it.each(['c1-basic', 'c3-machine-rows', 'c4-steering', 'c7-bytes'])(
    'The index of all transcripts keeps of %s, cut anywhere and gone on with, what reading it at once keeps',
    async name => {
      const bytes = fixture(name)
      const machine = agentHome()
      const index = openIndex(machine)
      const path = machine.claude('one')
      settledFile(path, bytes)
      await index.update()
      const whole = rowsIn(machine.home)
      const step = Math.max(1, Math.floor(bytes.length / 60))
      for (let cut = 0; cut < bytes.length; cut += step) {
        settledFile(path, bytes.subarray(0, cut))
        await index.update()
        appendFileSync(path, bytes.subarray(cut))
        await index.update()
        expect(rowsIn(machine.home), `cut at ${cut}`).toEqual(whole)
      }
    },
  )

  it('The index of all transcripts counts what cannot be read and goes on', async () => {
    const machine = agentHome()
    settledFile(machine.claude('one'), fixture('c1-basic'))
    settledFile(machine.codex('rollout-b.jsonl.zst'), fixture('x9-compressed.jsonl.zst').subarray(0, 60))
    const { counters, unreadable } = await openIndex(machine).update()
    expect(counters).toMatchObject({ files_found: 2, files_parsed: 1, files_unreadable: 1 })
    expect(unreadable).toEqual([{ source: 'codex', path: machine.codex('rollout-b.jsonl.zst') }])
  })

  it('the index starts over when its file is damaged or belongs to another program', async () => {
    const machine = agentHome()
    settledFile(machine.claude('one'), fixture('c1-basic'))
    for (const damage of ['no database at all'.repeat(100), '']) {
      const folder = join(machine.home, `damaged-${damage.length}`)
      mkdirSync(folder)
      writeFileSync(join(folder, 'index.sqlite'), damage)
      const cache = new IndexCache(folder)
      expect(cache.files().size).toBe(0)
      cache.close()
    }
    mkdirSync(join(machine.home, 'cache'))
    const foreign = new DatabaseSync(join(machine.home, 'cache', 'index.sqlite'))
    foreign.exec('pragma user_version=77; create table file (other)')
    foreign.close()
    const { counters } = await openIndex(machine).update()
    expect(counters).toMatchObject({ files_parsed: 1, turns_total: 2 })
  })

  it('The index of all transcripts holds a home of 3,000 empty files', async () => {
    const machine = agentHome()
    mkdirSync(join(machine.claude('x'), '..'), { recursive: true })
    for (let i = 0; i < 3000; i++) writeFileSync(machine.claude(`empty-${i}`), '')
    const index = openIndex(machine)
    expect((await index.update()).counters).toMatchObject({ files_found: 3000, files_parsed: 3000, turns_total: 0 })
  })
})

describe('Two indexes at once', () => {
  it('Two indexes at once of the same homes end with the same rows', async () => {
    const machine = agentHome()
    for (let i = 0; i < 30; i++) settledFile(machine.claude(`s${i}`), fixture('c1-basic'))
    const [one, other] = [openIndex(machine), openIndex(machine)]
    const [a, b] = await Promise.all([one.update(), other.update()])
    expect(a.counters.turns_total).toBe(60)
    expect(b.counters.turns_total).toBe(60)
    expect((await one.update()).counters).toMatchObject({ files_unchanged: 30, bytes_read: 0 })
  })
})
