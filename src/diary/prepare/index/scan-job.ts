import { basename } from 'node:path'
import type { LargeLineGate } from '../../../transcripts/lines.ts'
import {
  type Conversation,
  type Materials,
  type OnRow,
  type SourceReader,
  type TranscriptFile,
  Unreadable,
} from '../../../transcripts/reader.ts'
import { loadReader } from '../../../transcripts/readers.ts'
import { type Scan, type StoredScan, scanChunks, scanCompressed, scanFile } from '../../../transcripts/scan.ts'
import type { Exclusion } from '../../../transcripts/source.ts'
import type { ReadTurn } from '../../edits/edit-index.ts'
import type { FoundSegment, Piece } from '../../search/collect.ts'
import type { SegmentBuilder } from '../../search/segment-builder.ts'
import { type Collectors, collectorsFor, startCollecting } from './collectors.ts'

/** A file to be read, with everything a thread of its own needs for it. */
export interface ScanJob {
  file: TranscriptFile
  /** How many bytes of it are read: its size when it was looked at. */
  size: number
  knownRoot: string | null
  /** What was read of it before and is still valid. */
  from: StoredScan | null
  /** The stamps of a database's conversations that need not be read again unless they changed. */
  known: { [conversation: string]: string }
  /** Whether what can be searched is collected from what is read. */
  collects: boolean
  /** Whether what its turns wrote is collected, too; only of a file that is read from its beginning. */
  collectsEdits: boolean
}

/** What was read of some files, in their order, and what can be searched of it. */
export interface BatchAnswer {
  answers: (ScanAnswer | { unreadable: string })[]
  segment: FoundSegment
}

export interface ScanAnswer {
  bytesRead: number
  transcripts: ScannedTranscript[]
  /** Conversations that are as they were. */
  unchanged: string[]
}

export interface ScannedTranscript {
  /** Null where the file itself is the transcript. */
  conversation: string | null
  /** File name of the copy, before anything is done against collisions. */
  name: string
  stamp: string
  /** Known without reading; then there is no scan. */
  excluded: Exclusion | null
  scan: Scan | null
  /** What can be searched of what was read, where it was collected. */
  piece: Piece | null
  /** What its turns wrote, where that was collected. */
  edits: ReadTurn[] | null
}

/** Reads several files one after the other; one that cannot be read leaves nothing behind. */
export async function runScanBatch(jobs: readonly ScanJob[], gate?: LargeLineGate): Promise<BatchAnswer> {
  if (!jobs.some(({ collects }) => collects)) return { answers: await runEach(jobs, null, gate), segment: noSegment }
  const { withSegmentBuilder } = await import('../../search/segment-builder.ts')
  return withSegmentBuilder(async builder => {
    const answers = await runEach(jobs, builder, gate)
    return { answers, segment: { passages: builder.documents, blocks: builder.blocks() } }
  })
}

const noSegment: FoundSegment = { passages: 0, blocks: [] }

async function runEach(
  jobs: readonly ScanJob[],
  builder: SegmentBuilder | null,
  gate: LargeLineGate | undefined,
): Promise<BatchAnswer['answers']> {
  const answers: BatchAnswer['answers'] = []
  for (const job of jobs) {
    const before = builder?.documents ?? 0
    try {
      answers.push(await runScanJob(job, builder, gate))
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      builder?.dropFrom(before)
      answers.push({ unreadable: error.message })
    }
  }
  return answers
}

/** Reads one file. Throws `Unreadable`; then nothing of it counts. */
async function runScanJob(job: ScanJob, builder: SegmentBuilder | null, gate?: LargeLineGate): Promise<ScanAnswer> {
  const { file, size, knownRoot, from } = job
  const reader = await loadReader(file.source)
  if (!reader) throw new Unreadable('no reader knows this source')
  const collectors = await collectorsFor(reader, job, builder)
  if (file.form === 'material') return scanMaterial(reader, job, collectors, gate)
  let bytesRead = 0
  const onBytes = (count: number) => {
    bytesRead += count
  }
  const collecting = startCollecting(collectors)
  const options = { gate, onBytes, ...collecting.options }
  const scanned = { path: file.path, relative: file.relative, materialized: false, knownRoot }
  const scan =
    file.form === 'zst'
      ? await scanCompressed(reader, scanned, size, options)
      : scanFile(reader, scanned, size, from ?? undefined, options)
  const found = collecting.finish(scan, from)
  const transcript = { conversation: null, name: copyName(file), stamp: '', excluded: null, scan, ...found }
  return { bytesRead, transcripts: [transcript], unchanged: [] }
}

/** The lines made from one conversation, in pieces worth pushing. */
export function* chunksOf(materials: Materials, conversation: Conversation, seen?: OnRow): Generator<Buffer> {
  let text = ''
  for (const line of materials.lines(conversation, seen)) {
    text += `${line}\n`
    if (text.length < pieceLength) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}

const pieceLength = 64 * 1024

function scanMaterial(
  reader: SourceReader,
  job: ScanJob,
  collectors: Collectors,
  gate: LargeLineGate | undefined,
): ScanAnswer {
  const answer: ScanAnswer = { bytesRead: 0, transcripts: [], unchanged: [] }
  const materials = reader.materials?.(job.file)
  if (!materials) throw new Unreadable('no reader opens this kind of file')
  const onBytes = (count: number) => {
    answer.bytesRead += count
  }
  const scanned = { relative: job.file.relative, materialized: true, knownRoot: job.knownRoot }
  try {
    for (const conversation of materials.conversations) {
      const { id, name, stamp, excluded } = conversation
      if (job.known[id] === stamp) answer.unchanged.push(id)
      else {
        const collecting = startCollecting(collectors)
        const options = { gate, onBytes, ...collecting.options }
        const scan = excluded
          ? null
          : scanChunks(reader, scanned, chunksOf(materials, conversation), undefined, options)
        const found = scan ? collecting.finish(scan, null) : nothingFound
        answer.transcripts.push({ conversation: id, name, stamp, excluded, scan, ...found })
      }
    }
  } finally {
    materials.close()
  }
  return answer
}

const nothingFound = { piece: null, edits: null }

function copyName({ path }: TranscriptFile): string {
  return basename(path).replace(/\.zst$/, '')
}
