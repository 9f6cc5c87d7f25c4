/** What a check of evidence may find. */
export const verdicts = ['verified', 'changed', 'missing', 'unchecked', 'forgotten'] as const
export type Verdict = (typeof verdicts)[number]

export interface Evidence {
  kind: 'transcript' | 'file' | 'receipt' | 'work_item'
  ref: string
  lines?: string | undefined
  sha256?: string | undefined
}
