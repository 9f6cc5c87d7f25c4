import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { App } from '../../src/app.ts'
import type { Answer } from '../support/engines.ts'
import type { Worker } from './processes.ts'
import type { Acknowledged } from './worker.ts'

/** What a writer reported before it was killed. */
export interface WriterOutput {
  session: string
  acknowledged: Acknowledged[]
  /** Calls that answered that they may or may not have been written. */
  uncertain: number
}

const root = { type: 'note', title: 'Root', summary: 'A summary.', body: 'A body.' }

/** Kills the writer a random while after it began, or after its first acknowledged write under its root. */
export async function writeUntilKilled(
  writer: Worker,
  location: string,
  { isFirstAwaited, atMostMs }: { isFirstAwaited: boolean; atMostMs: number },
): Promise<WriterOutput> {
  const output = await beginWriting(writer, location)
  if (isFirstAwaited) recordLine(output, await writer.next())
  await sleep(Math.random() * atMostMs)
  for (const line of await writer.kill()) recordLine(output, line)
  return output
}

/** Has the writer make a root of its own and write under it until it is stopped. */
export async function beginWriting(writer: Worker, location: string): Promise<WriterOutput> {
  await writer.ask({ do: 'open', location })
  const { record, session_id, tick } = await writer.ask({ do: 'call', name: 'create_record', args: root })
  writer.send({ do: 'write', root: record.id, session: session_id, writes: 100_000, seed: tick, tell: true })
  return { session: session_id, acknowledged: [{ tick, id: record.id, version: 1, text: root.body }], uncertain: 0 }
}

export function recordLine(output: WriterOutput, line: Answer): void {
  if (line?.ack) output.acknowledged.push(line.ack)
  if (line?.ref === 'lost-commit') output.uncertain++
}

/** Every acknowledged write is stored as reported; besides them at most so many that were not acknowledged, each complete. */
export async function expectKept(
  app: App,
  { session, acknowledged, uncertain }: WriterOutput,
  unacknowledged = 1,
): Promise<void> {
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
    expect(written.size - acknowledged.length).toBeLessThanOrEqual(uncertain + unacknowledged)
  })
}
