import { z } from 'zod'

export const priorities = ['low', 'normal', 'high', 'urgent'] as const
export const issueStatuses = ['open', 'closed', 'waiting-on-user', 'frozen'] as const
export const epistemicStatuses = ['tentative', 'proposed', 'agreed', 'verified'] as const
export const impactLevels = ['cosmetic', 'minor', 'structural', 'canon-changing'] as const

export const issueLimits = { title: 200, body: 1_000_000, tags: 20, comment: 20_000 } as const

export const Comment = z.looseObject({
  id: z.int(),
  author: z.string().max(80),
  body: z.string().max(issueLimits.comment),
  timestamp: z.string(),
  action: z.looseObject({ type: z.string(), details: z.unknown().optional() }).optional(),
  impactLevel: z.enum(impactLevels).optional(),
  evidence: z.unknown().optional(),
})
export type Comment = z.output<typeof Comment>

export const Issue = z.looseObject({
  id: z.int().min(1),
  title: z.string().max(issueLimits.title),
  body: z.string().max(issueLimits.body),
  openedBy: z.string().max(80),
  assignedTo: z.string().max(80).nullable(),
  tags: z.array(z.string().max(80)).max(issueLimits.tags),
  priority: z.enum(priorities),
  status: z.enum(issueStatuses),
  epistemicStatus: z.enum(epistemicStatuses).nullable(),
  comments: z.array(Comment),
  /** What it was made from; there is at most one issue per key. */
  sourceKey: z.string().max(200).optional(),
  /** It archives what was said in this conference, where tools leave it out. */
  conferenceId: z.string().max(80).optional(),
  memoryLevel: z.int().min(1).max(5),
  createdAt: z.string(),
  updatedAt: z.string(),
  closedAt: z.string().optional(),
  deletedAt: z.string().optional(),
  /** Until when agents leave it alone, and what it was before. */
  frozenUntil: z.string().optional(),
  frozenFrom: z.enum(issueStatuses).optional(),
  lastAccessedAt: z.string(),
  semanticTrace: z.string(),
  resolutionSummary: z.string(),
  compressedSummary: z.string(),
})
export type Issue = z.output<typeof Issue>

export const StoredIssues = z.looseObject({ version: z.literal(1), nextId: z.int().min(1), issues: z.array(Issue) })
export type StoredIssues = z.output<typeof StoredIssues>
