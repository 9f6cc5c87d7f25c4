import { familyOf } from '../../transcripts/agents.ts'
import type { TurnEvent } from '../../transcripts/event.ts'
import { glanceAt } from '../../transcripts/json-scan/scanned-record.ts'
import { type LargeLineGate, type Line, LineSplitter, parseLine } from '../../transcripts/lines.ts'
import type { OutputNeed, ScannedTurn, SourceReader, TurnUsage } from '../../transcripts/reader.ts'
import type { TranscriptRecord, TurnLine } from '../../transcripts/record.ts'
import { scriptOf } from '../extract/shell/commands.ts'
import { mayBeReported } from '../extract/shell/kind.ts'
import { OffsetsBuilder } from '../workspace/offsets.ts'

export interface TurnContent {
  events: TurnEvent[]
  usage: TurnUsage
}

/** A turn's records are held together only while there are few of them. */
const heldAtOnce = 16 * 1024 * 1024

/** Reads a transcript while it is copied: what happened in the selected turns, where its lines and tool calls are. */
export class SessionContent {
  /** Of the selected turns, in their order; null of those too large to be held. */
  readonly turns: (TurnContent | null)[] = []
  readonly offsets = new OffsetsBuilder()
  readonly #reader: SourceReader
  readonly #selected: readonly ScannedTurn[]
  readonly #splitter: LineSplitter
  #held: TurnLine[] = []
  /** Calls of commands, and whether facts may be taken from what they print. */
  readonly #commands = new Map<string, OutputNeed>()

  /** `selected` in line order. */
  constructor(reader: SourceReader, selected: readonly ScannedTurn[], gate?: LargeLineGate) {
    this.#reader = reader
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
    const record = this.#recordOn(line)
    this.offsets.add(start, record ? this.#callsOf(record) : [])
    const turn = this.#selected[this.turns.length]
    if (!turn || number < turn.startLine) return
    const isHeld = turn.endByte - turn.startByte <= heldAtOnce
    if (isHeld) this.#held.push({ number, record })
    if (number < turn.endLine) return
    this.turns.push(isHeld ? this.#contentOf(turn) : null)
    this.#held = []
  }

  /** The parts of the record that the facts depend on. */
  #recordOn(line: Line): TranscriptRecord | null {
    const { holder, number, bytes } = line
    const view = holder && this.#reader.light ? glanceAt(line, holder, 2) : 'unsure'
    if (view === 'unsure') return bytes && parseLine(bytes, number === 1)
    return view && (this.#reader.light?.(view, id => this.#commands.get(id) ?? 'no command') ?? null)
  }

  #callsOf(record: TranscriptRecord): string[] {
    const ids: string[] = []
    for (const { id, name, input } of this.#reader.calls(record)) {
      if (id === null) continue
      ids.push(id)
      if (name !== null && familyOf(name) === 'shell') this.#commands.set(id, needFor(input))
    }
    return ids
  }

  #contentOf(turn: ScannedTurn): TurnContent {
    return { events: this.#reader.events(turn, this.#held), usage: this.#reader.usage(turn, this.#held) }
  }
}

function needFor(input: unknown): OutputNeed {
  const script = scriptOf(input)
  return script !== null && mayBeReported(script) ? 'needed' : 'unneeded'
}
