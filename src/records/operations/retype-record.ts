import { z } from 'zod'
import { formatInstant } from '../../kernel/instants.ts'
import { projectOperation } from '../context.ts'
import { toColumns } from '../fields.ts'
import { findByRecord } from '../find.ts'
import { beginPersonWrite, requireVersion } from '../person.ts'
import { Record, RecordId, SessionId, Type } from '../schema.ts'
import { wireRecord } from '../wire.ts'
import { writeVersion } from '../write.ts'

export const retypeRecord = projectOperation({
  name: 'retype_record',
  audience: 'people',
  summary: 'Give a record another type.',
  effect: 'change',
  access: 'admin',
  input: z.strictObject({
    id: RecordId,
    type: Type,
    base_version: z.int().min(1).describe('Version you looked at'),
    session_id: SessionId.optional(),
  }),
  output: z.object({ record: Record, tick: z.int() }),
  find: findByRecord('id'),
  async run({ id, type, base_version, session_id }, ctx) {
    return ctx.db.write(async tx => {
      const { project, record, session, author } = await beginPersonWrite(tx, ctx, { id, session_id })
      await requireVersion(tx, record, base_version)
      const next = type.trim()
      if (next === record.type) return { record: wireRecord(record), tick: project.tick }
      const written = await writeVersion(tx, {
        project,
        session,
        author,
        now: formatInstant(ctx.clock()),
        record: { ...record, ...toColumns({ type: next }) },
        change: 'retyped',
        fields: ['type'],
        activity: {
          type: 'record_updated',
          summary: `Changed the type of ${record.id}`,
          details: { fields: ['type'], from: record.type, to: next },
        },
      })
      return { record: wireRecord(written.record), tick: written.tick }
    })
  },
})
