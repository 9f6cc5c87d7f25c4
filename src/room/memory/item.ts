import { z } from 'zod'

export const itemStates = ['active', 'archived', 'expired'] as const
export const RepLevel = z.int().min(1).max(5)
export const mostContent = 8000

export const ItemVersion = z.looseObject({
  id: z.string(),
  repLevel: RepLevel,
  content: z.string().max(mostContent),
  derivedFrom: z.string().optional(),
  derivationKind: z.string().optional(),
  createdAt: z.string(),
})
export type ItemVersion = z.output<typeof ItemVersion>

export const ItemEvent = z.looseObject({
  id: z.string(),
  seq: z.int().min(1),
  ts: z.string(),
  author: z.string().max(80),
  text: z.string().max(mostContent),
  meta: z.record(z.string(), z.unknown()).optional(),
})
export type ItemEvent = z.output<typeof ItemEvent>

/** Something an agent remembers, told at several lengths: 5 the witnesses, 4 the text, 3 to 1 shorter and shorter. */
export const MemoryItem = z.looseObject({
  id: z.string(),
  agentId: z.string(),
  topicKey: z.string().max(200),
  state: z.enum(itemStates),
  defaultLevel: RepLevel,
  pinnedMinLevel: RepLevel.optional(),
  activeVersionId: z.string().optional(),
  activeLockUntil: z.string().optional(),
  tags: z.array(z.string().max(80)),
  createdAt: z.string(),
  lastAccessedAt: z.string(),
  versions: z.array(ItemVersion),
  events: z.array(ItemEvent),
  /** Since when it is out of use. */
  archivedAt: z.string().optional(),
  /** What `more` goes on from. */
  lastServedLevel: RepLevel.optional(),
})
export type MemoryItem = z.output<typeof MemoryItem>

export const MemoryBook = z.looseObject({ version: z.literal(1), items: z.array(MemoryItem) })
export type MemoryBook = z.output<typeof MemoryBook>
