import { z } from 'zod'
import type { Tx } from '../../db/db.ts'
import type { ProjectRow } from '../../db/tables.ts'
import { Fault } from '../../kernel/fault.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { appendActivity } from '../../projects/activity.ts'
import { defaultProjectId, lockProject, projectById } from '../../projects/store.ts'
import { contextOperation, findByProject, findInTrash, projectOperation } from '../context.ts'
import { ProjectData, ProjectRef } from '../schema.ts'
import { loadProjectData } from '../store/project-data.ts'
import {
  countRecords,
  countSessions,
  eraseProject,
  hideProject,
  lockTrashed,
  sessionsActiveSince,
  showProject,
  trashOf,
} from '../store/trash.ts'

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
        summary: `Project ${id} moved to the trash`,
      })
      await hideProject(tx, id, deletedAt)
      return { id, name, deletedAt, ...counts }
    })
  },
})

export const projectTrash = contextOperation({
  name: 'project_trash',
  summary: 'The projects in the trash that you may restore or purge.',
  audience: 'people',
  effect: 'read',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    projects: z.array(z.object({ id: z.string(), name: z.string(), deletedAt: z.string(), records: z.int() })),
    count: z.int(),
  }),
  async run(_, { db, call }) {
    return db.read(async tx => {
      const rows = await trashOf(tx, call)
      const projects = await Promise.all(
        rows.map(async ({ id, name, deleted_ts }) => ({
          id,
          name,
          deletedAt: deleted_ts ?? '',
          records: await countRecords(tx, id),
        })),
      )
      return { projects, count: projects.length }
    })
  },
})

export const projectRestore = projectOperation({
  name: 'project_restore',
  summary: 'Bring a project back from the trash as it was.',
  audience: 'people',
  effect: 'change',
  access: 'admin',
  input: z.strictObject({ id: ProjectRef }),
  output: ProjectData,
  find: ({ id }, ctx) => findInTrash(id, ctx),
  async run(_, { db, clock, project }) {
    return db.write(async tx => {
      const { id, tick } = await requireTrashed(tx, project)
      await showProject(tx, id)
      await appendActivity(tx, {
        project_id: id,
        tick,
        ts: formatInstant(clock()),
        type: 'project_restored',
        summary: `Project ${id} restored from the trash`,
      })
      return loadProjectData(tx, await projectById(tx, id))
    })
  },
})

export const projectPurge = projectOperation({
  name: 'project_purge',
  summary: 'Erase a project in the trash for good; its id stays taken.',
  audience: 'people',
  effect: 'destroy',
  access: 'admin',
  input: z.strictObject({ id: ProjectRef, confirm: z.string().describe('The id once more') }),
  output: z.object({ id: z.string(), purged: z.literal(true), records: z.int() }),
  find: ({ id }, ctx) => findInTrash(id, ctx),
  async run({ confirm }, { db, clock, project }) {
    return db.write(async tx => {
      const { id } = await requireTrashed(tx, project)
      if (confirm !== id) {
        throw new Fault('INVALID_INPUT', 'confirm does not repeat the id.', {
          hint: 'Repeat the id exactly; there is no way back.',
        })
      }
      const records = await eraseProject(tx, id, formatInstant(clock()))
      return { id, purged: true as const, records }
    })
  },
})

/** A project in the trash, locked; it may have been restored in the meantime. */
async function requireTrashed(tx: Tx, { id }: ProjectRow): Promise<ProjectRow> {
  const found = await lockTrashed(tx, id)
  if (!found) throw new Fault('PROJECT_NOT_FOUND', 'No such project in the trash.', { details: { given: id } })
  return found
}
