import { z } from 'zod'
import { Count, Record, RecordRef } from './schema.ts'
import { Warning } from './write-schema.ts'

/** Sent instead of a record whose current version the session already has. */
export const Unchanged = z.object({ id: z.string(), version: z.int(), unchanged: z.literal(true) })
const Delivered = z.union([Record, Unchanged])

export const ContextBundle = z.object({
  target: Delivered,
  parent: Delivered.nullable(),
  children: z.object({
    open: z.array(Delivered),
    other: z.array(RecordRef),
    open_total: Count,
    other_total: Count,
  }),
  grandchildren: z.array(RecordRef),
  grandchildren_total: Count,
  warnings: z.array(Warning).optional(),
  truncated: z.literal(true).optional(),
})
