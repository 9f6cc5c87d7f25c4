import type { TokenUsage } from '../event.ts'
import { FileScan } from '../file-scan.ts'
import type { Line } from '../lines.ts'
import type { Checkpoint, FileSummary, Resume, ScannedFile, Scanner, ScanWarning } from '../reader.ts'
import { objectAt, type TranscriptRecord, wordsAt } from '../record.ts'
import { memberKey, type RecordView, recurringKey } from '../record-view.ts'
import type { Exclusion } from '../source.ts'
import { parseTimestamp } from '../timestamp.ts'
import { Echoes, type EchoState } from './echoes.ts'
import { stemOf, uuidInName } from './paths.ts'
import { isAgentRecord, isScaffolding, mustBeRead, type RecordRole } from './record-roles.ts'
import { isFlat, recordTypes, typeName } from './record-types.ts'
import { type MetaState, OwnMeta } from './session-meta.ts'
import { isSourceContext } from './source-context.ts'
import { tokenCountOf } from './token-counts.ts'
import { type UserRecord, userRecordOf } from './user-text.ts'

const keys = {
  type: recurringKey('type'),
  timestamp: memberKey('timestamp'),
  payload: memberKey('payload'),
  role: recurringKey('role'),
}

interface State {
  echoes: EchoState
  meta: MetaState
  /** The first working directory a turn was given. */
  cwd: string | null
  model: string | null
  totals: TokenUsage | null
  flat: boolean
  wrapped: boolean
  answered: boolean
}

/** Finds the turns of a Codex rollout, line by line. */
export class CodexScanner implements Scanner {
  readonly #file: ScannedFile
  readonly #scan: FileScan<State>
  readonly #echoes: Echoes
  readonly #meta: OwnMeta
  #cwd: string | null
  #model: string | null
  #totals: TokenUsage | null
  #flat: boolean
  #wrapped: boolean
  #answered: boolean

  constructor(file: ScannedFile, from?: Resume) {
    this.#file = file
    this.#scan = new FileScan<State>(recordTypes, from)
    const state = this.#scan.resumed
    this.#echoes = new Echoes(state?.echoes)
    this.#meta = new OwnMeta(uuidInName(file.relative), state?.meta)
    this.#cwd = state?.cwd ?? null
    this.#model = state?.model ?? null
    this.#totals = state?.totals ?? null
    this.#flat = state?.flat ?? false
    this.#wrapped = state?.wrapped ?? false
    this.#answered = state?.answered ?? false
  }

  line(line: Line): void {
    const view = this.#scan.tally.look(line, 2)
    if (!view) {
      this.#scan.turns.cover(line, null)
      return
    }
    const role: RecordRole = {
      type: view.text(keys.type),
      kind: view.textIn(keys.payload, keys.type),
      role: view.textIn(keys.payload, keys.role),
    }
    const at = this.#scan.tally.instant(instantOf(view, role))
    this.#scan.types.add(typeName(role))
    if (view.isObject(keys.payload)) this.#wrapped = true
    else if (isFlat(role)) this.#flat = true
    const record = mustBeRead(role) ? view.record() : null
    const user = record && userRecordOf(record)
    if (record) this.#note(record)
    if (isAgentRecord(role, user)) {
      this.#answered = true
      this.#echoes.agent()
    }
    if (user && !isSourceContext(user.beginning)) this.#hear(line, at, user)
    this.#scan.turns.cover(line, at, isScaffolding(role, user))
  }

  checkpoint(): Checkpoint {
    return this.#scan.checkpoint({
      echoes: this.#echoes.state,
      meta: this.#meta.state,
      cwd: this.#cwd,
      model: this.#model,
      totals: this.#totals,
      flat: this.#flat,
      wrapped: this.#wrapped,
      answered: this.#answered,
    })
  }

  summary(): FileSummary {
    const own = this.#meta.own
    const turns = this.#scan.turns.all().map(turn => ({ ...turn, branch: own?.branch ?? null }))
    const excluded = own?.excluded ?? (turns.length === 0 ? 'no-trigger' : null)
    return this.#scan.summary({
      sessionId: own?.id ?? stemOf(this.#file.relative),
      root: own?.cwd ?? this.#cwd,
      excluded,
      turns,
      warnings: this.#warnings(excluded),
      forkedFrom: this.#meta.ambiguous ? null : (own?.forkedFrom ?? null),
    })
  }

  #note(record: TranscriptRecord): void {
    const payload = objectAt(record, 'payload')
    if (record.type === 'session_meta') this.#meta.add(payload)
    if (record.type === 'turn_context') {
      this.#cwd ??= wordsAt(payload, 'cwd') ?? null
      this.#model = wordsAt(payload, 'model') ?? this.#model
    }
    this.#totals = tokenCountOf(record)?.total ?? this.#totals
  }

  #hear(line: Line, at: number | null, user: UserRecord): void {
    const echoed = user.mark === 'R' ? null : this.#echoes.match(line.number, at, user)
    if (echoed !== null) this.#scan.turns.echo(echoed, line.number)
    if (echoed !== null || at === null) return
    if (user.mark === 'R') this.#echoes.message(line.number, at, user)
    const kind = user.text.trim() === '' ? 'context' : 'message'
    const before = { usageBefore: this.#totals, modelBefore: this.#model }
    this.#scan.turns.begin(line, { kind, text: user.text, at, uuid: null, branch: null, ...before })
  }

  #warnings(excluded: Exclusion | null): ScanWarning[] {
    if (this.#flat && !this.#wrapped) return ['legacy-flat']
    const answeredNobody = excluded === 'no-trigger' && this.#answered
    return this.#scan.types.mostlyUnknown || answeredNobody ? ['format-drift'] : []
  }
}

/** A session's meta may keep its time inside. */
function instantOf(view: RecordView, { type }: RecordRole): number | null {
  const at = view.instant(keys.timestamp)
  return at === null && type === 'session_meta' ? parseTimestamp(view.textIn(keys.payload, keys.timestamp)) : at
}
