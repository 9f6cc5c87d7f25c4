import { z } from 'zod'
import { reference } from '../../kernel/text.ts'
import { projectOperation } from '../context.ts'
import { findByOptionalRecord } from '../find.ts'
import { resolveScope } from '../locate.ts'
import { ActivityEntry, activityTypes, Instant, ProjectRef, RecordId, SessionId } from '../schema.ts'
import { loadActivity } from '../store/activity.ts'
import { wireActivity } from '../wire.ts'

export const getRecentActivity = projectOperation({
  name: 'get_recent_activity',
  summary: 'The event feed of a project, newest first.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({
    limit: z.int().min(1).max(500).default(50),
    since: Instant.optional(),
    types: z.array(z.enum(activityTypes)).optional(),
    record_id: RecordId.optional(),
    project_id: ProjectRef.optional(),
    by_session: reference().optional().describe('Only entries of that session'),
    before: z.int().min(1).optional().describe('Entry id, for paging'),
    session_id: SessionId.optional(),
  }),
  output: z.object({ activity: z.array(ActivityEntry), project_id: z.string() }),
  find: findByOptionalRecord('record_id'),
  async run({ limit, since, types, record_id, project_id, by_session, before, session_id }, { db, call }) {
    return db.read(async tx => {
      const named = { field: 'record_id', id: record_id }
      const { project, record } = await resolveScope(tx, call, { project_id, session_id }, named)
      const rows = await loadActivity(tx, {
        project: project.id,
        types,
        since,
        before,
        limit,
        seq: record?.seq,
        session: by_session,
      })
      return { activity: rows.map(wireActivity), project_id: project.id }
    })
  },
})
