import { z } from 'zod'
import { startEarly, type Tx } from '../../db/db.ts'
import type { Call } from '../../kernel/call.ts'
import { Fault } from '../../kernel/fault.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { projectById } from '../../projects/store.ts'
import { ContextBundle, loadAncestors, loadBundle, orphanWarning, wireBundle } from '../bundle.ts'
import { projectOperation } from '../context.ts'
import { changedFields } from '../field-diff.ts'
import { contentOf, type StoredRecord, snapshotOf } from '../fields.ts'
import { findByRecord } from '../find.ts'
import { holdProjectRow, requireOwnSession, requireRecord } from '../locate.ts'
import { type ActivityInput, checkOtherSessions, loadOtherSessions } from '../others-active.ts'
import { RecordId, SessionArguments, SessionId, SessionResolution, type Warning } from '../schema.ts'
import { bodyDiff } from '../selectors.ts'
import { openOrCreateSession, resolveSession, writeInSession } from '../session.ts'
import { statusOf, tickGap, writesWords } from '../staleness.ts'
import { logActivity } from '../store/activity.ts'
import { ancestorsIn } from '../store/records.ts'
import { activateIn, activeSeqs, markAllSeen, saveSession, seenVersions } from '../store/sessions.ts'
import { loadVersion } from '../store/versions.ts'
import { supersededWarning } from '../supersession.ts'

const manyActive = 20

/** What changed between the version a session was given and the one it gets now. */
const ViewGap = z.object({
  record_id: z.string(),
  from_version: z.int(),
  to_version: z.int(),
  fields: z.array(z.string()),
  by_session: z.string(),
  at_tick: z.int(),
  body_diff: z.string().optional(),
})
type ViewGap = z.output<typeof ViewGap>

export const activate = projectOperation({
  name: 'activate',
  summary:
    'Load a record with its context, and permission to change it. Pass its session_id on every later call. On a conflict ask the user first.',
  effect: 'append',
  access: 'reader',
  input: z.strictObject({
    id: RecordId,
    override: z.boolean().default(false).describe('The user accepted the conflict'),
    ...SessionArguments,
    parent_session: SessionId.optional().describe('Session to branch from'),
    if_changed: z.boolean().default(false).describe('Leave out what you have'),
  }),
  output: z.object({
    session_id: z.string(),
    context: ContextBundle,
    already_loaded: z.boolean(),
    conflict: z.object({ session_id: z.string(), last_activity: z.string(), message: z.string() }).optional(),
    session_resolution: SessionResolution,
    reopened: z.literal(true).optional(),
    tick: z.int(),
    changes_since_last_load: z.array(ViewGap),
    notices: z.array(z.string()),
  }),
  find: findByRecord('id'),
  async run({ id, override, parent_session, if_changed, ...args }, ctx) {
    const now = formatInstant(ctx.clock())
    return writeInSession(ctx, ctx.db.snapshot, async tx => {
      const holdingRow = startEarly(holdProjectRow(tx, id))
      const loadingTarget = startEarly(requireRecord(tx, ctx.call, 'id', id))
      const resolving = startEarly(resolveSession(tx, ctx, args, ctx.project.id))
      const loadingProject = startEarly(projectById(tx, ctx.project.id))
      await holdingRow
      const target = await loadingTarget
      const resolved = await resolving
      const project = await loadingProject
      const branches = parent_session !== undefined && !resolved.session
      if (branches) await requireParentSession(tx, ctx.call, parent_session, project.id)
      const { session, created, reopened } = await openOrCreateSession(tx, ctx, resolved, {
        project,
        now,
        parent: branches ? parent_session : undefined,
      })
      const log = (entry: ActivityInput) =>
        logActivity(tx, { project: project.id, tick: project.tick, ts: now, session: session.id, ...entry })
      if (branches) await log({ type: 'session_branched', summary: 'Session branched', details: { parent_session } })

      const loadingActive = startEarly(activeSeqs(tx, session.id))
      const loadingOthers = startEarly(loadOtherSessions(tx, target.seq, session.id))
      const loadingAncestors = startEarly(loadAncestors(tx, ancestorsIn(target.path)))
      const bundle = await loadBundle(tx, target)
      const active = await loadingActive
      const delivered = [target, ...(bundle.parent ? [bundle.parent] : []), ...bundle.open]
      const seen = await seenVersions(
        tx,
        session.id,
        delivered.map(record => record.seq),
      )
      const gaps = await changesSinceView(tx, delivered, seen)

      await log({ type: 'activation', seq: target.seq, summary: `Activated ${target.id}` })
      const windowHours = ctx.records.activation_conflict_hours
      const check = { target, session: session.id, override, now, windowHours, log }
      const others = await checkOtherSessions(tx, await loadingOthers, check)

      await activateIn(tx, session.id, target.seq, project.tick)
      await markAllSeen(tx, session.id, delivered, project.tick)
      await saveSession(tx, { ...session, last_activity: now })

      const warnings = [
        ...others.warnings,
        ...staleWarnings(
          statusOf(project.tick, session, ctx.records.stale_threshold),
          tickGap(project.tick, session),
          gaps,
        ),
        ...orphanWarning(target, await loadingAncestors),
        ...(await supersededWarning(tx, target)),
        ...(bundle.parent ? await supersededWarning(tx, bundle.parent) : []),
      ]
      const activeNow = active.length + (active.includes(target.seq) ? 0 : 1)
      return {
        used: { via: resolved.via, session },
        result: {
          session_id: session.id,
          context: wireBundle(bundle, warnings, if_changed ? seen : new Map()),
          already_loaded: active.includes(target.seq),
          ...(others.conflict && { conflict: others.conflict }),
          session_resolution: resolved.via,
          ...(reopened && { reopened: true as const }),
          tick: project.tick,
          changes_since_last_load: gaps,
          notices: [
            ...(parent_session !== undefined && !created
              ? ['parent_session was ignored: the session existed already.']
              : []),
            ...(activeNow > manyActive
              ? [`${activeNow} records are active in this session; consider closing it.`]
              : []),
          ],
        },
      }
    })
  },
})

