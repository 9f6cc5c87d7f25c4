import { z } from 'zod'
import { projectOperation } from '../context.ts'
import { findByProject } from '../find.ts'
import { ProjectRef } from '../schema.ts'
import { summaryCount, summaryPage, summarySources } from '../store/summaries.ts'

export const contextHistory = projectOperation({
  name: 'context_history',
  summary: 'The summaries and notes a project ever had, newest first.',
  audience: 'people',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({
    projectId: ProjectRef,
    limit: z.int().min(1).max(200).default(20),
    before: z.int().min(1).optional().describe('Only entries older than this number'),
  }),
  output: z.object({
    entries: z.array(
      z.object({
        n: z.int(),
        timestamp: z.string(),
        source: z.enum(summarySources),
        by: z.string(),
        recentEvents: z.string().optional(),
        additionalNotes: z.string().optional(),
      }),
    ),
    total: z.int(),
  }),
  find: ({ projectId }, ctx) => findByProject(projectId, ctx),
  async run({ limit, before = Number.MAX_SAFE_INTEGER }, { db, project: { id } }) {
    return db.read(async tx => {
      const rows = await summaryPage(tx, id, before, limit)
      return {
        entries: rows.map(({ n, ts, source, principal_id, recent_events, additional_notes }) => ({
          n,
          timestamp: ts,
          // Only these are ever written.
          source: source as (typeof summarySources)[number],
          by: principal_id,
          ...(recent_events !== null && { recentEvents: recent_events }),
          ...(additional_notes !== null && { additionalNotes: additional_notes }),
        })),
        total: await summaryCount(tx, id),
      }
    })
  },
})
