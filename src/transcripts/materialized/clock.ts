import { parseTimestamp } from '../timestamp.ts'
import type { Moment } from './line.ts'

/** The last instant that a timestamp of four digits for the year can name. */
const latest = 253_402_300_799_999

/** Milliseconds, or a timestamp, if they name a real instant. */
export function instantOf(value: unknown): number | null {
  if (typeof value === 'string') return parseTimestamp(value)
  return typeof value === 'number' && value > 0 && value <= latest ? Math.trunc(value) : null
}

export function timestampOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

/** Gives every message of a conversation a time: its own, else the last one known, else the conversation's. */
export class MessageClock {
  readonly #began: number | null
  #last: number | null = null

  constructor(began: number | null) {
    this.#began = began
  }

  moment(own: number | null): Moment {
    if (own !== null) {
      this.#last = own
      return { timestamp: timestampOf(own), time_basis: 'own' }
    }
    if (this.#last !== null) return { timestamp: timestampOf(this.#last), time_basis: 'carried' }
    return { timestamp: timestampOf(this.#began), time_basis: 'conversation' }
  }
}
