import type { z } from 'zod'
import type { Receipt } from '../../receipts/receipt.ts'
import type { Audit } from '../audit/open.ts'
import type { EvidenceSpan as EvidenceSpanSchema, Verdict as StoredVerdict } from '../schema.ts'
import type { WorkspaceVfs } from '../workspace/create-vfs.ts'
import type { Settings } from '../workspace/settings.ts'
import type { FileClass, Snapshot } from '../workspace/vfs.ts'

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
  /** Why statements of an accepted reply could not be decided; left out when all were. */
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

export interface ReplyCheck {
  text: string
  kind: 'tools' | 'tools+json' | 'json' | 'phase2' | 'step'
  /** Whether the bare word is an answer here; in the second phase it is. */
  mayAbstain?: boolean
  /** As it was written; its canonical key decides. */
  role: string
  /** A setting of the agent that narrows what its role may cite, and never widens it. */
  evidenceSources?: readonly FileClass[]
  /** Null when a reply is checked outside of any session: then every receipt of the project may be cited. */
  session: string | null
  round?: string
  turn: string
  /** All of the session; which of them may be cited is decided here. */
  receipts: readonly Receipt[]
  snapshot: Snapshot
  audit: Audit
  settings: Omit<Settings['evidence'], 'retries'>
}

/**
 * The tree a reply is held against: its names are those on disk now, and what it names is read from there. The number of
 * a scene is known from inside the files, so a text with one needs a tree that has looked at them.
 */
export function treeForCheck(vfs: Pick<WorkspaceVfs, 'names' | 'snapshot'>, text: string): Promise<Snapshot> {
  return numberedScene.test(text) ? vfs.snapshot() : vfs.names()
}

const numberedScene = /scenes?(?:[ \t]*#)?[ \t]*\d/iu
