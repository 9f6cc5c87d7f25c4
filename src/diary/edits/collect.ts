import type { Line } from '../../transcripts/lines.ts'
import type { SourceReader } from '../../transcripts/reader.ts'
import type { TurnLine } from '../../transcripts/record.ts'
import type { Scan } from '../../transcripts/scan.ts'
import { LightRecords } from '../prepare/light-records.ts'
import type { ReadTurn } from './edit-index.ts'
import { heldAtOnce, spansIn, WrittenTurns } from './written-turns.ts'

/** Keeps the records of a transcript while it is scanned; where its turns are is known only at its end. */
export class EditCollector {
  readonly #reader: SourceReader
  readonly #records: LightRecords
  /** Null once there are too many. */
  #held: TurnLine[] | null = []

  constructor(reader: SourceReader) {
    this.#reader = reader
    this.#records = new LightRecords(reader)
  }

  line(line: Line): void {
    if (line.end > heldAtOnce) this.#held = null
    this.#held?.push({ number: line.number, record: this.#records.on(line).record })
  }

  /** What each turn wrote; null where there was too much to be held, which is read again. */
  finish({ summary }: Scan): ReadTurn[] | null {
    if (!this.#held) return null
    const written = new WrittenTurns(this.#reader, summary.root, spansIn(summary), 0)
    for (const { number, record } of this.#held) written.line(number, () => record)
    written.end()
    return written.turns
  }
}
