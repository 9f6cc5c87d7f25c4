import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { App } from '../../src/app.ts'
import type { Answer } from '../support/engines.ts'
import type { Worker } from './processes.ts'
import type { Acknowledged } from './worker.ts'

/** What a writer said before it went silent. */
export interface Heard {
  session: string
  acknowledged: Acknowledged[]
  /** Calls it was told may or may not be written. */
  uncertain: number
}

const root = { type: 'note', title: 'Root', summary: 'A summary.', body: 'A body.' }

/** Kills the writer a random while after it began, or after its first acknowledged write under its root. */
export async function writeUntilKilled(
  writer: Worker,
  location: string,
  { isFirstAwaited, atMostMs }: { isFirstAwaited: boolean; atMostMs: number },
): Promise<Heard> {
  const heard = await beginWriting(writer, location)
  if (isFirstAwaited) hear(heard, await writer.next())
  await sleep(Math.random() * atMostMs)
  for (const line of await writer.kill()) hear(heard, line)
  return heard
}

/** Has the writer make a root of its own and write under it until it is stopped. */
export async function beginWriting(writer: Worker, location: string): Promise<Heard> {
  await writer.ask({ do: 'open', location })
  const { record, session_id, tick } = await writer.ask({ do: 'call', name: 'create_record', args: root })
  writer.send({ do: 'write', root: record.id, session: session_id, writes: 100_000, seed: tick, tell: true })
  return { session: session_id, acknowledged: [{ tick, id: record.id, version: 1, text: root.body }], uncertain: 0 }
}

export function hear(heard: Heard, line: Answer): void {
  if (line?.ack) heard.acknowledged.push(line.ack)
  if (line?.ref === 'lost-commit') heard.uncertain++
}

/** Every acknowledged write is there as it was told; besides, at most those of which nobody was told, each whole. */
export async function expectKept(app: App, { session, acknowledged, uncertain }: Heard, unheard = 1): Promise<void> {
  await app.db.read(async tx => {
    const rows = await tx.raw<{ tick: number; version: number | null; snapshot: string | null }>(
      `select c.tick, c.version, v.snapshot from changes c left join record_versions v
        on v.seq = c.seq and v.version = c.version where c.session_id = '${session}' order by c.tick`,
    )
    const written = new Map(rows.map(row => [row.tick, row]))
    for (const { tick, id, version, text } of acknowledged) {
      const row = written.get(tick)
      const { body, state_reason, ...record } = JSON.parse(row?.snapshot ?? '{}')
      expect({ id: record.id, version: row?.version }).toEqual({ id, version: version ?? null })
      if (id !== undefined) expect([body, state_reason]).toContain(text)
    }
    expect(written.size - acknowledged.length).toBeLessThanOrEqual(uncertain + unheard)
  })
}
