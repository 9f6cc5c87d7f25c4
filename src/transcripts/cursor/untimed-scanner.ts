import { FileScan } from '../file-scan.ts'
import type { Line } from '../lines.ts'
import type { Checkpoint, FileSummary, Resume, ScannedFile, Scanner } from '../reader.ts'

const kinds: ReadonlySet<string> = new Set(['untyped'])

/** Counts a transcript that names no times, so that nothing of it can be put into a day. */
export class UntimedScanner implements Scanner {
  readonly #file: ScannedFile
  readonly #scan: FileScan<null>

  constructor(file: ScannedFile, from?: Resume) {
    this.#file = file
    this.#scan = new FileScan<null>(kinds, from)
  }

  line(line: Line): void {
    const view = this.#scan.tally.look(line, 1)
    if (view) this.#scan.tally.time(undefined)
    this.#scan.turns.cover(line, null)
  }

  checkpoint(): Checkpoint {
    return this.#scan.checkpoint(null)
  }

  summary(): FileSummary {
    const name = this.#file.relative.slice(this.#file.relative.lastIndexOf('/') + 1)
    return this.#scan.summary({
      sessionId: name.replace(/\.[^.]*$/, ''),
      root: null,
      excluded: 'no-trigger',
      turns: [],
      warnings: ['no-timestamps'],
    })
  }
}
