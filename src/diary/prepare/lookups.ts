import { createHash } from 'node:crypto'
import { recordHash } from '../../transcripts/canonical-json.ts'
import { LineSplitter, parseLine } from '../../transcripts/lines.ts'
import type { Lookups } from '../../transcripts/ownership.ts'
import { Unreadable } from '../../transcripts/reader.ts'
import type { TurnLine } from '../../transcripts/record.ts'
import type { TurnSpan } from '../../transcripts/source.ts'
import type { Archive } from '../archive/archive.ts'
import type { IndexCache } from './index/cache.ts'
import type { IndexedTranscript } from './index/transcript-row.ts'
import { type Located, readTranscript } from './transcript-bytes.ts'

/** What has to be looked up in the transcripts themselves. One that went away meanwhile is like no other. */
export function lookupsIn(cache: IndexCache, archive: Archive | null, all: readonly IndexedTranscript[]): Lookups {
  const byKey = new Map(all.map(transcript => [transcript.key, transcript]))
  return {
    marksOf: key => cache.marks(key),
    async isPrefix(shorter, longer) {
      const [one, other] = [byKey.get(shorter), byKey.get(longer)]
      if (!one || !other) return false
      const hashes = await Promise.all([one, other].map(each => beginningHash(each, archive, one.size)))
      return hashes[0] !== null && hashes[0] === hashes[1]
    },
    async recordsOf(key, turn) {
      const transcript = byKey.get(key)
      const span = transcript?.turns[turn]
      return transcript && span ? recordsIn(transcript, span, archive) : []
    },
  }
}

async function beginningHash(transcript: Located, archive: Archive | null, size: number): Promise<string | null> {
  const hash = createHash('sha256')
  let left = size
  try {
    await readTranscript(transcript, archive, chunk => {
      hash.update(chunk.subarray(0, left))
      left -= Math.min(left, chunk.length)
    })
    return left === 0 ? hash.digest('hex') : null
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

type Span = Pick<TurnSpan, 'startLine' | 'endLine' | 'startByte' | 'endByte'>

async function recordsIn(transcript: Located, span: Span, archive: Archive | null): Promise<(string | null)[]> {
  try {
    return (await linesOf(transcript, span, archive)).map(recordHash)
  } catch (error) {
    if (error instanceof Unreadable) return []
    throw error
  }
}

async function linesOf(transcript: Located, span: Span, archive: Archive | null): Promise<TurnLine[]> {
  const lines: TurnLine[] = []
  const splitter = new LineSplitter(
    ({ number, bytes }) => {
      if (number <= span.endLine) lines.push({ number, record: bytes && parseLine(bytes, number === 1) })
    },
    { lines: span.startLine - 1, bytes: span.startByte },
  )
  // Read to its end where it is compressed or archived, but only the turn of it is parsed.
  const isPlain = transcript.form === 'lines' && !transcript.archived
  const until = isPlain ? { ...transcript, size: span.endByte } : transcript
  await readTranscript(until, archive, chunk => splitter.push(chunk), span.startByte)
  splitter.end()
  return lines
}
