import { type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import { typedText } from './trigger.ts'

/** The messages the user has queued and the agent has not taken yet. */
export class SteeringQueue {
  #waiting: string[]

  constructor(waiting: readonly string[] = []) {
    this.#waiting = [...waiting]
  }

  get state(): string[] {
    return [...this.#waiting]
  }

  /** What a `queue-operation` took out in the middle of the agent's work, in the user's words (C2). */
  apply(record: TranscriptRecord): string | null {
    switch (record.operation) {
      case 'enqueue':
        this.#waiting.push(textAt(record, 'content') ?? '')
        return null
      case 'popAll':
        this.#waiting = []
        return null
      case 'dequeue':
        this.#waiting.shift()
        return null
      case 'remove': {
        const oldest = this.#waiting.shift()
        return typedText((wordsAt(record, 'content') ?? oldest ?? '').trim())
      }
      default:
        return null
    }
  }
}
