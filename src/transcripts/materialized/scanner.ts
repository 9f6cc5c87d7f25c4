import { FileScan } from '../file-scan.ts'
import type { Line } from '../lines.ts'
import { stemOf } from '../log-lines/scanner.ts'
import type { Checkpoint, FileSummary, Resume, ScannedFile, Scanner, ScanWarning } from '../reader.ts'
import { type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import type { TimeBasis } from '../source.ts'
import { lineKinds } from './line.ts'

interface State {
  sessionId: string | null
  root: string | null
  forkedFrom: string | null
  /** The messages that have opened a turn. */
  opened: string[]
  answered: boolean
}

const kinds: ReadonlySet<string> = new Set(lineKinds)

/** Finds the turns of a transcript whose lines we made ourselves. */
export class MaterializedScanner implements Scanner {
  readonly #file: ScannedFile
  readonly #rootHash: string | null
  readonly #scan: FileScan<State>
  readonly #opened: Set<string>
  #sessionId: string | null
  #root: string | null
  #forkedFrom: string | null
  #answered: boolean

  constructor(file: ScannedFile, from?: Resume, rootHash: string | null = null) {
    this.#file = file
    this.#rootHash = rootHash
    this.#scan = new FileScan<State>(kinds, from)
    const state = this.#scan.resumed
    this.#opened = new Set(state?.opened)
    this.#sessionId = state?.sessionId ?? null
    this.#root = state?.root ?? null
    this.#forkedFrom = state?.forkedFrom ?? null
    this.#answered = state?.answered ?? false
  }

  line(line: Line): void {
    const { tally, turns } = this.#scan
    const record = tally.read(line)
    const at = record && tally.time(record.timestamp)
    if (record) {
      this.#note(record)
      const text = triggerText(record)
      if (text !== null && at !== null && this.#opens(record)) {
        turns.begin(line, { kind: 'message', text, at, uuid: null, branch: null, timeBasis: basisOf(record) })
      }
    }
    this.#scan.cover(line, at, record ? typeName(record) : undefined)
  }

  checkpoint(): Checkpoint {
    return this.#scan.checkpoint({
      sessionId: this.#sessionId,
      root: this.#root,
      forkedFrom: this.#forkedFrom,
      opened: [...this.#opened],
      answered: this.#answered,
    })
  }

  summary(): FileSummary {
    const turns = this.#scan.turns.all()
    const root = this.#root ?? this.#file.knownRoot ?? null
    return this.#scan.summary({
      sessionId: this.#sessionId ?? stemOf(this.#file.relative),
      root,
      rootHash: root === null ? this.#rootHash : null,
      forkedFrom: this.#forkedFrom,
      excluded: turns.length === 0 ? 'no-trigger' : null,
      turns,
      warnings: this.#warnings(turns.length),
    })
  }

  #note(record: TranscriptRecord): void {
    if (record.kind === 'session') {
      this.#sessionId ??= wordsAt(record, 'session_id') ?? null
      this.#root ??= wordsAt(record, 'cwd') ?? null
      this.#forkedFrom ??= wordsAt(record, 'forked_from') ?? null
    }
    if (record.role === 'assistant') this.#answered = true
  }

  /** Only the first words of a message open a turn. */
  #opens(record: TranscriptRecord): boolean {
    const id = textAt(record, 'message_id')
    if (id === undefined) return true
    if (this.#opened.has(id)) return false
    this.#opened.add(id)
    return true
  }

  #warnings(turns: number): ScanWarning[] {
    const hasAnswersOnly = turns === 0 && this.#answered
    return this.#scan.types.mostlyUnknown || hasAnswersOnly ? ['format-drift'] : []
  }
}

/** What a person said, if the line says it. */
export function triggerText(record: TranscriptRecord): string | null {
  const isUsers = record.kind === 'text' && record.role === 'user' && record.synthetic === false
  return isUsers ? (wordsAt(record, 'text') ?? null) : null
}

function basisOf({ time_basis }: TranscriptRecord): TimeBasis {
  return time_basis === 'carried' || time_basis === 'conversation' ? time_basis : 'own'
}

/** Records that no rule knows are counted under their own name, so that it shows when a source holds mostly such. */
function typeName(record: TranscriptRecord): string | undefined {
  const what = record.kind === 'event' && record.name === 'other' ? wordsAt(record, 'text') : undefined
  return what === undefined ? textAt(record, 'kind') : `other:${what}`
}
