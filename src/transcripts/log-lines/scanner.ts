import { FileScan } from '../file-scan.ts'
import { FolderHistory, type FolderSeen } from '../folder-history.ts'
import type { Line } from '../lines.ts'
import type {
  Checkpoint,
  FileSummary,
  RecordedRepository,
  Resume,
  ScannedFile,
  Scanner,
  ScanWarning,
} from '../reader.ts'
import type { LineMeaning, LogFormat, SessionFacts } from './line-meaning.ts'

interface State {
  sessionId: string | null
  root: string | null
  branch: string | null
  folders: FolderSeen[]
  repository: RecordedRepository | null
  forkedFrom: string | null
  /** Ids of the messages that opened a turn: one that is written again is the same message. */
  opened: string[]
  /** The last instant that a line named. */
  clock: number | null
  isSubagent: boolean
  answered: boolean
  /** A person spoke before any instant was known. */
  untimed: boolean
}

const initialState: State = {
  sessionId: null,
  root: null,
  branch: null,
  folders: [],
  repository: null,
  forkedFrom: null,
  opened: [],
  clock: null,
  isSubagent: false,
  answered: false,
  untimed: false,
}

/** Finds the turns of a log in which every line can be understood by itself. */
export class LogScanner implements Scanner {
  readonly #file: ScannedFile
  readonly #format: LogFormat
  readonly #scan: FileScan<State>
  readonly #state: State
  readonly #opened: Set<string>
  readonly #folders: FolderHistory

  constructor(format: LogFormat, file: ScannedFile, from?: Resume) {
    this.#file = file
    this.#format = format
    this.#scan = new FileScan<State>(format.types, from)
    this.#state = { ...(this.#scan.resumed ?? initialState) }
    this.#opened = new Set(this.#state.opened)
    this.#folders = new FolderHistory(this.#state.folders)
  }

  line(line: Line): void {
    const { tally } = this.#scan
    const record = tally.read(line)
    if (!record) {
      this.#scan.cover(line, null)
      return
    }
    const meaning = this.#format.meaningOf(record)
    const at = tally.instant(meaning.at)
    if (at !== null) this.#state.clock = at
    if (meaning.session) this.#note(meaning.session)
    if (meaning.parts.some(({ kind }) => kind === 'text' || kind === 'call')) this.#state.answered = true
    this.#beginTurn(line, meaning, at)
    this.#cover(line, meaning, at)
  }

  checkpoint(): Checkpoint {
    return this.#scan.checkpoint({ ...this.#state, opened: [...this.#opened], folders: this.#folders.seen })
  }

  summary(): FileSummary {
    const { sessionId, root, repository, forkedFrom, isSubagent } = this.#state
    const turns = this.#scan.turns.all()
    const { relative, knownRoot } = this.#file
    return this.#scan.summary({
      sessionId: sessionId ?? this.#format.sessionIdIn?.(relative) ?? stemOf(relative),
      root: root ?? knownRoot ?? null,
      folders: this.#folders.seen,
      repository,
      forkedFrom,
      excluded: isSubagent ? 'subagent' : turns.length === 0 ? 'no-trigger' : null,
      turns,
      warnings: this.#warnings(turns.length),
    })
  }

  /** A line of a known type is read if anything is taken from it, whatever its type. */
  #cover(line: Line, { type, parts, session }: LineMeaning, at: number | null): void {
    const { tally, types, turns } = this.#scan
    const family = type === undefined ? undefined : (this.#format.familyOf?.(type) ?? type)
    const isSilent = parts.length === 0 && session === undefined
    const skipped = types.add(family) ?? (isSilent ? (family ?? null) : null)
    tally.account(line, skipped)
    turns.cover(line, at, skipped, { notes: tally.notes })
  }

  #note({ id, folder, branch, repository, forkedFrom, isSubagent }: SessionFacts): void {
    const state = this.#state
    state.sessionId ??= id ?? null
    state.root ??= folder ?? null
    if (branch !== undefined) state.branch = branch
    this.#folders.note(folder, state.branch)
    state.repository ??= repository ?? null
    state.forkedFrom ??= forkedFrom ?? null
    if (isSubagent) state.isSubagent = true
  }

  /** A message without a time of its own was said after the last line that had one. */
  #beginTurn(line: Line, { parts }: LineMeaning, at: number | null): void {
    const said = parts.find(part => part.kind === 'user' && part.trigger !== null)
    if (said?.kind !== 'user' || said.trigger === null) return
    if (said.id !== null && this.#opened.has(said.id)) return
    const time = at ?? this.#state.clock
    if (time === null) {
      this.#state.untimed = true
      return
    }
    if (said.id !== null) this.#opened.add(said.id)
    this.#scan.turns.begin(line, {
      kind: said.trigger,
      text: said.text,
      at: time,
      uuid: said.id,
      branch: this.#state.branch,
      timeBasis: at === null ? 'carried' : 'own',
    })
  }

  #warnings(turns: number): ScanWarning[] {
    const { answered, isSubagent, untimed } = this.#state
    const hasAnswersOnly = turns === 0 && answered && !isSubagent && !untimed
    return [
      ...(this.#scan.types.mostlyUnknown || hasAnswersOnly ? ['format-drift' as const] : []),
      ...(untimed ? ['no-timestamps' as const] : []),
    ]
  }
}

/** The name of a file without its ending. */
export function stemOf(relative: string): string {
  return relative.slice(relative.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '')
}
