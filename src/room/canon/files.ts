import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFiles } from '../../files/replace.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { type JsonLines, jsonLines } from '../store/json-lines.ts'
import { type JsonStore, jsonStore } from '../store/json-store.ts'
import { compileIndex, inOrder } from './compile.ts'
import { CanonEntry, CanonMeta, canonSchemaVersion } from './entry.ts'

/** One line of the journal of builds: its beginning, a card, or its end. */
export const JobLine = z.strictObject({
  seq: z.int(),
  ts: z.string(),
  type: z.enum(['canon.started', 'canon.progress', 'canon.finished']),
  job_id: z.string(),
  /** Of a beginning. */
  agentId: z.string().nullable().optional(),
  full: z.boolean().optional(),
  paths: z.array(z.string()).optional(),
  total: z.int().optional(),
  done: z.int().optional(),
  path: z.string().optional(),
  entry: CanonEntry.optional(),
  fallback: z.string().optional(),
  failure: z.string().optional(),
  dropped: z.int().optional(),
  status: z.enum(['indexed', 'cancelled']).optional(),
})
export type JobLine = z.output<typeof JobLine>

export interface CanonFiles {
  folder: string
  meta: Pick<JsonStore<CanonMeta | undefined>, 'read'>
  metaFile: string
  journal: JsonLines<JobLine>
  journalFile: string
  /** Held by the process that builds. */
  ownerLock: string
}

export function canonFiles(room: Pick<Room, 'control' | 'clock'>): CanonFiles {
  const folder = join(room.control, 'canon')
  const locks = join(room.control, 'locks')
  const journalFile = join(folder, 'jobs.jsonl')
  const metaFile = join(folder, 'canon-meta.json')
  return {
    folder,
    metaFile,
    meta: jsonStore({
      file: metaFile,
      locks,
      schema: CanonMeta.optional(),
      empty: () => undefined,
    }),
    journal: jsonLines({
      file: journalFile,
      lock: join(locks, 'canon-journal.lock'),
      schema: JobLine,
      now: () => instant(room),
    }),
    journalFile,
    ownerLock: join(locks, 'canon-index.lock'),
  }
}

/** The list of entries first, the index that is served from it last. Only whoever holds the owner's lock writes them. */
export async function writeIndex(
  files: CanonFiles,
  { agentId, indexedAt, entries }: Pick<CanonMeta, 'agentId' | 'indexedAt' | 'entries'>,
): Promise<CanonMeta> {
  const meta: CanonMeta = { schemaVersion: canonSchemaVersion, indexedAt, agentId, entries: inOrder(entries) }
  await mkdir(files.folder, { recursive: true, mode: 0o700 })
  await replaceFiles([
    { path: files.metaFile, bytes: `${JSON.stringify(meta, null, 2)}\n` },
    { path: join(files.folder, 'canon-index.md'), bytes: compileIndex(meta.entries) },
  ])
  return meta
}
