import { setImmediate as letOthersRun } from 'node:timers/promises'
import { discover, type RootState } from '../../../transcripts/discover.ts'
import {
  type Environment,
  type ScannedTurn,
  type SourceReader,
  type TranscriptFile,
  Unreadable,
} from '../../../transcripts/reader.ts'
import { loadReaders, type Readers } from '../../../transcripts/readers.ts'
import { scanChunks } from '../../../transcripts/scan.ts'
import type { Archive, ArchivedState, ArchivedTranscript } from '../../archive/archive.ts'
import type { CollectedEdits } from '../../edits/update.ts'
import { Forgotten, type KnownTranscript, type Tombstone } from '../../forget/tombstones.ts'
import { promptMark } from '../../search/collect.ts'
import { type FoundPiece, markOf, type SearchIndex } from '../../search/search-index.ts'
import { assertFiles, type IndexCounters, inParallel, type OnProgress, PhaseProgress } from '../progress.ts'
import type { IndexCache, IndexedNow } from './cache.ts'
import { type Action, changedAt, decide, lookOf, type Stamp, stampOf, tailHolds } from './file-state.ts'
import type { BatchAnswer, ScanAnswer, ScanJob } from './scan-job.ts'
import { keyOf } from './transcript-row.ts'

/** Whatever reads files: this thread, or several others. */
export interface Scanning {
  /** Batches of files it can read at a time. */
  width: number
  run(jobs: readonly ScanJob[]): Promise<BatchAnswer>
  close(): Promise<void>
}

export interface Indexing {
  cache: IndexCache
  archive: Archive | null
  /** Gets what can be searched of what is read. */
  search?: SearchIndex | null
  /** Sessions that are kept out; nothing of them is read again where their place is known. */
  forgotten?: Forgotten
  environment: Environment
  /** Chosen once it is known how many files there are to read, and work as that of so many bytes without search. */
  scanningFor: (files: number, bytes: number) => Scanning
  progress: OnProgress
  /** Files that changed last before this instant and were not read yet are left for a later indexing. */
  changedSince?: number
  /** Only these files are looked at, in place of all that can be found. */
  only?: readonly TranscriptFile[]
  /** Whether what turns wrote is collected of files that are read from their beginning. */
  collectsEdits?: boolean
}

export interface Indexed {
  roots: RootState[]
  counters: IndexCounters
  /** Entries that could not be looked at or read. */
  unreadable: { source: string; path: string }[]
  /** Every file that can be read, as it was when it was looked at. */
  live: Map<string, { file: TranscriptFile; stamp: Stamp }>
  /** What turned up of forgotten sessions elsewhere than it was known to be; nothing of it was kept. */
  turnedUp: TurnedUp[]
  /** What turns wrote, by the transcript's key, where that was collected. */
  edits: Map<string, CollectedEdits>
}

/** A transcript of a forgotten session, or one that copied its turns. */
export interface TurnedUp {
  tombstone: Tombstone
  transcript: KnownTranscript & { turns: readonly Pick<ScannedTurn, 'at' | 'uuid'>[] }
}

