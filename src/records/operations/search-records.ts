import { z } from 'zod'
import { text } from '../../kernel/text.ts'
import { projectOperation } from '../context.ts'
import { Filters } from '../filters.ts'
import { findByOptionalRecord } from '../find.ts'
import { requireRecord } from '../locate.ts'
import { MetadataFilter } from '../metadata.ts'
import { limits, ProjectRef, RecordId, RecordRef, SessionId } from '../schema.ts'
import { search } from '../search.ts'

export const searchRecords = projectOperation({
  name: 'search_records',
  summary: 'Find records by words, type, state, subtree or metadata.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({
    query: text({ max: limits.query, blank: true }).describe('Blank lists by filters'),
    ...Filters,
    parent_id: RecordId.optional().describe('This record and all below'),
    limit: z.int().min(1).max(100).default(20),
    offset: z.int().min(0).max(10_000).default(0),
    metadata: MetadataFilter.optional(),
    project_id: ProjectRef.optional(),
    session_id: SessionId.optional(),
  }),
  output: z.object({
    results: z.array(
      RecordRef.extend({
        relevance: z.number(),
        snippet: z.string(),
        snippet_field: z.enum(['title', 'summary', 'body', 'metadata']),
        snippet_matches: z.array(z.tuple([z.int(), z.int()])),
      }),
    ),
    total: z.int(),
    match: z.enum(['all', 'any', 'filter', 'none']),
    project_id: z.string(),
  }),
  find: findByOptionalRecord('parent_id'),
  async run({ project_id: _, session_id: __, parent_id, ...query }, { db, call, project }) {
    return db.read(async tx => {
      const record = parent_id ? await requireRecord(tx, call, 'parent_id', parent_id) : undefined
      return { ...(await search(tx, project.id, record, query)), project_id: project.id }
    })
  },
})