function staleWarnings(status: string, gap: number, gaps: ViewGap[]): Warning[] {
  const behind: Warning[] =
    status === 'stale'
      ? [
          {
            type: 'stale',
            message: `${writesWords(gap)} occurred since your last sync. Call sync_session.`,
            details: { tick_gap: gap },
          },
        ]
      : []
  const outdated = gaps.map(
    (each): Warning => ({
      type: 'stale',
      message: `${each.record_id} changed since you loaded it.`,
      details: { record_id: each.record_id, from_version: each.from_version, to_version: each.to_version },
    }),
  )
  return [...behind, ...outdated]
}

async function requireParentSession(tx: Tx, call: Call, id: string, projectId: string): Promise<void> {
  const { project_id } = await requireOwnSession(tx, call, id)
  if (project_id === projectId) return
  throw new Fault('SESSION_PROJECT_MISMATCH', 'parent_session belongs to another project than the record.', {
    details: { session_project: project_id, record_project: projectId },
    hint: 'Activate without session_id and parent_session to start a session in that project.',
  })
}

async function changesSinceView(tx: Tx, records: StoredRecord[], seen: Map<number, number>): Promise<ViewGap[]> {
  const gaps = await Promise.all(records.map(record => changesSince(tx, record, seen.get(record.seq))))
  return gaps.filter(gap => gap !== undefined)
}

async function changesSince(tx: Tx, record: StoredRecord, from: number | undefined): Promise<ViewGap | undefined> {
  if (from === undefined || from >= record.version) return undefined
  const [before, last] = await Promise.all([
    loadVersion(tx, record.seq, from),
    loadVersion(tx, record.seq, record.version),
  ])
  if (!before || !last) return undefined
  const now = snapshotOf(record)
  const diff = bodyDiff(before.record, now)
  return {
    record_id: record.id,
    from_version: from,
    to_version: record.version,
    fields: changedFields(contentOf(before.record), contentOf(now)),
    by_session: last.session_id,
    at_tick: last.tick,
    ...(diff && { body_diff: diff }),
  }
}
