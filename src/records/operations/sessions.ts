import { z } from 'zod'
import { formatInstant } from '../../kernel/instants.ts'
import { nextTick } from '../../projects/store.ts'
import { projectOperation } from '../context.ts'
import { findByAnySession, findByProject, findByRecord, findBySession } from '../find.ts'
import { requireOwnSession, requireRecord, sessionNotFound } from '../locate.ts'
import { recordId } from '../record-id.ts'
import { ProjectRef, RecordId, SessionArguments, SessionEcho, SessionId, SessionStatus, Staleness } from '../schema.ts'
import { lockOpenSession, type ResolvedSession, resolveSession, writeInSession } from '../session.ts'
import { closeSession as close, sessionWrite } from '../session-write.ts'
import { stalenessOf, statusOf, tickGap } from '../staleness.ts'
import { logActivity } from '../store/activity.ts'
import { acknowledgedSessions, activeSeqsOf, allSessionsOf, loadSession, othersActiveOn } from '../store/sessions.ts'
import { changedBy, insertChange } from '../store/versions.ts'
import { advanceSession } from '../write.ts'
import { Keyed, Replayed, SessionSummary } from '../write-schema.ts'

export const listSessions = projectOperation({
  name: 'list_sessions',
  audience: 'people',
  summary: 'Every session of a project, latest activity first.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({ project_id: ProjectRef.optional(), status: SessionStatus.optional() }),
  output: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        project_id: z.string(),
        created: z.string(),
        last_activity: z.string(),
        last_sync_tick: z.int(),
        active_records: z.array(z.string()),
        status: SessionStatus,
        parent_session: z.string().optional(),
        conversation_id: z.string().optional(),
        is_own: z.boolean().optional().describe('Whether it was begun by the caller, who may close it'),
        tick_gap: z.int(),
        staleness: Staleness,
        unsaved_records: z.array(z.string()),
      }),
    ),
    project_id: z.string(),
  }),
  find: findByProject,
  async run({ status }, { db, call, records, project }) {
    return db.read(async tx => {
      const rows = (await allSessionsOf(tx, project.id)).filter(
        row => status === undefined || statusOf(project.tick, row, records.stale_threshold) === status,
      )
      const active = await activeSeqsOf(
        tx,
        rows.map(row => row.id),
      )
      const sessions = []
      for (const row of rows) {
        const open = row.closed_ts === null
        const unsaved = open ? await changedBy(tx, row.id, project.id, row.last_save_tick ?? row.start_tick) : []
        sessions.push({
          id: row.id,
          project_id: row.project_id,
          created: row.created,
          last_activity: row.last_activity,
          last_sync_tick: row.last_sync_tick,
          active_records: (active.get(row.id) ?? []).map(recordId),
          status: statusOf(project.tick, row, records.stale_threshold),
          ...(row.parent_session !== null && { parent_session: row.parent_session }),
          ...(row.conversation_id !== null && { conversation_id: row.conversation_id }),
          is_own: row.principal_id === call.principal,
          tick_gap: tickGap(project.tick, row),
          staleness: stalenessOf(tickGap(project.tick, row)),
          unsaved_records: unsaved.map(recordId),
        })
      }
      return { sessions, project_id: project.id }
    })
  },
})

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
      const known = current === undefined ? new Set<string>() : await acknowledgedSessions(tx, current, record.seq)
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

const Saved = z.object({
  success: z.literal(true),
  saved_records: z.array(z.string()),
  last_save: z.string(),
  ...SessionEcho,
  ...Replayed,
})

export const saveSession = projectOperation({
  name: 'save_session',
  summary: 'Mark a point of the session; every write is stored already.',
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

export const closeSession = projectOperation({
  name: 'close_session',
  summary: 'End the session: its records are no longer active. The session can be resumed with activate.',
  effect: 'append',
  access: 'reader',
  repeatable: true,
  input: z.strictObject({ summary: SessionSummary.optional(), ...SessionArguments }),
  output: z.object({
    success: z.literal(true),
    deactivated_records: z.array(z.string()),
    unsaved_warning: z.string().optional(),
    unsynced_changes: z.int(),
    ...SessionEcho,
  }),
  find: findByAnySession,
  async run(args, { project, role, ...ctx }) {
    const now = formatInstant(ctx.clock())
    return writeInSession(ctx, ctx.db.write, async tx => {
      const resolved = (await loadForAdmin()) ?? (await resolveSession(tx, ctx, args))
      if (!resolved.session) throw sessionNotFound()
      const closed = await close(tx, resolved.session.id, { now, summary: args.summary })
      const unsaved = closed.unsaved.map(recordId)
      return {
        ...(closed.session.principal_id === ctx.call.principal && {
          used: { via: resolved.via, session: closed.session },
        }),
        result: {
          success: true as const,
          deactivated_records: closed.deactivated.map(recordId),
          ...(unsaved.length > 0 && {
            unsaved_warning: `No checkpoint since ${unsaved.join(', ')} changed. The data is stored; only the checkpoint is missing.`,
          }),
          unsynced_changes: closed.unsynced,
          session_id: closed.session.id,
          session_resolution: resolved.via,
          tick: closed.tick,
        },
      }

      /** Admins may close any session by its handle. */
      async function loadForAdmin(): Promise<ResolvedSession | undefined> {
        const session = args.session_id === undefined ? undefined : await loadSession(tx, args.session_id)
        if (!session || session.principal_id === ctx.call.principal) return undefined
        if (role !== 'admin' || session.project_id !== project.id) return undefined
        return { via: 'explicit', session, project: session.project_id }
      }
    })
  },
})

const hours = { h: 1, d: 24, w: 168 } as const

export const closeOldSessions = projectOperation({
  name: 'close_old_sessions',
  audience: 'people',
  summary: 'Close sessions that have been idle for long; only ever on request.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  input: z.strictObject({
    project_id: ProjectRef.optional(),
    older_than: z
      .string()
      .regex(/^[1-9]\d{0,4}[hdw]$/)
      .describe('Idle for longer than: 12h, 30d, 4w'),
    dry_run: z.boolean().default(true),
  }),
  output: z.object({ closed: z.array(z.string()), dry_run: z.boolean(), project_id: z.string() }),
  find: findByProject,
  async run({ older_than, dry_run }, { db, clock, project }) {
    return db.write(async tx => {
      const unit = older_than.at(-1) as keyof typeof hours
      const oldest = formatInstant(clock() - Number(older_than.slice(0, -1)) * hours[unit] * 3_600_000)
      const idle = (await allSessionsOf(tx, project.id)).filter(
        row => row.closed_ts === null && row.last_activity < oldest,
      )
      for (const { id } of dry_run ? [] : idle) await close(tx, id, { now: formatInstant(clock()) })
      return { closed: idle.map(row => row.id), dry_run, project_id: project.id }
    })
  },
})
