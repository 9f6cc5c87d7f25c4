import type { SourceReader } from '../../src/transcripts/reader.ts'

/** Transcripts, and what a person found in them: rows of label files, each of the field that knows its shape. */
export interface TruthSet {
  reader: SourceReader
  /** Of the transcripts. */
  paths: readonly string[]
  labels: readonly Label[]
}

export type Label = { readonly [key: string]: unknown }

/** One figure with the bound it has to keep. */
export interface Measure {
  name: string
  /** Null when the labels hold nothing to measure. */
  share: number | null
  target: number
  /** The share may be at most the target; otherwise at least. */
  isLimit?: boolean
}

/** What was found for the labels of a field. */
export interface Judgement {
  /** What was looked at, as one sentence. */
  basis: string
  measures: Measure[]
  /** One line for every label that was missed. */
  misses: string[]
}

/** Judges its own labels of a set; null when the set has none. */
export type JudgeField = (set: TruthSet) => Promise<Judgement | null>

export function isMissed({ share, target, isLimit = false }: Measure): boolean {
  if (share === null) return false
  return isLimit ? share > target : share < target
}

export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}
