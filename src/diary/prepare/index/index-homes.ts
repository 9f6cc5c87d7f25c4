import { setImmediate as breathe } from 'node:timers/promises'
import { discover, type RootState } from '../../../transcripts/discover.ts'
import { type SourceReader, type Surroundings, type TranscriptFile, Unreadable } from '../../../transcripts/reader.ts'
import { loadReaders, type Readers } from '../../../transcripts/readers.ts'
import { scanChunks } from '../../../transcripts/scan.ts'
import type { Archive, Kept, KnownKept } from '../../archive/archive.ts'
import { assertFiles, type IndexCounters, inParallel, type OnProgress, PhaseProgress } from '../progress.ts'
import type { IndexCache, IndexedNow } from './cache.ts'
import { type Action, decide, lookOf, type Stamp, stampOf, tailHolds } from './file-state.ts'
import type { ScanAnswer, ScanJob } from './scan-job.ts'

/** Whatever reads files: this thread, or several others. */
export interface Scanning {
  /** Files it can read at a time. */
  width: number
  run(job: ScanJob): Promise<ScanAnswer>
  close(): Promise<void>
}

export interface Indexing {
  cache: IndexCache
  archive: Archive | null
  surroundings: Surroundings
  /** Chosen once it is known how many files and bytes there are to read. */
  scanningFor: (files: number, bytes: number) => Scanning
  progress: OnProgress
}

export interface Indexed {
  roots: RootState[]
  counters: IndexCounters
  /** Entries that could not be looked at or read. */
  unreadable: { source: string; path: string }[]
  /** Every file that can be read, as it was when it was looked at. */
  live: Map<string, { file: TranscriptFile; stamp: Stamp }>
}

/** Brings the cache up to date with all transcript homes; what has not changed is not opened. */
export async function indexHomes({ cache, archive, surroundings, scanningFor, progress }: Indexing): Promise<Indexed> {
  const readers = await loadReaders()
  const found = [...readers.values()].map(reader => ({
    reader,
    source: reader.source,
    ...discover(reader, surroundings),
  }))
  const unreadable = found.flatMap(({ source, unreadable: paths }) => paths.map(path => ({ source, path })))
  const counts = { unchanged: 0, append: 0, full: 0, bytes_read: 0 }
  const known = cache.files()
  const live: Indexed['live'] = new Map()
  const conversations = new Map<string, Set<string>>()

  const onBytes = (count: number) => {
    counts.bytes_read += count
  }
  const tasks: Task[] = []
  for (const { reader, files } of found) {
    for (const file of files) {
      const task = taskOf(file, reader, known.get(file.path), cache, surroundings, onBytes)
      if (task === null) unreadable.push({ source: file.source, path: file.path })
      else {
        live.set(file.path, task)
        if (task.action === 'unchanged') counts.unchanged++
        else tasks.push(task)
      }
    }
  }

  tasks.sort((a, b) => b.bytes - a.bytes)
  const bytes = tasks.reduce((sum, task) => sum + task.bytes, 0)
  const shown = new PhaseProgress(progress, 'index', tasks.length, bytes)
  const scanning = scanningFor(tasks.length, bytes)
  const batch: IndexedNow[] = []
  const flush = () => cache.save(batch.splice(0))
  await inParallel(tasks, scanning.width, async task => {
    const { file, stamp } = task
    try {
      const indexedAtNs = String(BigInt(Date.now()) * 1_000_000n)
      const answer = await scanning.run(jobOf(task, cache, surroundings))
      counts.bytes_read += answer.bytesRead
      if (task.action !== 'unchanged') counts[task.action]++
      if (file.form === 'material') conversations.set(file.path, conversationsIn(answer))
      if (batch.push({ file, stamp, indexedAtNs, answer }) >= batchSize) flush()
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      live.delete(file.path)
      unreadable.push({ source: file.source, path: file.path })
    }
    shown.file(task.bytes)
    await breathe()
  }).finally(() => scanning.close())
  flush()

  const kept = archive?.known() ?? new Map()
  const files = [...known.keys()].filter(path => !live.has(path))
  const gone = cache.missing(files, conversations, key => kept.has(key))
  cache.forget(gone, files, key => kept.has(key))
  if (archive) indexArchived(readers, cache, archive, kept, surroundings)

  const counters: IndexCounters = {
    files_found: live.size + unreadable.length,
    files_unchanged: counts.unchanged,
    files_appended: counts.append,
    files_parsed: counts.full,
    files_unreadable: unreadable.length,
    bytes_total: [...live.values()].reduce((sum, { stamp }) => sum + stamp.size, 0),
    bytes_read: counts.bytes_read,
    ...cache.totals(),
  }
  assertFiles(counters)
  return { roots: found.flatMap(({ roots }) => roots), counters, unreadable, live }
}

const batchSize = 200

interface Task {
  file: TranscriptFile
  reader: SourceReader
  stamp: Stamp
  action: Action
  /** How much of it there is to read. */
  bytes: number
}

/** Null when the file cannot be looked at. `look` is how it looked when it was indexed, if it is known. */
function taskOf(
  file: TranscriptFile,
  reader: SourceReader,
  look: string | undefined,
  cache: IndexCache,
  surroundings: Surroundings,
  onBytes: (count: number) => void,
): Task | null {
  try {
    const stamp = stampOf(file, reader, surroundings)
    if (look === lookOf(stamp)) return { file, reader, stamp, action: 'unchanged', bytes: 0 }
    let from = 0
    const known = look === undefined ? undefined : cache.file(file.path)
    const action = decide(file.form, known, stamp, () => {
      const { tail, position } = cache.ending(file.path) ?? {}
      from = position?.bytes ?? 0
      if (!tail || !position) return false
      onBytes(position.bytes - tail.offset)
      return tailHolds(file.path, tail, position)
    })
    return { file, reader, stamp, action, bytes: action === 'append' ? stamp.size - from : stamp.size }
  } catch (error) {
    if (error instanceof Unreadable || (error instanceof Error && 'syscall' in error)) return null
    throw error
  }
}

function jobOf({ file, reader, stamp, action }: Task, cache: IndexCache, surroundings: Surroundings): ScanJob {
  return {
    file,
    size: stamp.size,
    knownRoot: reader.knownRoot?.(file, surroundings) ?? null,
    from: action === 'append' ? cache.storedScan(file.path) : null,
    known: file.form === 'material' ? cache.conversations(file.path) : {},
  }
}

function conversationsIn({ transcripts, unchanged }: ScanAnswer): Set<string> {
  return new Set([...unchanged, ...transcripts.flatMap(({ conversation }) => conversation ?? [])])
}

/** Brings the cache up to date with the transcripts whose file is gone; damaged ones are left out. */
function indexArchived(
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
