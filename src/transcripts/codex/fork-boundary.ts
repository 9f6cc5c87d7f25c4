import { isObject, objectAt, type TranscriptRecord, type TurnLine, textAt } from '../record.ts'

/**
 * `own`: nothing was copied into the file, as far as is known. `copying`: it is a fork, and no turn of its own has come.
 * `copied`: the same, and turns of another session were seen. `passed`: what comes is its own.
 */
export type ForkState = 'own' | 'copying' | 'copied' | 'passed'

/**
 * Tells the turns that a fork has copied from its own: the ids of sessions and turns begin with the time they were given,
 * and a session's own turns are younger than itself.
 */
export class ForkBoundary {
  readonly #session: string | null
  #state: ForkState

  constructor(session: string | null, state: ForkState = 'own') {
    this.#session = session !== null && isTimed(session) ? session : null
    this.#state = state
  }

  get state(): ForkState {
    return this.#state
  }

  /** Whether it is still to be seen where the file's own turns begin. */
  get isOpen(): boolean {
    return this.#state === 'copying' || this.#state === 'copied'
  }

  /** The file says that it is a fork. */
  begin(): void {
    if (this.#session !== null) this.#state = 'copying'
  }

  /** A turn begins. */
  turn(id: string | undefined): 'copy' | 'own' | 'own after copies' | 'unknown' {
    if (id === undefined || this.#session === null || !isTimed(id)) return 'unknown'
    if (timeIn(id) < timeIn(this.#session)) {
      this.#state = 'copied'
      return 'copy'
    }
    const hasCopies = this.#state === 'copied'
    this.#state = 'passed'
    return hasCopies ? 'own after copies' : 'own'
  }
}

/** Whether a record begins a turn under an id. */
export function namesTurn(type: string | undefined, kind: string | undefined): boolean {
  return type === 'turn_context' || (type === 'event_msg' && (kind === 'task_started' || kind === 'turn_started'))
}

/** Where the lines of a sub-agent's file are its own, by their index; null where that is unclear. */
export function ownStart(lines: readonly TurnLine[]): number | null {
  const metas = lines.flatMap(({ record }) => (record?.type === 'session_meta' ? [objectAt(record, 'payload')] : []))
  const [own] = metas
  const isCopy = own?.forked_from_id !== undefined || metas.some(meta => meta?.id !== own?.id)
  const ordinal = own?.subagent_history_start_ordinal
  if (typeof ordinal === 'number') return indexOrNull(lines.findIndex(({ record }) => isFrom(record, ordinal)))
  if (!isCopy) return 0
  const boundary = new ForkBoundary(textAt(own, 'id') ?? null)
  return indexOrNull(
    lines.findIndex(({ record }) => {
      const payload = objectAt(record ?? undefined, 'payload')
      const isTurn = namesTurn(textAt(record ?? undefined, 'type'), textAt(payload, 'type'))
      return isTurn && boundary.turn(textAt(payload, 'turn_id')).startsWith('own')
    }),
  )
}

function isFrom(record: TranscriptRecord | null, ordinal: number): boolean {
  return isObject(record) && typeof record.ordinal === 'number' && record.ordinal >= ordinal
}

function indexOrNull(index: number): number | null {
  return index < 0 ? null : index
}

/** A UUID of version 7. */
function isTimed(id: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(id)
}

/** Its milliseconds, as text that sorts like them. */
function timeIn(id: string): string {
  return id.slice(0, 13).toLowerCase()
}
