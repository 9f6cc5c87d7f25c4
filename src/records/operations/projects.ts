import { z } from 'zod'
import { statement } from '../../db/statement.ts'
import { Fault } from '../../kernel/fault.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { roles } from '../../kernel/operation.ts'
import { text } from '../../kernel/text.ts'
import { isOwner } from '../../projects/roles.ts'
import {
  fallbackProject,
  idForNewProject,
  insertProject,
  projectIdShape,
  visibleProjects,
} from '../../projects/store.ts'
import { projectOperation, recordsOperation } from '../context.ts'
import { findByProject, findNamedProject } from '../find.ts'
import { replay, storeAnswer } from '../idempotency.ts'
import { limits, Project, ProjectRef } from '../schema.ts'
import { openRecordCounts } from '../store/records.ts'
import { Keyed, Replayed } from '../write-schema.ts'

export const createProject = recordsOperation({
  name: 'create_project',
  summary: 'Open a project under a chosen or generated id.',
  effect: 'append',
  access: 'anyone',
  input: z.strictObject({
    name: text({ max: limits.projectName, oneLine: true, trimmed: true }),
    id: z.string().regex(projectIdShape).optional().describe('Omit to have one made from the name'),
    description: text({ max: limits.description, blank: true }).optional(),
    ...Keyed,
  }),
  output: Project.extend(Replayed),
  async run(args, { db, call, clock }) {
    return db.write(async tx => {
      const now = formatInstant(clock())
      const keyed = { operation: 'create_project', principal: call.principal, args, now }
      const replayed = await replay(tx, keyed)
      if (replayed) return replayed as z.output<typeof Project>
      const id = await idForNewProject(tx, call, args)
      const name = args.name.trim()
      const description = args.description ?? ''
      await insertProject(tx, { id, name, description, now, owner: call.principal })
      const result = { id, name, ...(description && { description }), created: now, tick: 0 }
      await storeAnswer(tx, keyed, result)
      return result
    })
  },
})

export const whoami = projectOperation({
  name: 'whoami',
  audience: 'people',
  summary: 'Who you are here, and what you may do in a project.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({ project_id: ProjectRef.optional() }),
  output: z.object({
    principal: z.string(),
    project_id: z.string(),
    role: z.enum(roles),
    is_owner: z.boolean().describe('Whether the person this machine belongs to is calling, with no limited token.'),
  }),
  find: findByProject,
  async run(_, { call, project, role }) {
    return { principal: call.principal, project_id: project.id, role, is_owner: isOwner(call) }
  },
})

const openSessions = statement(q =>
  q
    .selectFrom('sessions')
    .select(eb => ['project_id', eb.fn.countAll<number>().as('n')])
    .where('closed_ts', 'is', null)
    .groupBy('project_id'),
)

export const listProjects = recordsOperation({
  name: 'list_projects',
  summary: 'Every project you may see, with open work.',
  effect: 'read',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    projects: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        description: z.string().optional(),
        tick: z.int(),
        open_sessions: z.int(),
        open_records: z.int(),
        is_default: z.boolean(),
        role: z.enum(roles),
      }),
    ),
  }),
  async run(_, { db, call }) {
    return db.read(async tx => {
      const rows = await visibleProjects(tx, call)
      const sessions = new Map((await tx.all(openSessions, {})).map(row => [row.project_id, row.n]))
      const records = await openRecordCounts(tx)
      const fallback = await fallbackProject(tx, call, undefined).catch(ignoreNotFound)
      return {
        projects: rows.map(({ id, name, description, tick, role }) => ({
          id,
          name,
          ...(description && { description }),
          tick,
          open_sessions: sessions.get(id) ?? 0,
          open_records: records.get(id) ?? 0,
          is_default: id === fallback.id,
          role,
        })),
      }
    })
  },
})

/** A caller without a default project still sees the others. */
function ignoreNotFound(error: unknown): { id: null } {
  if (error instanceof Fault && error.code === 'PROJECT_NOT_FOUND') return { id: null }
  throw error
}

export const getProject = projectOperation({
  name: 'get_project',
  summary: 'One project and its tick.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({ id: ProjectRef.optional() }),
  output: Project,
  find: ({ id }, ctx) => findNamedProject(id, ctx),
  async run(_, { project: { id, name, description, created, tick } }) {
    return { id, name, ...(description && { description }), created, tick }
  },
})
