import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect } from 'vitest'
import { openApp } from '../../src/app.ts'
import { callOperation, createEmptyStore } from '../support/engines.ts'
import type { Burst } from './burst-worker.ts'
import type { Worker } from './processes.ts'

export const burstWorker = 'test/crash/burst-worker.ts'

const atOnce = 40

/** Kills a process during writes that it sent at once: every acknowledged write is kept. */
export async function killDuringBursts(start: () => Worker<Burst>, kills: number): Promise<void> {
  const { location } = await createEmptyStore('sqlite')
  await (await openApp({ location })).close()
  let acknowledged = 0
  let ready = start()
  for (let round = 0; round < kills; round++) {
    const writer = ready
    ready = start()
    writer.send({ location, name: `round ${round}`, atOnce })
    const answered = [await writer.next()]
    // Each is killed at another moment of its burst.
    await sleep(Math.random() * 60)
    answered.push(...(await writer.kill()))

    const database = new DatabaseSync(location, { readOnly: true })
    expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    const kept = new Map(
      database
        .prepare('select id, body from records where body like ?')
        .all(`round ${round} %`)
        .map(({ id, body }) => [id, body]),
    )
    database.close()
    for (const { result, body } of answered) expect(kept.get(result?.record.id)).toBe(body)
    // Besides, at most what was sent together and is not answered yet.
    expect(kept.size - answered.length).toBeLessThanOrEqual(atOnce)
    acknowledged += answered.length
  }
  await ready.kill()
  const app = await openApp({ location })
  const { violations, checked } = await callOperation(app, 'check_records')
  expect(violations).toEqual([])
  expect((await callOperation(app, 'get_project')).tick).toBe(checked.records)
  expect(acknowledged).toBeGreaterThan(kills)
  await app.close()
}
