import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { dumpStore } from '../records/store-dump.ts'
import { runDaybook, startServer } from '../support/binary.ts'
import { createPostgresDatabase } from '../support/postgres.ts'
import { tempHome } from '../support/tempdir.ts'
import { fullHome, makeRecord, openHome } from './full-home.ts'

export type Engine = 'sqlite' | 'postgres'

export async function emptyHome(engine: Engine) {
  const home = join(tempHome(), 'home')
  mkdirSync(home)
  if (engine === 'sqlite') return { home, location: join(home, 'daybook.db') }
  const { url, drop } = await createPostgresDatabase()
  onTestFinished(drop)
  return { home, location: url }
}

/** A server that is written to is backed up whole; the restore verifies, and has what was answered before. */
export async function backUpWhileWritten(engine: Engine): Promise<void> {
  const { home, location, outside } = await fullHome(...values(await emptyHome(engine)))
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

  const target = await emptyHome(engine)
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
}

/** A home at rest is backed up; the restore gives every row back, and the next numbers after them. */
export async function backUpAtRest(engine: Engine): Promise<void> {
  const source = await fullHome(...values(await emptyHome(engine)), { diary: false })
  const file = join(tempHome(), 'rest.zip')
  expect((await runDaybook(['backup', file], { home: source.home, env: { DAYBOOK_DB: source.location } })).code).toBe(0)
  const target = await emptyHome(engine)
  const shown = await runDaybook(['restore', file, '--db', target.location], { home: target.home })
  expect(shown, shown.stderr).toMatchObject({ code: 0 })
  expect(shown.stdout).toContain('3 receipts; signatures, chain and outputs hold')
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
}

function values({ home, location }: { home: string; location: string }): [string, string] {
  return [location, home]
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
