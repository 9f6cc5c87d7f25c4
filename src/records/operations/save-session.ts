import { z } from 'zod'
import { formatInstant } from '../../kernel/instants.ts'
import { authorize, lockProject, nextTick } from '../../projects/store.ts'
import { recordsOperation } from '../context.ts'
import { remember, replay } from '../idempotency.ts'
import { noSession } from '../locate.ts'
import { recordId } from '../record-id.ts'
import { Keyed, Replayed, SessionArguments, SessionEcho, SessionSummary } from '../schema.ts'
import { aim, lockOpen, settle } from '../session.ts'
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
    const now = formatInstant(ctx.clock())
    const answer = await ctx.db.write(async tx => {
      const aimed = await aim(tx, ctx, args)
      if (!aimed.session) throw noSession()
      const project = await lockProject(tx, aimed.project)
      await authorize(tx, ctx.call.principal, project.id, 'writer')
      const keyed = { operation: 'save_session', principal: ctx.call.principal, args, now }
      const replayed = await replay(tx, keyed)
      if (replayed) return { result: Saved.parse(replayed) }

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
      await remember(tx, keyed, result)
      return { result, settled: { via: aimed.via, session } }
    })
    if (answer.settled) settle(ctx, answer.settled.via, answer.settled.session)
    return answer.result
  },
})
