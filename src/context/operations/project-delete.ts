import { z } from 'zod'
import { Fault } from '../../kernel/fault.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { appendActivity } from '../../projects/activity.ts'
import { defaultProjectId, lockProject } from '../../projects/store.ts'
import { projectOperation } from '../context.ts'
import { findByProject } from '../find.ts'
import { ProjectRef } from '../schema.ts'
import { countRecords, countSessions, hideProject, sessionsActiveSince } from '../store/trash.ts'

const day = 86_400_000

export const projectDelete = projectOperation({
  name: 'project_delete',
  summary: 'Move a project to the trash: hidden everywhere, kept whole, restored with project_restore.',
  audience: 'people',
  effect: 'change',
  access: 'admin',
  input: z.strictObject({
    id: ProjectRef,
    force: z.boolean().default(false).describe('Also while sessions work on it'),
  }),
  output: z.object({ id: z.string(), name: z.string(), deletedAt: z.string(), records: z.int(), sessions: z.int() }),
  find: ({ id }, ctx) => findByProject(id, ctx),
  async run({ force }, { db, clock, project: { id } }) {
    return db.write(async tx => {
      if (id === defaultProjectId) {
        throw new Fault('INVALID_INPUT', 'The default project always exists.', {
          hint: 'Clear its fields with project_update instead.',
        })
      }
      const { name, tick } = await lockProject(tx, id)
      const sessions = await sessionsActiveSince(tx, id, formatInstant(clock() - day))
      if (sessions.length > 0 && !force) {
        throw new Fault('PROJECT_IN_USE', 'Sessions worked on the project in the last 24 hours.', {
          details: { id, sessions },
        })
      }
      const deletedAt = formatInstant(clock())
      const counts = { records: await countRecords(tx, id), sessions: await countSessions(tx, id) }
      await appendActivity(tx, {
        project_id: id,
        tick,
        ts: deletedAt,
        type: 'project_deleted',
        session_id: null,
        seq: null,
        summary: `Project ${id} moved to the trash`,
        details: null,
      })
      await hideProject(tx, id, deletedAt)
      return { id, name, deletedAt, ...counts }
    })
  },
})
