import { z } from 'zod'
import { projectOperation } from '../context.ts'
import { findByProject } from '../find.ts'
import { recordId } from '../record-id.ts'
import { ProjectRef, SessionStatus, Staleness } from '../schema.ts'
import { stalenessOf, statusOf, tickGap } from '../staleness.ts'
import { activeSeqsOf, allSessionsOf } from '../store/sessions.ts'
import { changedBy } from '../store/versions.ts'

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
        tick_gap: z.int(),
        staleness: Staleness,
        unsaved_records: z.array(z.string()),
      }),
    ),
    project_id: z.string(),
  }),
  find: findByProject,
  async run({ status }, { db, records, project }) {
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
          tick_gap: tickGap(project.tick, row),
          staleness: stalenessOf(tickGap(project.tick, row)),
          unsaved_records: unsaved.map(recordId),
        })
      }
      return { sessions, project_id: project.id }
    })
  },
})
