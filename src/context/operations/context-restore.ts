import { z } from 'zod'
import { Fault } from '../../kernel/fault.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { lockProject } from '../../projects/store.ts'
import { projectOperation } from '../context.ts'
import { findByProject } from '../find.ts'
import { ProjectData, ProjectRef } from '../schema.ts'
import { changeProject } from '../store/projects.ts'
import { summaryAt } from '../store/summaries.ts'

export const contextRestore = projectOperation({
  name: 'context_restore',
  summary: 'Make an earlier summary, with its notes, the current one again.',
  audience: 'people',
  effect: 'append',
  access: 'writer',
  repeatable: true,
  input: z.strictObject({
    projectId: ProjectRef,
    n: z.int().min(1).describe('Number of the entry in context_history'),
  }),
  output: ProjectData,
  find: ({ projectId }, ctx) => findByProject(projectId, ctx),
  async run({ n }, { db, call, clock, project: { id } }) {
    return db.write(async tx => {
      await lockProject(tx, id)
      const entry = await summaryAt(tx, id, n)
      if (!entry) {
        throw new Fault('INVALID_INPUT', 'The history has no entry with that number.', {
          hint: 'See context_history for the numbers there are.',
        })
      }
      const customData = { recentEvents: entry.recent_events, additionalNotes: entry.additional_notes }
      const author = { principal: call.principal, source: 'restore', now: formatInstant(clock()) } as const
      return changeProject(tx, id, { customData }, author)
    })
  },
})
