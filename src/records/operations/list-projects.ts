import { z } from 'zod'
import { statement } from '../../db/statement.ts'
import { Fault } from '../../kernel/fault.ts'
import { roles } from '../../kernel/operation.ts'
import { fallbackProject, visibleProjects } from '../../projects/store.ts'
import { recordsOperation } from '../context.ts'
import { openRecordCounts } from '../store/records.ts'

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
