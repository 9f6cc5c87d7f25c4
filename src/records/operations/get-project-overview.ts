import { z } from 'zod'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { countIn } from '../../db/table-statements.ts'
import { activityTypes } from '../activity-types.ts'
import { projectOperation } from '../context.ts'
import { findNamedProject } from '../find.ts'
import { requireOwnSession } from '../locate.ts'
import { recordId } from '../record-id.ts'
import { ActivityEntry, ProjectRef, RecordRef, SessionId, SessionStatus, Staleness } from '../schema.ts'
import { stalenessOf, statusOf, tickGap } from '../staleness.ts'
import { states } from '../states.ts'
import { loadActivity } from '../store/activity.ts'
import { childCounts, refColumns } from '../store/records.ts'
import { activeSeqsOf, countOpenSessions, openSessionsOf } from '../store/sessions.ts'
import { changedBy } from '../store/versions.ts'
import { wireActivity, wireRef } from '../wire.ts'

const maxListed = 50

const byState = statement((q, a: { project: string; state: string; limit: number }) =>
  q
    .selectFrom('records')
    .select(refColumns)
    .select(childCounts)
    .where('project_id', '=', a.project)
    .where('state', '=', a.state)
    .where('purged_ts', 'is', null)
    .orderBy('modified_tick', 'desc')
    .limit(a.limit),
)
const countByState = statement((q, a: { project: string }) =>
  q
    .selectFrom('records')
    .select(eb => ['state', eb.fn.countAll<number>().as('n')])
    .where('project_id', '=', a.project)
    .where('purged_ts', 'is', null)
    .groupBy('state'),
)
/** Sorting the replaced ones last in one statement would read every root of a large project to show a page of them. */
const rootsByState = (superseded: 'is' | 'is not') =>
  statement((q, a: { project: string; state: string; limit: number }) =>
    q
      .selectFrom('records')
      .select(refColumns)
      .select(childCounts)
      .where('project_id', '=', a.project)
      .where('parent_seq', 'is', null)
      .where('state', '=', a.state)
      .where('superseded_by', superseded, null)
      .where('purged_ts', 'is', null)
      .orderBy('seq')
      .limit(a.limit),
  )
const currentRoots = rootsByState('is')
const replacedRoots = rootsByState('is not')
const countRoots = countIn('records', { where: ['project_id'], isNull: ['parent_seq', 'purged_ts'] })

export const getProjectOverview = projectOperation({
  name: 'get_project_overview',
  summary: 'Where a chat starts: open and later records, sessions, recent activity.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({
    project_id: ProjectRef.optional(),
    session_id: SessionId.optional(),
  }),
  output: z.object({
    project: z.object({ id: z.string(), name: z.string(), description: z.string(), tick: z.int() }),
    open_sessions: z.array(
      z.object({
        id: z.string(),
        active_records: z.array(z.string()),
        last_sync_tick: z.int(),
        tick_gap: z.int(),
        status: SessionStatus,
        staleness: Staleness,
        last_activity: z.string(),
        is_current: z.boolean(),
        unsaved_records: z.int(),
        conversation_id: z.string().optional(),
      }),
    ),
    root_records: z.array(RecordRef),
    open_records: z.array(RecordRef),
    later_records: z.array(RecordRef),
    recent_activity: z.array(ActivityEntry),
    totals: z.object({
      open_sessions: z.int(),
      root_records: z.int(),
      open_records: z.int(),
      later_records: z.int(),
      resolved_records: z.int(),
      discarded_records: z.int(),
    }),
  }),
  find: ({ project_id }, ctx) => findNamedProject(project_id, ctx),
  async run({ session_id }, { db, call, records, project }) {
    return db.read(async tx => {
      const named = session_id ?? call.session
      const current =
        named === undefined
          ? call.pointers?.current(project.id)?.session
          : (await requireOwnSession(tx, call, named)).id
      const sessions = await openSessionsOf(tx, project.id, maxListed)
      const active = await activeSeqsOf(
        tx,
        sessions.map(session => session.id),
      )
      const open_sessions = []
      for (const session of sessions) {
        const unsaved = await changedBy(tx, session.id, project.id, session.last_save_tick ?? session.start_tick)
        const gap = tickGap(project.tick, session)
        open_sessions.push({
          id: session.id,
          active_records: (active.get(session.id) ?? []).map(recordId),
          last_sync_tick: session.last_sync_tick,
          tick_gap: gap,
          status: statusOf(project.tick, session, records.stale_threshold),
          staleness: stalenessOf(gap),
          last_activity: session.last_activity,
          is_current: session.id === current,
          unsaved_records: unsaved.length,
          ...(session.conversation_id !== null && { conversation_id: session.conversation_id }),
        })
      }
      const counts = new Map((await tx.all(countByState, { project: project.id })).map(({ state, n }) => [state, n]))
      const types = activityTypes.filter(type => type !== 'activation')
      return {
        project: { id: project.id, name: project.name, description: project.description, tick: project.tick },
        open_sessions,
        root_records: await rootsInOrder(tx, project.id),
        open_records: (await tx.all(byState, { project: project.id, state: 'OPEN', limit: maxListed })).map(wireRef),
        later_records: (await tx.all(byState, { project: project.id, state: 'LATER', limit: maxListed })).map(wireRef),
        recent_activity: (await loadActivity(tx, { project: project.id, types, limit: 20 })).map(wireActivity),
        totals: {
          open_sessions: await countOpenSessions(tx, project.id),
          root_records: (await tx.first(countRoots, { project_id: project.id }))?.n ?? 0,
          open_records: counts.get('OPEN') ?? 0,
          later_records: counts.get('LATER') ?? 0,
          resolved_records: counts.get('RESOLVED') ?? 0,
          discarded_records: counts.get('DISCARDED') ?? 0,
        },
      }
    })
  },
})

/** OPEN, LATER, RESOLVED, DISCARDED, each by id with the replaced ones last, until the page is full. */
async function rootsInOrder(tx: Tx, project: string) {
  const rows = []
  for (const state of states)
    for (const roots of [currentRoots, replacedRoots]) {
      if (rows.length < maxListed)
        rows.push(...(await tx.all(roots, { project, state, limit: maxListed - rows.length })))
    }
  return rows.map(wireRef)
}
