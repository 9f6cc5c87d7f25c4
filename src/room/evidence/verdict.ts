import type { FileClass } from '../workspace/vfs.ts'

export const rejectionReasons = [
  'empty',
  'tool-syntax',
  'cot-leak',
  'missing',
  'multiple',
  'format',
  'missing-receipt',
  'receipt-invalid',
  'issue-only',
  'wrong-source',
  'missing-quote',
  'missing-file',
  'file-read-failed',
  'quote-not-found',
  'missing-location',
  'location-out-of-range',
  'missing-scope',
  'absence-contradicted',
  'receipt-mismatch',
  'scope-not-covered',
] as const
export type RejectionReason = (typeof rejectionReasons)[number]

export const claimKinds = ['content', 'structural', 'absence', 'access', 'issue'] as const
export type ClaimKind = (typeof claimKinds)[number]

/** Why an accepted reply is not shown as verified: no rule could tell whether its evidence carries what it states. */
export const unverifiedReasons = [
  'claim-type-undecided',
  'partly-supported',
  'body-quote-not-found',
  'absence-without-term',
  'absence-of-something-else',
] as const
export type UnverifiedReason = (typeof unverifiedReasons)[number]

export interface ParsedEvidence {
  raw: string
  tag?: Exclude<ClaimKind, 'issue'>
  kind: ClaimKind
  receipts: string[]
  sources: { raw: string; path: string | null; class: FileClass | null; via: string; error?: string }[]
  locations: {
    type: 'line' | 'paragraph' | 'section' | 'entry'
    start: number
    end: number
    label?: string
    source: number | null
  }[]
  quotes: { text: string }[]
  terms: string[]
  issues: number[]
  scope: { files: string[]; text: string } | null
  access: boolean
}

export interface EvidenceSpan {
  path: string
  start_line: number
  end_line: number
  start_byte: number
  end_byte: number
  sha256: string
  quote: string
  match: 'exact' | 'normalized'
}

export interface Verdict {
  status: 'accepted' | 'rejected' | 'abstained' | 'stopped'
  reason?: RejectionReason
  detail?: string
  kind?: ClaimKind
  evidence?: ParsedEvidence
  spans: EvidenceSpan[]
  receipts: string[]
  warnings: string[]
  /** Of an accepted reply; absent when every statement was decided. */
  unverified?: UnverifiedReason[]
}
