import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { schemaVersion } from '../../src/db/migrations.ts'
import { callOperation, createEmptyStore } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'
import { expectKept, writeUntilKilled } from './acknowledged.ts'
import type { Worker } from './processes.ts'

type Start = () => Worker

const root = { type: 'note', title: 'Root', summary: 'A summary.', body: 'A body.' }

/** One, two, three and four writers are killed at once, in turn, because checking what they left takes longer. */
const writersOf = (round: number) => 1 + (round % 4)

export async function killWhileWriting(start: Start, kills: number): Promise<void> {
  const { location } = await createEmptyStore('sqlite')
  await (await openApp({ location })).close()
  let acknowledged = 0
  let killed = 0
  let ready = [start()]
  for (let round = 1; killed < kills; round++) {
    const writers = ready
    // The next ones load the program while these write.
    const isLast = killed + writers.length >= kills
    ready = isLast ? [] : Array.from({ length: writersOf(round) }, () => start())
    const outputs = await Promise.all(
      writers.map((writer, at) => writeUntilKilled(writer, location, { isFirstAwaited: at % 2 === 0, atMostMs: 60 })),
    )
    const app = await openApp({ location })
    await expectSound(app, location, round % 20 === 0)
    for (const each of outputs) {
      await expectKept(app, each)
      acknowledged += each.acknowledged.length
    }
    killed += writers.length
    await app.close()
  }
  const app = await openApp({ location })
  await expectSound(app, location)
  await app.close()
  // Each wrote its root, and half of them were allowed one write more; the rest is luck.
  expect(acknowledged).toBeGreaterThan(1.25 * killed)
}

/** Kills before the first statement of a call, the one `step` after it, and so on, and between commit and answer. */
export async function killBeforeStatements(start: Start, step: number): Promise<void> {
  const { location } = await createEmptyStore('sqlite')
  const args = { ...root, metadata: { a: 'b' }, idempotency_key: 'the one' }
  const app = await openApp({ location })
  await callOperation(app, 'create_record', root)
  let survived = false
  let statement = 1
  for (let next = start(); !survived; statement += step) {
    const worker = next
    next = start()
    await worker.ask({ do: 'open', location })
    await worker.ask({ do: 'die', before: statement })
    const answer = await worker.ask({ do: 'call', name: 'create_record', args })
    survived = answer !== undefined
    expect((await callOperation(app, 'get_project')).tick).toBe(survived ? 2 : 1)
    if (!survived) continue
    await worker.end()
    await next.ask({ do: 'open', location })
    await next.ask({ do: 'die', before: 'answer' })
    const another = { do: 'call', name: 'create_record', args: { ...args, idempotency_key: 'another' } } as const
    expect(await next.ask(another)).toBe(undefined)
  }
  expect(statement).toBeGreaterThan(10)
  expect(await callOperation(app, 'create_record', { ...args, idempotency_key: 'another' })).toMatchObject({
    record: { id: 'R003', metadata: { a: 'b' } },
    tick: 3,
    replayed: true,
  })
  await expectSound(app, location)
  await app.close()
}

export async function killWhileOpening(start: Start, kills: number): Promise<void> {
  let ready = start()
  for (let round = 0; round < kills; round++) {
    const location = join(tempHome(), 'daybook.db')
    const opener = ready
    if (round + 1 < kills) ready = start()
    await opener.ready
    opener.send({ do: 'open', location })
    // Each is killed at another moment of the opening.
    await sleep(Math.random() * 30)
    await opener.kill()

    const app = await openApp({ location })
    expect(await app.db.read(tx => tx.raw('select version from daybook_schema'))).toEqual([{ version: schemaVersion }])
    expect((await callOperation(app, 'create_record', root)).record.id).toBe('R001')
    await expectSound(app, location)
    await app.close()
  }
}

export async function killWhileImporting(start: Start, kills: number): Promise<void> {
  const { location } = await createEmptyStore('sqlite')
  const app = await openApp({ location })
  const { session_id } = await callOperation(app, 'create_record', root)
  for (let n = 1; n < 60; n++) {
    const child = await callOperation(app, 'create_record', { ...root, parent_id: 'R001', session_id })
    await callOperation(app, 'update_record', { id: child.record.id, body: `Text ${n}`, session_id })
  }
  const { jsonl } = await callOperation(app, 'export_records')
  const args = { project_id: 'default', jsonl, dry_run: false }
  const began = performance.now()
  expect((await callOperation(app, 'import_records', { ...args, dry_run: true })).imported).toBe(60)
  const whole = performance.now() - began
  let imports = 0
  let ready = start()
  for (let round = 0; round < kills; round++) {
    const importer = ready
    if (round + 1 < kills) ready = start()
    await importer.ask({ do: 'open', location })
    importer.send({ do: 'call', name: 'import_records', args })
    // Half of them are killed later than an import takes.
    await sleep(Math.random() * 2 * whole)
    const [answer] = await importer.kill()
    const { checked } = await expectSound(app, location)
    if (answer !== undefined) expect(checked.records).toBe(60 * (imports + 2))
    expect([60 * (imports + 1), 60 * (imports + 2)]).toContain(checked.records)
    imports = checked.records / 60 - 1
  }
  await app.close()
}

async function expectSound(app: App, location: string, wholly = true) {
  // On a connection of its own: in one that has read before, FTS5 checks what it remembers, not what is there.
  const database = new DatabaseSync(location, { readOnly: true })
  expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  database.close()
  if (!wholly) return {}
  const found = await callOperation(app, 'check_records')
  expect(found.violations).toEqual([])
  return found
}
