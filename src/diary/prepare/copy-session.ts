import { createHash } from 'node:crypto'
import { closeSync, fstatSync, futimesSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { isCode } from '../../files/replace.ts'
import { sha256OfFile } from '../../files/sha256.ts'
import type { TurnEvent } from '../../transcripts/event.ts'
import { type LargeLineGate, type Line, LineSplitter } from '../../transcripts/lines.ts'
import type { ScannedTurn, SourceReader, TurnUsage } from '../../transcripts/reader.ts'
import type { TurnLine } from '../../transcripts/record.ts'
import type { Archive } from '../archive/archive.ts'
import { SpanHasher } from '../workspace/line-spans.ts'
import { OffsetsBuilder } from '../workspace/offsets.ts'
import type { EarlierCopy, Replaced } from './coverage.ts'
import { tailHolds } from './index/file-state.ts'
import { LightRecords } from './light-records.ts'
import type { PlannedSession } from './plan.ts'
import { readTranscript } from './transcript-bytes.ts'

export interface CopiedSession {
  source_sha256: string
  workspace_sha256: string
  source_bytes: number
  /** The hashes of the selected turns, in their order. */
  span_sha256: string[]
  /** Where the copy's lines are, as it is kept for reading (diary.md §5.3). */
  offsets: Buffer
  /** What became of the copy that the day had before, where the transcript does not begin with it any more. */
  replaced: Replaced | null
}

interface Copying {
  target: string
  /** When the transcript last changed, where that is known. */
  changedAt: number | null
  content: SessionContent
}

/** The transcript no longer begins with what was indexed of it. */
export class Changing extends Error {
  override name = 'Changing'

  constructor(readonly key: string) {
    super('A transcript changes while it is copied.')
  }
}

/**
 * Copies exactly the indexed bytes; hashes them and the selected turns and reads their content on the way. The copy is
 * left to be synced. Throws `Changing`, `Unreadable`.
 */
export async function copySession(
  { transcript, turns, earlier }: PlannedSession,
  archive: Archive | null,
  { target, changedAt, content }: Copying,
): Promise<CopiedSession> {
  const whole = createHash('sha256')
  let beginning = ''
  const rows = { hash: createHash('sha256'), bytes: 0 }
  const spans = turns.flatMap(index => transcript.turns[index] ?? []).map(span => ({ ...span, hash: new SpanHasher() }))
  let at = 0
  let offsets: Buffer
  const file = createFile(target)
  try {
    const take = (chunk: Buffer) => {
      writeAll(file, chunk)
      const left = (earlier?.bytes ?? 0) - at
      if (left > 0 && left <= chunk.length) {
        beginning = whole.update(chunk.subarray(0, left)).copy().digest('hex')
        whole.update(chunk.subarray(left))
      } else whole.update(chunk)
      content.push(chunk)
      for (const { startByte, endByte, hash } of spans) {
        if (endByte <= at || startByte >= at + chunk.length) continue
        hash.push(chunk.subarray(Math.max(0, startByte - at), endByte - at))
      }
      at += chunk.length
    }
    await readTranscript(transcript, archive, take, 0, row => {
      rows.hash.update(row)
      rows.bytes += Buffer.byteLength(row)
    })
    content.end()
    if (changedAt !== null) futimesSync(file, changedAt / 1000, changedAt / 1000)
    offsets = content.offsets.bytes(fstatSync(file, { bigint: true }))
  } finally {
    closeSync(file)
  }
  const { tail, position, size, key, form, path } = transcript
  if (at !== size || (tail && !tailHolds(target, tail, position))) throw new Changing(key)
  const workspace_sha256 = whole.digest('hex')
  const span_sha256 = spans.map(({ hash }) => hash.digest())
  const replaced = earlier && (earlier.replaced ?? replacedBy(earlier, size, beginning))
  const copied = {
    source_sha256: workspace_sha256,
    workspace_sha256,
    source_bytes: size,
    span_sha256,
    offsets,
    replaced,
  }
  if (transcript.archived || form === 'lines') return copied
  if (form === 'material') return { ...copied, source_sha256: rows.hash.digest('hex'), source_bytes: rows.bytes }
  return { ...copied, source_sha256: await sha256OfFile(path), source_bytes: statSync(path).size }
}

function replacedBy({ bytes, sha256 }: EarlierCopy, size: number, beginning: string): Replaced | null {
  if (size < bytes) return 'cut-off'
  return beginning === sha256 ? null : 'rewritten'
}

/** Most copies are beside one that was made before. */
function createFile(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    return openSync(path, 'wx', 0o600)
  }
}

function writeAll(file: number, chunk: Buffer): void {
  for (let from = 0; from < chunk.length; ) from += writeSync(file, chunk, from)
}

export interface TurnContent {
  events: TurnEvent[]
  usage: TurnUsage
}

/** A turn's records are held together only while there are few of them. */
const heldAtOnce = 16 * 1024 * 1024

/** Reads a transcript while it is copied: what happened in the selected turns, where its lines and tool calls are. */
export class SessionContent {
  /** The selected turns, in their order; null for those too large to be held. */
  readonly turns: (TurnContent | null)[] = []
  readonly offsets = new OffsetsBuilder()
  readonly #reader: SourceReader
  readonly #selected: readonly ScannedTurn[]
  readonly #splitter: LineSplitter
  #held: TurnLine[] = []
  readonly #records: LightRecords

  /** `selected` in line order. */
  constructor(reader: SourceReader, selected: readonly ScannedTurn[], gate?: LargeLineGate) {
    this.#reader = reader
    this.#records = new LightRecords(reader)
    this.#selected = selected
    this.#splitter = new LineSplitter(line => this.#line(line), undefined, gate)
  }

  push(chunk: Buffer): void {
    this.#splitter.push(chunk)
  }

  end(): void {
    this.#splitter.end()
  }

  /** Lets go of what is held of a line, when reading stopped early. */
  abandon(): void {
    this.#splitter.abandon()
  }

  #line(line: Line): void {
    const { number, start } = line
    const { record, calls } = this.#records.on(line)
    this.offsets.add(start, calls)
    const turn = this.#selected[this.turns.length]
    if (!turn || number < turn.startLine) return
    const isHeld = turn.endByte - turn.startByte <= heldAtOnce
    if (isHeld) this.#held.push({ number, record })
    if (number < turn.endLine) return
    this.turns.push(isHeld ? this.#contentOf(turn) : null)
    this.#held = []
  }

  #contentOf(turn: ScannedTurn): TurnContent {
    return { events: this.#reader.events(turn, this.#held), usage: this.#reader.usage(turn, this.#held) }
  }
}
