import { FileScan } from '../file-scan.ts'
import type { Line } from '../lines.ts'
import type { Checkpoint, FileSummary, Resume, ScannedFile, Scanner, ScanWarning } from '../reader.ts'
import { listAt, objectAt, type TranscriptRecord, wordsAt } from '../record.ts'
import { memberKey } from '../record-view.ts'
import type { Exclusion } from '../source.ts'
import { isTyped, messageText, readTypes, recordTypeIn, recordTypes } from './message.ts'
import { isSubagentPath, rootHashIn, stemOf } from './paths.ts'

const keys = { id: memberKey('id'), timestamp: memberKey('timestamp') }

interface State {
  sessionId: string | null
  root: string | null
  rootHash: string | null
  /** Of all messages so far: one that is written again is the same message. */
  ids: string[]
  subagent: boolean
  answered: boolean
}

/** Finds the turns of a Gemini CLI conversation, line by line. */
export class GeminiScanner implements Scanner {
  readonly #file: ScannedFile
  readonly #scan: FileScan<State>
  readonly #ids: Set<string>
  #sessionId: string | null
  #root: string | null
  #rootHash: string | null
  #subagent: boolean
  #answered: boolean

  constructor(file: ScannedFile, from?: Resume) {
    this.#file = file
    this.#scan = new FileScan<State>(recordTypes, from, readTypes)
    const state = this.#scan.resumed
    this.#ids = new Set(state?.ids)
    this.#sessionId = state?.sessionId ?? null
    this.#root = state?.root ?? null
    this.#rootHash = state?.rootHash ?? null
    this.#subagent = state?.subagent ?? isSubagentPath(file.relative)
    this.#answered = state?.answered ?? false
  }

  line(line: Line): void {
    const { tally } = this.#scan
    const view = tally.look(line, 1)
    if (!view) {
      this.#scan.cover(line, null)
      return
    }
    const at = tally.time(view.text(keys.timestamp))
    const type = recordTypeIn(view)
    const id = view.text(keys.id)
    const isNew = id === undefined || !this.#ids.has(id)
    if (id !== undefined) this.#ids.add(id)
    if (type === 'gemini') this.#answered = true
    else if (type === 'metadata') this.#note(view.record())
    else if (type === '$set') this.#note(objectAt(view.record(), '$set'))
    else if (type === 'user' && isNew && at !== null) this.#beginTurn(line, view.record(), at)
    this.#scan.cover(line, at, type)
  }

  checkpoint(): Checkpoint {
    return this.#scan.checkpoint({
      sessionId: this.#sessionId,
      root: this.#root,
      rootHash: this.#rootHash,
      ids: [...this.#ids],
      subagent: this.#subagent,
      answered: this.#answered,
    })
  }

  summary(): FileSummary {
    const turns = this.#scan.turns.all()
    const excluded = this.#subagent ? 'subagent' : turns.length === 0 ? 'no-trigger' : null
    const root = this.#root ?? this.#file.knownRoot ?? null
    return this.#scan.summary({
      sessionId: this.#sessionId ?? stemOf(this.#file.relative),
      root,
      rootHash: root === null ? (this.#rootHash ?? rootHashIn(this.#file.relative)) : null,
      excluded,
      turns,
      warnings: this.#warnings(excluded),
    })
  }

  #note(metadata: TranscriptRecord | undefined): void {
    const [directory] = listAt(metadata, 'directories')
    this.#sessionId ??= wordsAt(metadata, 'sessionId') ?? null
    this.#rootHash ??= wordsAt(metadata, 'projectHash') ?? null
    if (typeof directory === 'string' && directory.trim() !== '') this.#root ??= directory
    if (metadata?.kind === 'subagent') this.#subagent = true
  }

  #beginTurn(line: Line, message: TranscriptRecord, at: number): void {
    if (!isTyped(message)) return
    this.#scan.turns.begin(line, { kind: 'message', text: messageText(message), at, uuid: null, branch: null })
  }

  #warnings(excluded: Exclusion | null): ScanWarning[] {
    const hasAnswersOnly = excluded === 'no-trigger' && this.#answered
    return this.#scan.types.mostlyUnknown || hasAnswersOnly ? ['format-drift'] : []
  }
}
