import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { dumpStore } from '../records/store-dump.ts'
import { runDaybook, startServer } from '../support/binary.ts'
import { freshPostgres } from '../support/postgres.ts'
import { tempHome } from '../support/tempdir.ts'
import { fullHome, makeRecord, openHome } from './full-home.ts'

type Engine = 'sqlite' | 'postgres'

async function place(engine: Engine) {
  const home = join(tempHome(), 'home')
  mkdirSync(home)
  if (engine === 'sqlite') return { home, location: join(home, 'daybook.db') }
  const { url, drop } = await freshPostgres()
  onTestFinished(drop)
  return { home, location: url }
}

describe.each(['sqlite', 'postgres'] as const)('a backup on %s (soak M9)', engine => {
  test('of a server that is written to is whole, verifies after the restore, and has what was answered before', async () => {
    const { home, location, outside } = await fullHome(...values(await place(engine)))
    const env = { DAYBOOK_DB: location }
    const server = await startServer({ home, env })
    const writing = keepWriting(server.url)
    onTestFinished(writing.stop)
    await expect.poll(() => Math.min(writing.records, writing.receipts), { timeout: 30_000 }).toBeGreaterThan(3)
    const answered = { records: writing.records, receipts: writing.receipts }

    const file = join(tempHome(), 'whole.zip')
    const made = await runDaybook(['backup', file, '--json'], { home, env })
    const after = { records: writing.records, receipts: writing.receipts }
    await writing.stop()
    await server.stop()
    expect(made, made.stderr).toMatchObject({ code: 0 })
    expect(JSON.parse(made.stdout)).toMatchObject({
      file,
      engine,
      outside: [{ what: 'room', path: outside, project: 'outer' }],
    })
    expect(after.records).toBeGreaterThan(answered.records)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(file, '..'))).toEqual(['whole.zip'])

    const target = await place(engine)
    const restored = await runDaybook(['restore', file, '--db', target.location, '--json'], { home: target.home })
    expect(restored, restored.stderr).toMatchObject({ code: 0 })
    const { verified } = JSON.parse(restored.stdout)
    expect(verified).toMatchObject({
      ok: true,
      records: { ok: true, violations: 0 },
      rooms: [
        { project: 'default', path: join(target.home, 'rooms/default'), status: 'ok' },
        { project: 'outer', path: outside, status: 'ok' },
      ],
      diary: { days: 5, reports: 5, mismatches: 0 },
      archive: { transcripts: 1, damaged: 0 },
    })
    expect(verified.records.records).toBeGreaterThanOrEqual(20 + answered.records)
    expect(verified.rooms[0].receipts).toBeGreaterThanOrEqual(3 + answered.receipts)
    expect(readFileSync(join(target.home, 'config.json'), 'utf8')).toContain('max_depth')
    expect(statSync(join(target.home, 'rooms/default/.control-room/audit/secret.key')).mode & 0o777).toBe(0o600)
    expect(existsSync(join(target.home, 'diary/cache'))).toBe(false)
    expect(readdirSync(target.home).filter(name => name.startsWith('.restore'))).toEqual([])
  })

  test('of a home at rest gives every row back, and the next numbers after them', async () => {
    const source = await fullHome(...values(await place(engine)), { diary: false })
    const file = join(tempHome(), 'rest.zip')
    expect((await runDaybook(['backup', file], { home: source.home, env: { DAYBOOK_DB: source.location } })).code).toBe(
      0,
    )
    const target = await place(engine)
    const shown = await runDaybook(['restore', file, '--db', target.location], { home: target.home })
    expect(shown, shown.stderr).toMatchObject({ code: 0 })
    expect(shown.stdout).toContain('3 receipts verify')
    expect(shown.stderr).toContain('Everything verifies.')

    const [before, again] = [await openHome(source), await openHome(target)]
    onTestFinished(async () => {
      await before.close()
      await again.close()
    })
    expect(await dumpStore(again)).toEqual(await dumpStore(before))
    for (const app of [before, again]) {
      expect(await makeRecord(app, 'One more')).toMatchObject({ record: { id: expect.stringMatching(/21$/) } })
    }
  })
})

test('a backup is refused where there is a file, inside the home, and where there is no folder', async () => {
  const { home, location } = await place('sqlite')
  const taken = join(tempHome(), 'taken')
  writeFileSync(taken, 'mine')
  for (const file of [taken, join(home, 'inside.zip'), join(home, '../none/x.zip')]) {
    const { code, stderr } = await runDaybook(['backup', file], { home, env: { DAYBOOK_DB: location } })
    expect([code, stderr]).toEqual([2, expect.stringContaining('Name another file')])
  }
  expect(readFileSync(taken, 'utf8')).toBe('mine')
})

test('a backup that is killed leaves nothing that restores', async () => {
  const { home } = await place('sqlite')
  mkdirSync(join(home, 'rooms'))
  for (let n = 0; n < 12; n++) writeFileSync(join(home, 'rooms', `${n}.bin`), noise(4_000_000))
  await runDaybook(['records', 'check'], { home })
  for (const size of [0, 8_000_000, 30_000_000]) {
    const folder = tempHome()
    const file = join(folder, 'killed.zip')
    const env = { ...process.env, DAYBOOK_HOME: home }
    const child = spawn(process.execPath, ['bin/daybook.js', 'backup', file], { env, stdio: 'ignore' })
    const ended = new Promise(done => child.once('exit', done))
    await expect.poll(() => sizeOfWork(folder), { interval: 2, timeout: 30_000 }).toBeGreaterThanOrEqual(size)
    child.kill('SIGKILL')
    await ended
    expect(existsSync(file)).toBe(false)
    const left = join(folder, readdirSync(folder)[0] ?? '', 'backup')
    if (!existsSync(left)) continue
    const target = join(tempHome(), 'home')
    const { code, stderr } = await runDaybook(['restore', left], { home: target })
    expect([code, stderr]).toEqual([5, expect.stringContaining('Nothing was restored')])
    expect(existsSync(target)).toBe(false)
  }
})

function values({ home, location }: { home: string; location: string }): [string, string] {
  return [location, home]
}

/** The bytes written so far; -1 before anything is there. */
function sizeOfWork(folder: string): number {
  const [work] = readdirSync(folder)
  return work === undefined ? -1 : (statSync(join(folder, work, 'backup'), { throwIfNoEntry: false })?.size ?? -1)
}

/** Bytes that no compression makes smaller. */
function noise(size: number): Buffer {
  const bytes = Buffer.alloc(size)
  let state = 1
  for (let at = 0; at < size; at += 4) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    bytes.writeUInt32LE((state ^ (state >>> 13)) >>> 0, at)
  }
  return bytes
}

/** Records and receipts, one after the other, until it is stopped. */
function keepWriting(url: string) {
  let isOver = false
  const done = { records: 0, receipts: 0 }
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const { ok } = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return ok
  }
  const record = { type: 'decision', summary: 'While it is backed up.', body: 'Why.' }
  const loops = [
    async () => {
      const title = `Written ${done.records}`
      if (await post('/api/records/create_record', { ...record, title })) done.records++
    },
    async () => {
      if (await post('/api/room/file_locator', { search_criteria: 'bell' })) done.receipts++
    },
  ].map(async step => {
    while (!isOver) await step()
  })
  return {
    get records() {
      return done.records
    },
    get receipts() {
      return done.receipts
    },
    async stop() {
      isOver = true
      await Promise.all(loops)
    },
  }
}
