import { z } from 'zod'
import { reference } from '../../kernel/text.ts'
import { projectOperation } from '../context.ts'
import { type ContentFieldName, contentFieldNames } from '../fields.ts'
import { findByRecord } from '../find.ts'
import { recordDiff } from '../history.ts'
import { requireRecord } from '../locate.ts'
import { Record, RecordId, SessionArguments } from '../schema.ts'
import { parseSelector, type Selected, selectVersion } from '../selectors.ts'
import { resolveSession } from '../session.ts'

const Change = z.object({ old: z.unknown(), new: z.unknown() })
const Diff = z.string()
/** A change of every field of the content; the body's is a unified diff. */
const changes = Object.fromEntries(
  contentFieldNames.map(field => [field, (field === 'body' ? Diff : Change).optional()]),
) as {
  [field in ContentFieldName]: z.ZodOptional<field extends 'body' ? typeof Diff : typeof Change>
}
const Resolved = z.object({ kind: z.string(), version: z.int(), tick: z.int(), timestamp: z.string() })

export const getRecordDiff = projectOperation({
  name: 'get_record_diff',
  summary: 'Compare two versions of a record.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({
    id: RecordId,
    from: reference().describe('v<N>, tick:<N>, ISO time, first, current, activation (as you loaded it) or last_save'),
    to: reference().default('current').describe('As from'),
    ...SessionArguments,
  }),
  output: z.object({
    from_version: Record,
    to_version: Record,
    diff: z.object(changes),
    from_resolved: Resolved,
    to_resolved: Resolved,
  }),
  find: findByRecord('id'),
  async run({ id, from, to, ...args }, ctx) {
    return ctx.db.read(async tx => {
      const record = await requireRecord(tx, ctx.call, 'id', id)
      const [first, second] = [parseSelector('from', from), parseSelector('to', to)]
      const { session } = await resolveSession(tx, ctx, args, record.project_id)
      const selected = [
        await selectVersion(tx, record, first, from, session),
        await selectVersion(tx, record, second, to, session),
      ] as const
      const [old, current] = [selected[0].version.record, selected[1].version.record]
      return {
        from_version: old,
        to_version: current,
        diff: recordDiff(old, current),
        from_resolved: resolved(selected[0]),
        to_resolved: resolved(selected[1]),
      }
    })
  },
})

function resolved({ kind, version }: Selected) {
  return { kind, version: version.version, tick: version.tick, timestamp: version.ts }
}
