import type { TurnEvent } from '../../transcripts/event.ts'
import { type Line, LineSplitter, parseLine } from '../../transcripts/lines.ts'
import type { ScannedTurn, SourceReader, TurnUsage } from '../../transcripts/reader.ts'
import type { TurnLine } from '../../transcripts/record.ts'
import { OffsetsBuilder } from '../workspace/offsets.ts'

export interface TurnContent {
  events: TurnEvent[]
  usage: TurnUsage
}

/** A turn's records are held together only while there are few of them. */
const heldAtOnce = 16 * 1024 * 1024

/** Reads a transcript while it is copied: what happened in the selected turns, where its lines and tool calls lie. */
export class SessionContent {
  /** Of the selected turns, in their order; null of those too large to be held. */
  readonly turns: (TurnContent | null)[] = []
  readonly offsets = new OffsetsBuilder()
  readonly #reader: SourceReader
  readonly #selected: readonly ScannedTurn[]
  readonly #splitter = new LineSplitter(line => this.#line(line))
  #held: TurnLine[] = []

  /** `selected` in line order. */
  constructor(reader: SourceReader, selected: readonly ScannedTurn[]) {
    this.#reader = reader
    this.#selected = selected
  }

  push(chunk: Buffer): void {
    this.#splitter.push(chunk)
  }

  end(): void {
    this.#splitter.end()
  }

  #line({ number, start, bytes }: Line): void {
    const record = bytes && parseLine(bytes, number === 1)
    this.offsets.add(start, record ? this.#reader.calls(record).flatMap(({ id }) => id ?? []) : [])
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