/** Brings the cache up to date with all transcript homes; what has not changed is not opened. */
export async function indexHomes({
  cache,
  archive,
  search = null,
  forgotten = nothingForgotten,
  environment,
  scanningFor,
  progress,
  changedSince = Number.NEGATIVE_INFINITY,
  only,
  collectsEdits = false,
}: Indexing): Promise<Indexed> {
  const readers = await loadReaders()
  const found = [...readers.values()].map(reader => ({
    reader,
    source: reader.source,
    ...(only ? filesAmong(only, reader) : discover(reader, environment)),
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
  const later = new Set<string>()
  for (const { reader, files } of found) {
    for (const file of files) {
      if (forgotten.hasPlace(file.source, file.path)) continue
      const task = taskOf(file, reader, known.get(file.path), cache, environment, onBytes)
      if (task === null) unreadable.push({ source: file.source, path: file.path })
      else if (task.action !== 'unchanged' && changedAt(task.stamp) < changedSince) later.add(file.path)
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
  const batches = batchesOf(tasks)
  const scanning = scanningFor(batches.length, search ? bytes * searchWork : bytes)
  const read: IndexedNow[] = []
  const turnedUp: TurnedUp[] = []
  const edits: Indexed['edits'] = new Map()
  const flush = () => cache.save(read.splice(0))
  // With threads, one batch more waits for them: none is idle while this thread keeps what another has read.
  const lanes = scanning.width > 1 ? scanning.width + 1 : 1
  await inParallel(batches, lanes, async batch => {
    const indexedAtNs = String(BigInt(Date.now()) * 1_000_000n)
    const jobs = batch.map(task => jobOf(task, cache, { search, environment, collectsEdits }))
    const { answers, segment } = await scanning.run(jobs)
    const found: FoundPiece[] = []
    const turnedUpBefore = turnedUp.length
    for (const [index, answer] of answers.entries()) {
      const [task, job] = [batch[index], jobs[index]]
      if (!task || !job) continue
      const { file, stamp } = task
      shown.file(task.bytes)
      if ('unreadable' in answer) {
        live.delete(file.path)
        unreadable.push({ source: file.source, path: file.path })
        continue
      }
      counts.bytes_read += answer.bytesRead
      if (task.action !== 'unchanged') counts[task.action]++
      if (file.form === 'material') conversations.set(file.path, conversationsIn(answer))
      turnedUp.push(...takeForgotten(answer, file, forgotten))
      found.push(...piecesOf(job, answer, search))
      for (const { conversation, scan, edits: turns } of answer.transcripts) {
        if (scan && turns)
          edits.set(keyOf(file.path, conversation), { turns, size: scan.summary.tally.bytes, tail: scan.tail })
      }
      read.push({ file, stamp, indexedAtNs, answer })
    }
    // First what is searched: should nothing follow, the file is read again, and both know the same of it then.
    // The terms of a batch cannot be told apart: with something forgotten among them, the others are collected afterwards.
    if (turnedUp.length === turnedUpBefore) search?.save(segment, found)
    if (read.length >= saveAt) flush()
    await letOthersRun()
  }).finally(() => scanning.close())
  flush()

  const kept = archive?.known() ?? new Map()
  const files = only ? [] : [...known.keys()].filter(path => !live.has(path) && !later.has(path))
  const gone = cache.missing(files, conversations, key => kept.has(key))
  cache.forget(gone, files, key => kept.has(key))
  if (archive && !only) turnedUp.push(...indexArchived(readers, cache, archive, { kept, forgotten }, environment))

  const counters: IndexCounters = {
    files_found: live.size + unreadable.length,
    files_unchanged: counts.unchanged,
    files_appended: counts.append,
    files_parsed: counts.full,
    files_unreadable: unreadable.length,
    bytes_total: [...live.values()].reduce((sum, { stamp }) => sum + stamp.size, 0),
    bytes_read: counts.bytes_read,
    ...cache.totals(),
    ...(later.size > 0 && { files_later: later.size }),
  }
  assertFiles(counters)
  return { roots: found.flatMap(({ roots }) => roots), counters, unreadable, live, turnedUp, edits }
}

function filesAmong(only: readonly TranscriptFile[], { source }: SourceReader) {
  return { roots: [], files: only.filter(file => file.source === source), unreadable: [] }
}

const saveAt = 200

/** What is collected for search takes about twice as long as reading, so that threads are worth while for less. */
const searchWork = 3

/** Files are read in batches of about so many bytes, and what is searched of each batch is kept together. */
const batchBytes = 48 * 1024 * 1024
const batchFiles = 400

function batchesOf(tasks: readonly Task[]): Task[][] {
  const batches: Task[][] = []
  let bytes = 0
  for (const task of tasks) {
    const last = batches.at(-1)
    if (last && last.length < batchFiles && bytes + task.bytes <= batchBytes) last.push(task)
    else {
      batches.push([task])
      bytes = 0
    }
    bytes += task.bytes
  }
  return batches
}

/** What can be searched of what was read, with what it is searched by. */
function piecesOf({ file, from }: ScanJob, { transcripts }: ScanAnswer, search: SearchIndex | null): FoundPiece[] {
  return transcripts.flatMap(({ conversation, stamp, scan, piece }) => {
    if (!scan || !piece) return []
    const { summary, position } = scan
    const transcript = {
      key: keyOf(file.path, conversation),
      source: file.source,
      sessionId: summary.sessionId,
      root: summary.root,
      isSubagent: summary.excluded === 'subagent',
      mark: markOf({ ...scan, size: summary.tally.bytes }, stamp),
      prompts: promptMark(summary.turns, position.lines),
    }
    const continues = from && markOf(from, stamp)
    // Which words open a turn may show only later; then all is collected again.
    if (from && promptMark(summary.turns, from.position.lines) !== search?.collected(transcript.key)?.prompts) return []
    return [{ transcript, piece, continues }]
  })
}

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
  environment: Environment,
  onBytes: (count: number) => void,
): Task | null {
  try {
    const stamp = stampOf(file, reader, environment)
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

function jobOf(
  { file, reader, stamp, action }: Task,
  cache: IndexCache,
  {
    search,
    environment,
    collectsEdits,
  }: { search: SearchIndex | null; environment: Environment; collectsEdits: boolean },
): ScanJob {
  const from = action === 'append' ? cache.storedScan(file.path) : null
  return {
    file,
    size: stamp.size,
    knownRoot: reader.knownRoot?.(file, environment) ?? null,
    from,
    known: file.form === 'material' ? cache.conversations(file.path) : {},
    // What goes on from elsewhere than the search index knows is collected afterwards (`catch-up.ts`).
    collects: search !== null && (!from || search.collected(file.path)?.mark === markOf(from, '')),
    collectsEdits: collectsEdits && !from,
  }
}

/** Takes the transcripts of forgotten sessions out of what was read of a file. */
function takeForgotten(answer: ScanAnswer, file: TranscriptFile, forgotten: Forgotten): TurnedUp[] {
  if (forgotten.isEmpty) return []
  const found = answer.transcripts.flatMap(scanned => {
    const {
      sessionId,
      forkedFrom = null,
      turns = [],
    } = scanned.scan?.summary ?? { sessionId: scanned.conversation ?? '' }
    const key = keyOf(file.path, scanned.conversation)
    const turnIds = turns.flatMap(({ uuid }) => uuid ?? [])
    const transcript = { key, source: file.source, sessionId, forkedFrom, turnIds, turns }
    const tombstone = forgotten.tombstoneOf(transcript)
    return tombstone ? [{ scanned, tombstone, transcript }] : []
  })
  const taken = new Set(found.map(({ scanned }) => scanned))
  answer.transcripts = answer.transcripts.filter(scanned => !taken.has(scanned))
  return found.map(({ tombstone, transcript }) => ({ tombstone, transcript }))
}

const nothingForgotten = new Forgotten([])

function conversationsIn({ transcripts, unchanged }: ScanAnswer): Set<string> {
  return new Set([...unchanged, ...transcripts.flatMap(({ conversation }) => conversation ?? [])])
}

/** Brings the cache up to date with the transcripts whose file is gone; damaged ones are left out. */
function indexArchived(
  readers: Readers,
  cache: IndexCache,
  archive: Archive,
  { kept, forgotten }: { kept: ReadonlyMap<string, ArchivedState>; forgotten: Forgotten },
  environment: Environment,
): TurnedUp[] {
  const known = cache.presence()
  const turnedUp: TurnedUp[] = []
  for (const [key, { size }] of kept) {
    const row = known.get(key)
    if (forgotten.hasPath(key)) continue
    if (row && (!row.archived || row.size === size)) continue
    const one = archive.kept(key)
    if (!one) continue
    try {
      const answer = answerOf(readers, archive, one, environment)
      turnedUp.push(...takeForgotten(answer, one, forgotten))
      cache.saveArchived(one, answer)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
    }
  }
  return turnedUp
}

function answerOf(readers: Readers, archive: Archive, kept: ArchivedTranscript, environment: Environment): ScanAnswer {
  const { key, source, relative, form, conversation, name } = kept
  const reader = readers.get(source)
  if (!reader) throw new Unreadable('no reader knows this source')
  const knownRoot = reader.knownRoot?.(kept, environment) ?? null
  const file = { relative, materialized: form === 'material', knownRoot }
  const scan = scanChunks(reader, file, archive.chunks(key))
  return {
    bytesRead: 0,
    transcripts: [{ conversation, name, stamp: '', excluded: null, scan, piece: null, edits: null }],
    unchanged: [],
  }
}
