import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { replaceFile } from '../../files/replace.ts'
import { byteOrder } from '../../kernel/byte-order.ts'
import { isObject } from '../../kernel/json.ts'
import type { RootState } from '../../transcripts/discover.ts'
import { formatUtc } from '../dates/zone.ts'
import type { Metadata } from '../schema.ts'
import { fileText, readObject } from '../workspace/json-file.ts'
import type { EarlierCopy } from './coverage.ts'
import type { LeftOut } from './decide-turns.ts'
import type { Counters } from './progress.ts'
import type { StagedSession } from './stage.ts'

interface Audited {
  metadata: Metadata
  roots: readonly RootState[]
  counters: Counters
  sessions: readonly StagedSession[]
  excluded: readonly LeftOut[]
}

/** Writes the real paths and hashes of a day. Never an input of generation, never bundled. */
export async function writeAudit(diaryRoot: string, audited: Audited): Promise<void> {
  const path = auditFile(diaryRoot, audited.metadata.report_date)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await replaceFile(path, fileText(manifest(audited)))
}

/** Whether the manifest of a day is there and is that of this very preparation. */
export async function isAudited(diaryRoot: string, { report_date, prepared_at }: Metadata): Promise<boolean> {
  const stored = await readObject(auditFile(diaryRoot, report_date))
  return stored.state === 'read' && stored.value.prepared_at === prepared_at
}

/** What the last preparation of a day counted, as it was written then. */
export async function countersOf(diaryRoot: string, date: string): Promise<{ [name: string]: unknown }> {
  const stored = await readObject(auditFile(diaryRoot, date))
  const counters = stored.state === 'read' ? stored.value.counters : undefined
  return isObject(counters) ? counters : {}
}

/** What the last preparation of a day copied, by where it came from; only of transcripts that are copied as they are. */
export async function earlierCopies(diaryRoot: string, date: string): Promise<Map<string, EarlierCopy>> {
  const stored = await readObject(auditFile(diaryRoot, date))
  const sessions = stored.state === 'read' && Array.isArray(stored.value.sessions) ? stored.value.sessions : []
  const copies = sessions.filter(isObject).flatMap(session => {
    const { source_path, source_bytes: bytes, source_checksum_sha256: sha256, workspace_checksum_sha256 } = session
    const isCopied = typeof source_path === 'string' && typeof bytes === 'number' && typeof sha256 === 'string'
    if (!isCopied || sha256 !== workspace_checksum_sha256) return []
    const replaced = session.replaced === 'cut-off' || session.replaced === 'rewritten' ? session.replaced : null
    return [[source_path, { bytes, sha256, replaced }] as const]
  })
  return new Map(copies)
}

/** The real folders of a day's projects, by key. */
export async function auditedFolders(diaryRoot: string, date: string): Promise<Map<string, string[]>> {
  const stored = await readObject(auditFile(diaryRoot, date))
  const sessions = stored.state === 'read' && Array.isArray(stored.value.sessions) ? stored.value.sessions : []
  const folders = new Map<string, string[]>()
  for (const { workspace_project_key: key, canonical_project_root: folder } of sessions.filter(isObject)) {
    if (typeof key !== 'string' || typeof folder !== 'string') continue
    const known = folders.get(key) ?? []
    if (!known.includes(folder)) folders.set(key, [...known, folder])
  }
  return folders
}

export function auditFile(diaryRoot: string, date: string): string {
  return join(diaryRoot, 'private', date, 'audit.manifest.json')
}

function manifest({ metadata, roots, counters, sessions, excluded }: Audited) {
  const { report_date, timezone, status, prepared_at } = metadata
  return {
    schema_version: 1,
    report_date,
    timezone,
    status,
    prepared_at,
    roots: roots.map(({ source, root, state }) => ({ source, root, state })),
    counters,
    sessions: sessions
      .map(entryOf)
      .sort(
        (a, b) =>
          byteOrder(a.workspace_project_key, b.workspace_project_key) ||
          byteOrder(a.source, b.source) ||
          byteOrder(a.source_session_id, b.source_session_id) ||
          byteOrder(a.source_path, b.source_path),
      ),
    excluded: excluded
      .map(({ source, path, reason }) => ({ source, source_path: path, reason }))
      .sort((a, b) => byteOrder(a.source, b.source) || byteOrder(a.source_path, b.source_path)),
  }
}

function entryOf({ row, transcript, identity, copied, warnings }: StagedSession) {
  return {
    source: row.source,
    source_session_id: row.source_session_id,
    source_path: transcript.key,
    workspace_project_key: identity.project_key,
    workspace_session_path: row.session_path,
    canonical_project_root: identity.canonical_root,
    project_root_is_unknown: identity.is_unknown,
    materialized: transcript.form === 'material',
    source_checksum_sha256: copied.source_sha256,
    workspace_checksum_sha256: copied.workspace_sha256,
    source_bytes: copied.source_bytes,
    total_lines: transcript.lines,
    target_start_line: row.target_start_line,
    target_end_line: row.target_end_line,
    first_event_at: transcript.firstAt === null ? null : formatUtc(transcript.firstAt),
    last_event_at: transcript.lastAt === null ? null : formatUtc(transcript.lastAt),
    malformed_line_count: transcript.malformed,
    untimestamped_record_count: transcript.untimestamped,
    non_monotonic_timestamp_count: transcript.nonMonotonic,
    oversized_line_count: transcript.oversized,
    replaced: copied.replaced,
    warnings,
  }
}
