import { basename } from 'node:path'
import type { LargeLineGate } from '../../../transcripts/lines.ts'
import {
  type Conversation,
  type Materials,
  type SeeRow,
  type SourceReader,
  type TranscriptFile,
  Unreadable,
} from '../../../transcripts/reader.ts'
import { loadReader } from '../../../transcripts/readers.ts'
import { type Scan, type StoredScan, scanChunks, scanCompressed, scanFile } from '../../../transcripts/scan.ts'
import type { Exclusion } from '../../../transcripts/source.ts'

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
}

/** Reads one file. Throws `Unreadable`; then nothing of it counts. */
export async function runScanJob(job: ScanJob, gate?: LargeLineGate): Promise<ScanAnswer> {
  const { file, size, knownRoot, from } = job
  const reader = await loadReader(file.source)
  if (!reader) throw new Unreadable('no reader knows this source')
  if (file.form === 'material') return scanMaterial(reader, job, gate)
  let bytesRead = 0
  const onBytes = (count: number) => {
    bytesRead += count
  }
  const options = { gate, onBytes }
  const scanned = { path: file.path, relative: file.relative, materialized: false, knownRoot }
  const scan =
    file.form === 'zst'
      ? await scanCompressed(reader, scanned, size, options)
      : scanFile(reader, scanned, size, from ?? undefined, options)
  const transcript = { conversation: null, name: copyName(file), stamp: '', excluded: null, scan }
  return { bytesRead, transcripts: [transcript], unchanged: [] }
}

/** The lines made from one conversation, in pieces worth pushing. */
export function* chunksOf(materials: Materials, conversation: Conversation, seen?: SeeRow): Generator<Buffer> {
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

function scanMaterial(reader: SourceReader, job: ScanJob, gate: LargeLineGate | undefined): ScanAnswer {
  const answer: ScanAnswer = { bytesRead: 0, transcripts: [], unchanged: [] }
  const materials = reader.materials?.(job.file)
  if (!materials) throw new Unreadable('no reader opens this kind of file')
  const onBytes = (count: number) => {
    answer.bytesRead += count
  }
  const options = { gate, onBytes }
  const scanned = { relative: job.file.relative, materialized: true, knownRoot: job.knownRoot }
  try {
    for (const conversation of materials.conversations) {
      const { id, name, stamp, excluded } = conversation
      if (job.known[id] === stamp) answer.unchanged.push(id)
      else {
        const scan = excluded
          ? null
          : scanChunks(reader, scanned, chunksOf(materials, conversation), undefined, options)
        answer.transcripts.push({ conversation: id, name, stamp, excluded, scan })
      }
    }
  } finally {
    materials.close()
  }
  return answer
}

function copyName({ path }: TranscriptFile): string {
  return basename(path).replace(/\.zst$/, '')
}
