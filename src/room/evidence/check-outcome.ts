import type { RejectionReason } from './verdict.ts'

/** Why a reply is refused. The detail holds codes, ids, paths and line numbers of ours, never text of the reply. */
export interface Refusal {
  reason: RejectionReason
  detail?: string
}

export function refusal(reason: RejectionReason, detail?: string): Refusal {
  return detail === undefined ? { reason } : { reason, detail }
}
