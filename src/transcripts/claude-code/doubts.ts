import type { TurnBuilder } from '../turns.ts'

/** Lines around a removal from the queue in which the same message makes it no trigger of its own. */
const linesBefore = 5
const linesAfter = 50

export interface DoubtState {
  /** A slash command, until the next record shows who answered it. */
  command: { line: number; text: string; uuid: string | null } | null
  /** Messages taken from the queue, until it is clear that they were not delivered otherwise. */
  removals: { line: number; text: string }[]
  /** Messages that arrived by themselves a short while ago. */
  delivered: { line: number; text: string }[]
}

/** The two questions a line can leave open for later lines to decide (transcripts.md C2 and C8). */
export class Doubts {
  #state: DoubtState
  readonly #turns: TurnBuilder

  constructor(turns: TurnBuilder, state?: DoubtState) {
    this.#turns = turns
    this.#state = state
      ? { command: state.command, removals: [...state.removals], delivered: [...state.delivered] }
      : { command: null, removals: [], delivered: [] }
  }

  get state(): DoubtState {
    return { command: this.#state.command, removals: [...this.#state.removals], delivered: [...this.#state.delivered] }
  }

  command(line: number, text: string, uuid: string | null): void {
    this.#state.command = { line, text, uuid }
  }

  get hasCommand(): boolean {
    return this.#state.command !== null
  }

  /** Decides the open command; the id of its record if it turns out to be a trigger. */
  decideCommand(isLocal: boolean): string | null {
    const { command } = this.#state
    if (!command) return null
    this.#state.command = null
    if (isLocal) {
      this.#turns.refuse(command.line)
      return null
    }
    this.#turns.confirm(command.line)
    this.delivered(command.line, command.text)
    return command.uuid
  }

  /** Whether a message taken from the queue may be a trigger, for all that was delivered before it. */
  mayRemove(line: number, text: string): boolean {
    return !this.#state.delivered.some(one => one.text === text && one.line < line && one.line >= line - linesBefore)
  }

  removal(line: number, text: string): void {
    this.#state.removals.push({ line, text })
  }

  /** A message that is a trigger in its own right. */
  delivered(line: number, text: string): void {
    const state = this.#state
    state.removals = state.removals.filter(removal => {
      const isSame = removal.text === text && near(line - removal.line)
      if (isSame) this.#turns.refuse(removal.line)
      return !isSame
    })
    state.delivered = state.delivered.filter(one => one.line >= line - linesBefore - linesAfter)
    state.delivered.push({ line, text })
  }

  /** Decides what the lines before this one leave no doubt about. */
  reached(line: number): void {
    const state = this.#state
    if (state.removals.length === 0) return
    state.removals = state.removals.filter(removal => {
      const undecided = line - removal.line <= linesAfter || this.#mayBeDelivered(removal)
      if (!undecided) this.#turns.confirm(removal.line)
      return undecided
    })
  }

  /** The file ends here: nobody answered the command, and nothing else was delivered. */
  close(): void {
    this.decideCommand(false)
    for (const { line } of this.#state.removals) this.#turns.confirm(line)
    this.#state.removals = []
  }

  #mayBeDelivered({ line, text }: { line: number; text: string }): boolean {
    const { command } = this.#state
    return command !== null && command.text === text && near(command.line - line)
  }
}

/** Whether a delivery so many lines after a removal (or before it) is one and the same message. */
function near(after: number): boolean {
  return after >= -linesBefore && after <= linesAfter
}
