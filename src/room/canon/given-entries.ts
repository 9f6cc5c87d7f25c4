import { z } from 'zod'
import { LockBusy, withLock } from '../../files/lock.ts'
import { roomFault } from '../faults.ts'
import { hex } from '../ids.ts'
import { fieldErrors } from '../protocol/rejection.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { GivenEntry } from './entry.ts'
import { keepGrounded } from './extract.ts'
import { type CardFile, canonFiles, readCards, writeIndex } from './files.ts'
import { type Built, reportBuild, summarize } from './journal.ts'

const GivenEntries = z.strictObject({ entries: z.array(GivenEntry).max(20_000) })

/** Compiles entries that were made elsewhere. They must match their cards; claims that a card does not support are dropped. */
export async function indexEntries(room: Room, entries: unknown, agentId: string | undefined): Promise<Built> {
  const files = canonFiles(room)
  const startedAt = instant(room)
  try {
    return await withLock(files.ownerLock, 'named', 250, async () => {
      room.workspace.vfs.forget()
      const cards = new Map((await readCards(room)).map(card => [card.file.path, card]))
      const parsed = GivenEntries.safeParse({ entries })
      const errors = parsed.success
        ? misplacedEntries(parsed.data.entries, cards)
        : fieldErrors(GivenEntries, { entries })
      if (!parsed.success || errors.length > 0) throw roomFault('schema_invalid', { errors })
      const before = await files.meta.read()
      const all = new Map((before?.entries ?? []).filter(({ path }) => cards.has(path)).map(each => [each.path, each]))
      let dropped = 0
      for (const given of parsed.data.entries) {
        const text = cards.get(given.path)?.text
        const kept = keepGrounded(given, text?.lines ?? [])
        dropped += kept.dropped
        all.set(given.path, {
          ...kept.content,
          sha256: text?.sha256 ?? '',
          method: given.method ?? 'model',
          agentId: given.agentId ?? agentId ?? null,
          extractedAt: given.extractedAt ?? instant(room),
        })
      }
      const about = { indexedAt: instant(room), agentId: agentId ?? null, entries: [...all.values()] }
      const meta = await writeIndex(files, about)
      room.workspace.vfs.forget()
      const built = { ...summarize('indexed', meta), dropped }
      const job = { id: `canon_${hex(room.random(8))}`, agentId: agentId ?? null, startedAt, done: 0 }
      await reportBuild(room, job, built, cards.size)
      return built
    })
  } catch (error) {
    throw error instanceof LockBusy ? roomFault('job_running') : error
  }
}

/** Faults that only the cards can show. */
function misplacedEntries(entries: readonly GivenEntry[], cards: ReadonlyMap<string, CardFile>): string[] {
  return entries.flatMap(({ path, sha256 }, at) => {
    const card = cards.get(path)
    const isRepeated = entries.findIndex(each => each.path === path) < at
    return [
      ...(card?.text && !isRepeated ? [] : [`entries[${at}].path:invalid`]),
      ...(sha256 === undefined || sha256 === card?.text?.sha256 ? [] : [`entries[${at}].sha256:invalid`]),
    ]
  })
}
