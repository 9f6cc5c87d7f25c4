import { z } from 'zod'
import { Fault } from '../../kernel/fault.ts'
import { jsonIn } from '../../kernel/json.ts'
import { dottedPath, firstFault } from '../../kernel/shape.ts'
import { reference } from '../../kernel/text.ts'
import { Metadata } from '../metadata.ts'
import { Instant, limits, RecordId, State, Type } from '../schema.ts'
import { Affects, Reason, TextInputs } from '../write-schema.ts'

/** The first line of an export. */
export const Header = z.strictObject({
  format: z.literal('daybook-records'),
  version: z.literal(1),
  project: z.strictObject({ id: z.string(), name: z.string() }),
  tick: z.int(),
  exported: z.string(),
})

const Snapshot = z.strictObject({
  id: RecordId,
  type: Type,
  ...TextInputs,
  state: State,
  parent_id: RecordId.nullable(),
  created: Instant,
  modified: Instant,
  resolved_by: RecordId.optional(),
  related: z.array(RecordId).max(limits.related).optional(),
  metadata: Metadata.optional(),
  project_id: z.string(),
  version: z.int().min(1),
  state_reason: Reason.optional(),
  affects: Affects.optional(),
  superseded_by: RecordId.optional(),
})

/** One line per record: all its versions, oldest first. */
export const ExportedRecord = z.strictObject({
  id: RecordId,
  versions: z
    .array(
      z.strictObject({
        tick: z.int().min(1),
        session_id: reference(),
        change: z.enum(['created', 'updated', 'transition', 'moved', 'retyped']),
        fields: z.array(z.string()),
        reason: Reason.nullable(),
        forced: z.boolean(),
        overwritten_version: z.int().nullable(),
        record: Snapshot,
      }),
    )
    .min(1),
})
export type ExportedRecord = z.output<typeof ExportedRecord>

/** Parses an export; the error names the first invalid line. */
export function parseExport(jsonl: string): ExportedRecord[] {
  const lines = jsonl.split('\n').filter(line => line.trim() !== '')
  parseLine(Header, lines[0] ?? '', 1)
  return lines.slice(1).map((line, index) => parseLine(ExportedRecord, line, index + 2))
}

function parseLine<S extends z.ZodType>(schema: S, line: string, number: number): z.output<S> {
  const parsed = schema.safeParse(jsonIn(line))
  if (parsed.success) return parsed.data
  const { path, code } = firstFault(parsed.error)
  throw new Fault('INVALID_INPUT', `Line ${number} is not part of an export of records.`, {
    details: { fields: [{ path: `jsonl:${number}.${dottedPath(path)}`, rule: code }] },
    hint: 'Import a file written by export_records, unchanged.',
  })
}
