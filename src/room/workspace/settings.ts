import { z } from 'zod'
import { isObject } from '../../kernel/json.ts'
import { faultyPaths } from '../../kernel/shape.ts'
import { text } from '../../kernel/text.ts'
import { mergeSections } from '../store/json-store.ts'

const additions = z.array(text({ max: 200, bytes: true })).max(50)
const whole = (minimum: number, maximum: number) => z.int().min(minimum).max(maximum)

/** The whole of what a workspace may set. Nothing here can weaken parsing, nonces, receipts or evidence. */
export const Settings = z.strictObject({
  chat: z
    .strictObject({
      malformedRetries: whole(0, 1).default(0),
      requireToolPhrases: z.boolean().default(true),
      historyExchanges: whole(0, 20).default(8),
      historyBytes: whole(0, 64_000).default(16_000),
      turnTimeoutSec: whole(30, 3600).default(600),
    })
    .prefault({}),
  evidence: z
    .strictObject({
      retries: whole(0, 2).default(1),
      receiptRule: z.enum(['explicit', 'tied']).default('explicit'),
      /** Added to the openings that give reasoning away. */
      cotPrefixes: additions.default([]),
      /** Added to the words that make a claim one about content. */
      contentMarkers: additions.default([]),
    })
    .prefault({}),
  conference: z.strictObject({ autoResume: z.boolean().default(true) }).prefault({}),
  tasks: z.strictObject({ maxAttempts: whole(1, 3).default(2) }).prefault({}),
  tiers: z.strictObject({ limitOutput: z.boolean().default(false) }).prefault({}),
  debug: z.strictObject({ keepPrompts: z.boolean().default(false) }).prefault({}),
  vfs: z.strictObject({ maxFileBytes: whole(1, 8_388_608).default(2_097_152) }).prefault({}),
})
export type Settings = z.infer<typeof Settings>

export type SettingsChange = { settings: Settings } | { refused: string[] }

/** Settings with the given keys changed and all others kept; or the keys that are unknown or out of range. */
export function changeSettings(current: Settings, given: unknown): SettingsChange {
  if (!isObject(given)) return { refused: [''] }
  const parsed = Settings.safeParse(mergeSections(current, nestKeys(given)))
  if (parsed.success) return { settings: parsed.data }
  return { refused: faultyPaths(parsed.error) }
}

type Tree = { [key: string]: unknown }

/** Keys may be written as they are listed, `chat.malformedRetries`, or as objects within objects. */
function nestKeys(given: Tree): Tree {
  const tree: Tree = Object.create(null)
  for (const [key, value] of Object.entries(given)) {
    const [section = '', ...rest] = key.split('.')
    const inner = rest.length > 0 ? { [rest.join('.')]: value } : value
    const before = tree[section]
    tree[section] = isObject(before) && isObject(inner) ? { ...before, ...inner } : inner
  }
  return tree
}
