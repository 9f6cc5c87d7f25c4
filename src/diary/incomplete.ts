import type { IncompleteReason } from './schema.ts'

/** What is said of a day that is over and still not final. */
const words: { [reason in IncompleteReason]: string } = {
  'unknown-format': 'records of a format that this version does not know',
  'cut-off': 'a transcript ends in the middle of a record or is shorter than it was',
  rewritten: 'a transcript was rewritten after it was read',
  'unreadable-lines': 'lines of a transcript cannot be read',
  'left-out': 'a transcript could not be copied and was left out',
  'missing-subagents': 'transcripts of sub-agents are missing',
}

/** Why a day is not final, as one phrase; empty when nothing is missing. */
export function incompleteWords(reasons: readonly IncompleteReason[]): string {
  return reasons.map(reason => words[reason]).join('; ')
}
