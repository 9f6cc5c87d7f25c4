import { z } from 'zod'
import { startEarly } from '../../db/db.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { projectById } from '../../projects/store.ts'
import { projectOperation } from '../context.ts'
import { findBySession } from '../find.ts'
import { sessionNotFound } from '../locate.ts'
import { recordId } from '../record-id.ts'
import { SessionArguments, SessionResolution, SessionStatus, Staleness } from '../schema.ts'
import { lockOpenSession, resolveSession, writeInSession } from '../session.ts'
import { stalenessOf, statusOf, tickGap, writesWords } from '../staleness.ts'
import { saveSession } from '../store/sessions.ts'
import { SyncEntry, type Synced, syncChanges } from '../sync.ts'

export const syncSession = projectOperation({
  name: 'sync_session',
  summary: 'What other sessions changed since this one last looked. Call it when you resume work.',
  effect: 'append',
  access: 'reader',
  repeatable: true,
  input: z.strictObject({
    ...SessionArguments,
    detail: z.enum(['net', 'all']).default('net'),
    limit: z.int().min(1).max(500).default(100),
  }),
  output: z.object({
    project_tick: z.int(),
    session_tick_before: z.int(),
    tick_gap: z.int(),
    changes: z.array(SyncEntry),
    session_status: SessionStatus,
    warning: z.string().optional(),
    staleness: Staleness,
    synced_to_tick: z.int(),
    more: z.boolean(),
    session_id: z.string(),
    session_resolution: SessionResolution,
    tick: z.int(),
  }),
  find: findBySession,
  async run({ detail, limit, ...args }, ctx) {
    const now = formatInstant(ctx.clock())
    return writeInSession(ctx, ctx.db.snapshot, async tx => {
      const resolved = await resolveSession(tx, ctx, args)
      const lockingSession = startEarly(lockOpenSession(tx, resolved))
      const loadingProject = startEarly(projectById(tx, resolved.project))
      const session = await lockingSession
      if (!session) throw sessionNotFound()
      const { tick } = await loadingProject
      const gap = tickGap(tick, session)
      const status = statusOf(tick, session, ctx.records.stale_threshold)
      const synced = await syncChanges(tx, session, { projectTick: tick, limit, detail })
      await saveSession(tx, { ...session, last_activity: now, last_sync_tick: synced.syncedTo })
      const needsWarning = synced.changed.length > 0 || status === 'stale'
      return {
        used: { via: resolved.via, session },
        result: {
          project_tick: tick,
          session_tick_before: session.last_sync_tick,
          tick_gap: gap,
          changes: synced.entries,
          session_status: status,
          ...(needsWarning && { warning: warningOf(gap, synced) }),
          staleness: stalenessOf(gap),
          synced_to_tick: synced.syncedTo,
          more: synced.syncedTo < tick,
          session_id: session.id,
          session_resolution: resolved.via,
          tick,
        },
      }
    })
  },
})

function warningOf(gap: number, { changed, active }: Synced): string {
  const here = active.filter(seq => changed.includes(seq)).map(recordId)
  const records = changed.length === 1 ? '1 record changed' : `${changed.length} records changed`
  return `${writesWords(gap)} occurred since your last sync; ${records}${here.length > 0 ? `, active here: ${here.join(', ')}` : ''}.`
}
