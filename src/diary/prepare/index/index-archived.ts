import { type Surroundings, Unreadable } from '../../../transcripts/reader.ts'
import type { Readers } from '../../../transcripts/readers.ts'
import { scanChunks } from '../../../transcripts/scan.ts'
import type { Archive, Kept, KnownKept } from '../../archive/archive.ts'
import type { IndexCache } from './cache.ts'
import type { ScanAnswer } from './scan-job.ts'

/** Brings the cache up to date with the transcripts whose file is gone; damaged ones are left out. */
export function indexArchived(
  readers: Readers,
  cache: IndexCache,
  archive: Archive,
  kept: ReadonlyMap<string, KnownKept>,
  surroundings: Surroundings,
): void {
  const known = cache.presence()
  for (const [key, { size }] of kept) {
    const row = known.get(key)
    if (row && (!row.archived || row.size === size)) continue
    const one = archive.kept(key)
    if (!one) continue
    try {
      cache.saveArchived(one, answerOf(readers, archive, one, surroundings))
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
    }
  }
}

function answerOf(readers: Readers, archive: Archive, kept: Kept, surroundings: Surroundings): ScanAnswer {
  const { key, source, relative, form, conversation, name } = kept
  const reader = readers.get(source)
  if (!reader) throw new Unreadable('no reader knows this source')
  const knownRoot = reader.knownRoot?.(kept, surroundings) ?? null
  const file = { relative, materialized: form === 'material', knownRoot }
  const scan = scanChunks(reader, file, archive.chunks(key))
  return { bytesRead: 0, transcripts: [{ conversation, name, stamp: '', excluded: null, scan }], unchanged: [] }
}
