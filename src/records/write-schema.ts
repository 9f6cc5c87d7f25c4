import { z } from 'zod'
import { text } from '../kernel/text.ts'
import { limits, RecordId } from './schema.ts'
import type { TextField } from './text-fields.ts'

// Fields of operations that write, in a file of their own so that a command that only reads does not build them.

const Title = text({ max: limits.title, oneLine: true })
const Summary = text({ max: limits.summary }).describe('1-2 sentences for listings')
const Body = text({ max: limits.bodyBytes, bytes: true })
/** How each text field is checked when it is written or imported. */
export const TextInputs = { title: Title, summary: Summary, body: Body } satisfies { [field in TextField]: z.ZodType }
export const Reason = text({ max: limits.reason, blank: true })
export const Related = z.array(RecordId).max(limits.related)
export const Affects = z
  .array(
    text({ max: limits.glob, oneLine: true }).check(ctx => {
      const rule = globRule(ctx.value)
      if (rule) ctx.issues.push({ code: 'custom', input: ctx.value, params: { rule } })
    }),
  )
  .max(limits.affects)
  .describe('Globs of files it governs')
export const SessionSummary = text({ max: limits.sessionSummary, blank: true })
const IdempotencyKey = z
  .string()
  .min(1)
  .max(limits.idempotencyKey)
  .regex(/^[\x20-\x7e]+$/)
  .describe('Same key, same call: done once')

export const Keyed = { idempotency_key: IdempotencyKey.optional() }
export const Replayed = { replayed: z.literal(true).optional() }

function globRule(glob: string): string | undefined {
  if (glob.startsWith('/') || glob.split('/').includes('..')) return 'below the folder of the project'
  // People write them as a list with commas.
  return glob.includes(',') || glob !== glob.trim() ? 'no comma, no space around it' : undefined
}
