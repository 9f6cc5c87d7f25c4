import { z } from 'zod'
import type { Tx } from '../../db/db.ts'
import { nextTick } from '../../projects/store.ts'
import { recordsOperation } from '../context.ts'
import { noSession } from '../locate.ts'
import { recordId } from '../record-id.ts'
import { Keyed, Replayed, SessionArguments, SessionEcho, SessionSummary } from '../schema.ts'
import { aim, lockOpen } from '../session.ts'
import { sessionWrite } from '../session-write.ts'
import { logActivity } from '../store/activity.ts'
import { changedBy, insertChange } from '../store/versions.ts'
import { advanceSession } from '../write.ts'

const Saved = z.object({
  success: z.literal(true),
  saved_records: z.array(z.string()),
  last_save: z.string(),
  ...SessionEcho,
  ...Replayed,
})

export const saveSession = recordsOperation({
  name: 'save_session',
  summary: 'Checkpoint the session. Every write is already stored; this marks the point.',
  effect: 'append',
  input: z.strictObject({ summary: SessionSummary.optional(), ...SessionArguments, ...Keyed }),
  output: Saved,
  async run(args, ctx) {
    const locate = async (tx: Tx) => {
      const aimed = await aim(tx, ctx, args)
      if (!aimed.session) throw noSession()
      return { project: aimed.project, aimed }
    }
    const asked = { operation: 'save_session', args, output: Saved, locate }
    return sessionWrite(ctx, asked, async (tx, { project, aimed, now }) => {
      const session = await lockOpen(tx, aimed)
      if (!session) throw noSession()
      const saved = await changedBy(tx, session.id, project.id, session.last_save_tick ?? session.start_tick)
      const { tick, ts } = await nextTick(tx, project, now)
      const common = { tick, ts, seq: null, version: null }
      await insertChange(tx, { ...common, project_id: project.id, kind: 'saved', session_id: session.id })
      await advanceSession(tx, { ...session, last_save_tick: tick, last_save_ts: ts }, tick, now)
      await logActivity(tx, {
        project: project.id,
        tick,
        ts,
        session: session.id,
        type: 'session_saved',
        summary: args.summary || 'Session saved',
        details: { saved_records: saved.map(recordId) },
      })
      const result = {
        success: true as const,
        saved_records: saved.map(recordId),
        last_save: ts,
        session_id: session.id,
        session_resolution: aimed.via,
        tick,
      }
      return { result, session, keep: true, seqs: [] }
    })
  },
})
