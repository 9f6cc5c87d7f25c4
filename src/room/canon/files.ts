import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFiles } from '../../files/replace.ts'
import { byteOrder } from '../../kernel/byte-order.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { type JsonLines, jsonLines } from '../store/json-lines.ts'
import { type JsonStore, jsonStore } from '../store/json-store.ts'
import type { FileText, VfsFile } from '../workspace/vfs.ts'
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

/** The list of entries first, the index that is served from it last. Only the holder of the owner's lock writes them. */
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

/** The index as people and tools read it: the same entries give the same bytes, in whatever order they come. */
export function compileIndex(given: readonly CanonEntry[]): string {
  const entries = inOrder(given)
  return [
    '# Canon Index',
    `> Generated from ${entries.length} cards. Do not edit: rebuild with the canon index.`,
    '',
    '## Routing Table',
    '| Type | Count |',
    '|---|---|',
    ...countTypes(entries).map(([type, count]) => `| ${type} | ${count} |`),
    '',
    '## Topics',
    ...topics(entries).map(([topic, paths]) => `- ${topic}: ${paths.join(', ')}`),
    '',
    '## Constraints',
    ...entries.flatMap(({ hardness, constraints, path }) =>
      constraints.map(constraint => `- [${hardness}] ${oneLine(constraint)} (${path})`),
    ),
    '',
    '## File Catalog',
    '| Path | Type | Scope | Hardness | Key Terms | Summary |',
    '|---|---|---|---|---|---|',
    ...entries.map(row),
    '',
  ].join('\n')
}

function inOrder<T extends { path: string }>(entries: readonly T[]): T[] {
  return entries.toSorted((a, b) => byteOrder(a.path, b.path))
}

function countTypes(entries: readonly CanonEntry[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { type } of entries) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => byteOrder(a, b))
}

function topics(entries: readonly CanonEntry[]): [string, string[]][] {
  const paths = new Map<string, Set<string>>()
  for (const { path, topics } of entries) {
    for (const topic of topics.map(each => oneLine(each).toLowerCase()))
      paths.set(topic, (paths.get(topic) ?? new Set()).add(path))
  }
  return [...paths].map(([topic, of]): [string, string[]] => [topic, [...of]]).sort(([a], [b]) => byteOrder(a, b))
}

const maxTerms = 6

function row({ path, type, scope, hardness, defines, topics, summary }: CanonEntry): string {
  const terms = (defines.length > 0 ? defines : topics).slice(0, maxTerms)
  const cells = [path, type, scope.join(', '), hardness, terms.join(', '), summary]
  return `| ${cells.map(cell).join(' | ')} |`
}

function cell(text: string): string {
  return oneLine(text).replaceAll('|', '\\|')
}

function oneLine(text: string): string {
  return text.replace(/\r\n|[\n\r\u2028\u2029]/g, ' ').trim()
}

/** A card as it is in the workspace; `fault` says why it cannot be read. */
export interface CardFile {
  file: VfsFile
  text?: FileText
  fault?: string
}

/** Every card, as it is now. */
export async function readCards({ workspace }: Pick<Room, 'workspace'>): Promise<CardFile[]> {
  const snapshot = await workspace.vfs.snapshot()
  const cards: CardFile[] = []
  for (const file of snapshot.files.filter(each => each.class === 'compendium')) {
    const text = await snapshot.read(file)
    cards.push('fault' in text ? { file, fault: text.fault.code } : { file, text })
  }
  return cards.sort((a, b) => byteOrder(a.file.path, b.file.path))
}

/** Cards that are new, changed or gone since the index was made, by path. */
export function stalePaths(meta: CanonMeta | undefined, cards: readonly CardFile[]): string[] {
  const indexed = new Map(meta?.entries.map(({ path, sha256 }) => [path, sha256]))
  const changed = cards.filter(({ file, text }) => indexed.get(file.path) !== (text?.sha256 ?? ''))
  const here = new Set(cards.map(({ file }) => file.path))
  const gone = [...indexed.keys()].filter(path => !here.has(path))
  return [...changed.map(({ file }) => file.path), ...gone].sort(byteOrder)
}
