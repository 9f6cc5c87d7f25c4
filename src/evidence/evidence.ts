/** What a check of evidence may find. */
export const verdicts = ['verified', 'changed', 'missing', 'unchecked', 'forgotten'] as const
export type EvidenceVerdict = (typeof verdicts)[number]

export interface Evidence {
  kind: 'transcript' | 'file' | 'receipt' | 'work_item'
  ref: string
  lines?: string | undefined
  sha256?: string | undefined
}

/** What a place that evidence names holds now. */
export interface CitedNow {
  /** The hash of the cited bytes, where they can be cited with one. */
  sha256: string | undefined
  /** The bytes as text, where they are text that people read; long ones are cut. */
  text: string | undefined
  cut: boolean
}

/** Places that are no files, in the words of `ref`: a commit of the project's repository, an issue of its room. */
export const commitRef = /^commit:([0-9a-f]{7,40})$/
export const issueRef = /^issue:([1-9]\d{0,8})$/
