import { z } from 'zod'
import { projectOperation } from '../context.ts'
import { findByRecord } from '../find.ts'
import { requireOwnSession, requireRecord } from '../locate.ts'
import { RecordId, SessionId, SessionStatus } from '../schema.ts'
import { statusOf, tickGap } from '../staleness.ts'
import { acknowledged, othersActiveOn } from '../store/sessions.ts'

export const getActiveSessions = projectOperation({
  name: 'get_active_sessions',
  summary: 'Who else works on a record.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({ record_id: RecordId, session_id: SessionId.optional() }),
  output: z.object({
    sessions: z.array(
      z.object({
        session_id: z.string(),
        last_activity: z.string(),
        is_current: z.boolean(),
        status: SessionStatus,
        tick_gap: z.int(),
        seen_version: z.int().nullable(),
        acknowledged: z.boolean(),
      }),
    ),
  }),
  find: findByRecord('record_id'),
  async run({ record_id, session_id }, { db, call, records, project }) {
    return db.read(async tx => {
      const record = await requireRecord(tx, call, 'record_id', record_id)
      const named = session_id ?? call.session
      const current =
        named === undefined
          ? call.pointers?.current(project.id)?.session
          : (await requireOwnSession(tx, call, named)).id
      const known = current === undefined ? new Set<string>() : await acknowledged(tx, current, record.seq)
      const sessions = await othersActiveOn(tx, record.seq, '')
      return {
        sessions: sessions.map(session => ({
          session_id: session.id,
          last_activity: session.last_activity,
          is_current: session.id === current,
          status: statusOf(project.tick, session, records.stale_threshold),
          tick_gap: tickGap(project.tick, session),
          seen_version: session.seen_version,
          acknowledged: known.has(session.id),
        })),
      }
    })
  },
})
