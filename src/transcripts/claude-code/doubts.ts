import type { TurnBuilder } from '../turns.ts'

/** Lines around a removal from the queue in which the same message makes it no trigger of its own. */
const linesBefore = 5
const linesAfter = 50

interface QueuedText {
  line: number
  text: string
}

interface Message extends QueuedText {
  uuid: string | null
}

export interface DoubtState {
  /** A slash command, until the next record shows who answered it. */
  command: Message | null
  /** What the client did about it by itself: it answered, and then may have passed words on to the agent. */
  local?: 'answered' | 'passed on' | undefined
  /** What would be the command itself delivered again, if it is a trigger. */
  repeats: Message[]
  /** Messages taken from the queue, until it is clear that they were not delivered otherwise. */
  removals: QueuedText[]
  /** Messages that arrived by themselves a short while ago. */
  delivered: QueuedText[]
}

/** The questions a line can leave open for later lines to decide (transcripts.md C2 and C8). */
export class Doubts {
  #state: DoubtState
  readonly #turns: TurnBuilder

  constructor(turns: TurnBuilder, state?: DoubtState) {
    this.#turns = turns
    this.#state = copyOf(state ?? { command: null, repeats: [], removals: [], delivered: [] })
  }

  get state(): DoubtState {
    return copyOf(this.#state)
  }

  /** The command without an answer so far. */
  get openCommand(): Message | null {
    return this.#state.command
  }

  command(message: Message): void {
    this.#state.command = message
    this.#state.local = undefined
  }

  /** What the client writes by itself after a command; answers alone leave nothing to the agent. */
  client(wrote: 'answer' | 'words for the agent'): void {
    if (wrote === 'answer') this.#state.local ??= 'answered'
    else if (this.#state.local === 'answered') this.#state.local = 'passed on'
  }

  /** Whoever speaks next decides the open command: one that the client answered by itself is the agent's only if it was passed on. */
  spoken(by: 'user' | 'agent'): Message[] {
    const { local } = this.#state
    return this.#decideCommand(local === 'answered' || (local === 'passed on' && by === 'user'))
  }

  repeat(message: Message): void {
    this.#state.repeats.push(message)
  }

  /** Decides the open command, and answers which messages turn out to be triggers. */
  #decideCommand(isLocal: boolean): Message[] {
    const { command, repeats } = this.#state
    if (!command) return []
    this.#state.command = null
    this.#state.local = undefined
    this.#state.repeats = []
    const [triggers, others] = isLocal ? [repeats, [command]] : [[command], repeats]
    for (const { line } of others) this.#turns.refuse(line)
    for (const { line, text } of triggers) {
      this.#turns.confirm(line)
      this.delivered(line, text)
    }
    return triggers
  }

  /** Whether a message taken from the queue may be a trigger, for all that was delivered before it. */
  mayRemove(line: number, text: string): boolean {
    return !this.#state.delivered.some(one => one.text === text && near(one.line - line))
  }

  removal(said: QueuedText): void {
    this.#state.removals.push(said)
  }

  /** A message that is a trigger in its own right. */
  delivered(line: number, text: string): void {
    const state = this.#state
    state.removals = state.removals.filter(removal => {
      const isSame = removal.text === text && near(line - removal.line)
      if (isSame) this.#turns.refuse(removal.line)
      return !isSame
    })
    state.delivered = state.delivered.filter(one => one.line >= line - linesBefore)
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

  /** The file ends here: the command has no answer, and nothing else was delivered. */
  close(): void {
    this.#decideCommand(this.#state.local !== undefined)
    for (const { line } of this.#state.removals) this.#turns.confirm(line)
    this.#state.removals = []
  }

  #mayBeDelivered(removal: QueuedText): boolean {
    const { command, repeats } = this.#state
    if (!command) return false
    return [command, ...repeats].some(({ line, text }) => text === removal.text && near(line - removal.line))
  }
}

/** Whether a delivery that many lines after a removal (or before it) is one and the same message. */
function near(after: number): boolean {
  return after >= -linesBefore && after <= linesAfter
}

function copyOf({ command, local, repeats, removals, delivered }: DoubtState): DoubtState {
  return { command, local, repeats: [...repeats], removals: [...removals], delivered: [...delivered] }
}
