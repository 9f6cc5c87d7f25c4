import { canonical, wellFormed } from '../../receipts/canonical.ts'

export interface Mismatch {
  round: number
  turnId: string | null
  agentId: string | null
  /** What differs: a part of a receipt, or of how a turn ended. */
  what: string
  recorded: string
  replayed: string
}

/** Keeps the first difference: what follows from it is no news. */
export interface Comparison {
  at: Pick<Mismatch, 'round' | 'turnId' | 'agentId'>
  first: Mismatch | null
  differ(what: string, recorded: unknown, replayed: unknown): void
  /** Notes a difference unless both have the same canonical bytes. */
  compare(what: string, recorded: unknown, replayed: unknown): void
}

export function openComparison(): Comparison {
  const comparison: Comparison = {
    at: { round: 0, turnId: null, agentId: null },
    first: null,
    differ(what, recorded, replayed) {
      comparison.first ??= { ...comparison.at, what, recorded: shown(recorded), replayed: shown(replayed) }
    },
    compare(what, recorded, replayed) {
      if (bytesOf(recorded) !== bytesOf(replayed)) comparison.differ(what, recorded, replayed)
    },
  }
  return comparison
}

function bytesOf(value: unknown): string {
  return canonical(wellFormed({ value }))
}

const maxShown = 300

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= maxShown ? text : text.slice(0, maxShown).toWellFormed()
}
