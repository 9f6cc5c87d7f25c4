import type { Comment, Issue } from '../../../../src/room/issues/schema.ts'

/** In the order of the columns of the board. */
export const statusWords: { readonly [status in Issue['status']]: string } = {
  open: 'Open',
  'waiting-on-user': 'Waiting on you',
  frozen: 'Frozen',
  closed: 'Closed',
}

export const priorityWords: { readonly [priority in Issue['priority']]: string } = {
  urgent: 'Urgent',
  high: 'High',
  normal: 'Normal',
  low: 'Low',
}

export const certaintyWords: { readonly [status in NonNullable<Issue['epistemicStatus']>]: string } = {
  tentative: 'Tentative',
  proposed: 'Proposed',
  agreed: 'Agreed',
  verified: 'Verified by receipts',
}

export const impactWords: { readonly [level in NonNullable<Comment['impactLevel']>]: string } = {
  cosmetic: 'Cosmetic',
  minor: 'Minor',
  structural: 'Structural',
  'canon-changing': 'Changes the canon',
}

export const auditKindWords: { readonly [kind: string]: string } = {
  packet: 'Task packet',
  receipt: 'Task receipt',
  report: 'Report',
  'session-receipts': 'Receipts',
  'session-receipts-ref': 'Origin of the receipts',
  'round-transcript': 'Round transcript',
}
