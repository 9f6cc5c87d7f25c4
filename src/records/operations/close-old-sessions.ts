import { z } from 'zod'
import { formatInstant } from '../../kernel/instants.ts'
import { closeSession } from '../close.ts'
import { projectOperation } from '../context.ts'
import { findByProject } from '../find.ts'
import { ProjectRef } from '../schema.ts'
import { allSessionsOf } from '../store/sessions.ts'

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
      for (const { id } of dry_run ? [] : idle) await closeSession(tx, id, { now: formatInstant(clock()) })
      return { closed: idle.map(row => row.id), dry_run, project_id: project.id }
    })
  },
})
