import type { z } from 'zod'
import type { EvidenceSpan as EvidenceSpanSchema, Verdict as StoredVerdict } from '../schema.ts'
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

const claimKinds = ['content', 'structural', 'absence', 'access', 'issue'] as const
export type ClaimKind = (typeof claimKinds)[number]

/** Why an accepted reply is not shown as verified: no rule could tell whether its evidence carries what it states. */
const unverifiedReasons = [
  'claim-type-undecided',
  'partly-supported',
  'body-quote-not-found',
  'absence-without-term',
  'absence-of-something-else',
] as const
export type UnverifiedReason = (typeof unverifiedReasons)[number]

export type ParsedEvidence = {
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

export type EvidenceSpan = z.output<typeof EvidenceSpanSchema>

/** The result of checking a reply, with the reasons and kinds that its stored form holds as texts. */
export type GroundingVerdict = Omit<StoredVerdict, 'reason' | 'kind' | 'evidence' | 'unverified'> & {
  reason?: RejectionReason
  detail?: string
  kind?: ClaimKind
  evidence?: ParsedEvidence
  /** Of an accepted reply; absent when every statement was decided. */
  unverified?: UnverifiedReason[]
}

/** Why a reply is refused. The detail holds codes, ids, paths and line numbers of ours, never text of the reply. */
export interface Refusal {
  reason: RejectionReason
  detail?: string
}

export function refusal(reason: RejectionReason, detail?: string): Refusal {
  return detail === undefined ? { reason } : { reason, detail }
}

/** What an accepted request asks to see: paths of the tree where they are known, else as they were written. */
export function accessRequests({ sources, scope }: ParsedEvidence): string[] {
  const named = sources.filter(({ path, error, via }) => path !== null || error !== undefined || via === 'folder')
  return [...new Set([...named.map(({ path, raw }) => path ?? raw), ...(scope?.files ?? [])])]
}
