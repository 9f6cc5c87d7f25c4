import { z } from 'zod'
import { text } from '../../kernel/text.ts'

export const entryTypes = [
  'character',
  'location',
  'lore',
  'faction',
  'technology',
  'culture',
  'event',
  'theme',
  'glossary',
  'biology',
  'misc',
] as const
export type EntryType = (typeof entryTypes)[number]

/** In UTF-8 bytes. */
export const entryLimits = { scope: 40, topic: 40, defines: 80, constraint: 200, summary: 200 } as const

const shortText = (max: number) => text({ max, bytes: true })

const content = {
  type: z.enum(entryTypes),
  scope: z.array(shortText(entryLimits.scope)).min(1).max(5),
  hardness: z.enum(['hard', 'soft']),
  topics: z.array(shortText(entryLimits.topic)).max(8),
  defines: z.array(shortText(entryLimits.defines)).max(12),
  constraints: z.array(shortText(entryLimits.constraint)).max(12),
  summary: shortText(entryLimits.summary),
}

/** What a card says, as a model or the rules extract it. */
export const CardContent = z.strictObject(content)
export type CardContent = z.output<typeof CardContent>

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** One card in the index, with the hash of the text it was made from. */
export const CanonEntry = z.strictObject({
  path: z.string().min(1).max(1024),
  sha256: Sha256,
  ...content,
  method: z.enum(['model', 'deterministic']),
  agentId: z.string().max(80).nullable(),
  extractedAt: z.string(),
})
export type CanonEntry = z.output<typeof CanonEntry>

/** An entry made elsewhere: what can be known from the card itself may be left out. */
export const GivenEntry = CanonEntry.partial({ sha256: true, method: true, agentId: true, extractedAt: true })
export type GivenEntry = z.output<typeof GivenEntry>

export const canonSchemaVersion = 1

export const CanonMeta = z.strictObject({
  schemaVersion: z.literal(canonSchemaVersion),
  indexedAt: z.string(),
  agentId: z.string().max(80).nullable(),
  entries: z.array(CanonEntry),
})
export type CanonMeta = z.output<typeof CanonMeta>

/** The same for a model; lengths are checked again in bytes. */
export const cardContentSchema = z.toJSONSchema(CardContent, { io: 'input' })
