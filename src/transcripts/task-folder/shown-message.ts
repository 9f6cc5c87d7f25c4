import type { Piece } from '../materialized/line.ts'
import { type TranscriptRecord, wordsAt } from '../record.ts'
import type { Answers } from './answers.ts'

/** Which model a message was answered by. */
export interface Models {
  at(message: TranscriptRecord): string | null
}

/** A message, with everything its lines depend on. */
export interface ShownMessage {
  message: TranscriptRecord
  /** All of the task, and the place of this one. */
  messages: readonly unknown[]
  at: number
  answers: Answers
  models: Models
  piece(role: Piece['role']): Piece
}

/** What a message is about: `say` or `ask` names it. */
export function topicOf(message: TranscriptRecord): string | undefined {
  return wordsAt(message, 'ask') ?? wordsAt(message, 'say')
}
