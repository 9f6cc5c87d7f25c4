import { z } from 'zod'
import { nextTick } from '../../projects/store.ts'
import { projectOperation } from '../context.ts'
import { findBySession } from '../find.ts'
import { sessionNotFound } from '../locate.ts'
import { recordId } from '../record-id.ts'
import { SessionArguments, SessionEcho } from '../schema.ts'
import { lockOpenSession } from '../session.ts'
import { sessionWrite } from '../session-write.ts'
import { logActivity } from '../store/activity.ts'
import { changedBy, insertChange } from '../store/versions.ts'
import { advanceSession } from '../write.ts'
import { Keyed, Replayed, SessionSummary } from '../write-schema.ts'

const Saved = z.object({
  success: z.literal(true),
  saved_records: z.array(z.string()),
  last_save: z.string(),
  ...SessionEcho,
  ...Replayed,
})

export const saveSession = projectOperation({
  name: 'save_session',
  summary: 'Checkpoint the session. Every write is already stored; this marks the point.',
  effect: 'append',
  access: 'writer',
  input: z.strictObject({ summary: SessionSummary.optional(), ...SessionArguments, ...Keyed }),
  output: Saved,
  find: findBySession,
  async run(args, ctx) {
    const request = { operation: 'save_session', args, output: Saved }
    return sessionWrite(ctx, request, async (tx, { project, resolved, now }) => {
      const session = await lockOpenSession(tx, resolved)
      if (!session) throw sessionNotFound()
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
        session_resolution: resolved.via,
        tick,
      }
      return { result, session, isReplayable: true, seqs: [] }
    })
  },
})
