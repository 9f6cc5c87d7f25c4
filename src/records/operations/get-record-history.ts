import { z } from 'zod'
import { projectOperation } from '../context.ts'
import { findByRecord } from '../find.ts'
import { bodyDiff, summarize } from '../history.ts'
import { requireRecord } from '../locate.ts'
import { Instant, RecordId } from '../schema.ts'
import { beginningOfTime } from '../store/activity.ts'
import { loadHistory, loadVersion } from '../store/versions.ts'

export const getRecordHistory = projectOperation({
  name: 'get_record_history',
  summary: 'Every version of a record, newest first, with body diffs.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({
    id: RecordId,
    since: Instant.optional(),
    limit: z.int().min(1).max(500).default(50),
    before_version: z.int().min(1).optional().describe('For paging'),
  }),
  output: z.object({
    history: z.array(
      z.object({
        timestamp: z.string(),
        session_id: z.string(),
        change_type: z.enum(['created', 'updated', 'transition', 'moved', 'retyped']),
        summary: z.string(),
        diff: z.string().optional(),
        version: z.int(),
        tick: z.int(),
        fields: z.array(z.string()),
        reason: z.string().optional(),
        forced: z.literal(true).optional(),
      }),
    ),
    total: z.int(),
  }),
  find: findByRecord('id'),
  async run({ id, since, limit, before_version }, { db, call }) {
    return db.read(async tx => {
      const { seq } = await requireRecord(tx, call, 'id', id)
      const before = before_version ?? Number.MAX_SAFE_INTEGER
      const { versions, total } = await loadHistory(tx, { seq, since: since ?? beginningOfTime, before, limit })
      const oldest = versions.at(-1)
      const earlier = oldest && oldest.version > 1 ? await loadVersion(tx, seq, oldest.version - 1) : undefined
      const history = versions.map((version, index) => {
        const previous = (versions[index + 1] ?? earlier)?.record
        const diff = previous && previous.body !== version.record.body ? bodyDiff(previous, version.record) : undefined
        return {
          timestamp: version.ts,
          session_id: version.session_id,
          change_type: version.change as 'updated',
          summary: summarize(version, previous),
          ...(diff && { diff }),
          version: version.version,
          tick: version.tick,
          fields: version.fields,
          ...(version.reason !== null && { reason: version.reason }),
          ...(version.forced === 1 && { forced: true as const }),
        }
      })
      return { history, total }
    })
  },
})
