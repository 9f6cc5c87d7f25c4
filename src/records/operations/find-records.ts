import { z } from 'zod'
import { text } from '../../kernel/text.ts'
import { projectOperation } from '../context.ts'
import type { StoredRecord } from '../fields.ts'
import { findByOptionalRecord } from '../find.ts'
import { requireRecord, subtree, wholeTree } from '../locate.ts'
import { MetadataFilter } from '../metadata.ts'
import { limits, ParentId, ProjectRef, RecordId, RecordRef, SessionId } from '../schema.ts'
import { Filters, filterOf, search } from '../search.ts'
import { loadTree, type TreePart } from '../store/tree.ts'
import { wireRef } from '../wire.ts'

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

export const listRecords = projectOperation({
  name: 'list_records',
  summary: 'Walk the tree as references, depth first.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({
    ...Filters,
    parent_id: ParentId.optional().describe('null: from the roots; id: below it; omit: whole project'),
    depth: z.int().min(1).optional().describe('Levels; default 1 with parent_id, else all'),
    limit: z.int().min(1).max(1000).default(200),
    offset: z.int().min(0).default(0),
    project_id: ProjectRef.optional(),
    session_id: SessionId.optional(),
  }),
  output: z.object({
    records: z.array(RecordRef),
    total: z.int(),
    next_offset: z.int().optional(),
    project_id: z.string(),
  }),
  find: findByOptionalRecord('parent_id'),
  async run({ parent_id, depth, limit, offset, types, states }, { db, call, project }) {
    return db.read(async tx => {
      const record = parent_id ? await requireRecord(tx, call, 'parent_id', parent_id) : undefined
      const part = partOf(record, depth ?? (parent_id === undefined ? undefined : 1))
      const filter = { project: project.id, ...filterOf({ types, states }) }
      const { rows, total } = await loadTree(tx, filter, part, { limit, offset })
      const next = offset + rows.length
      return {
        records: rows.map(wireRef),
        total,
        ...(next < total && rows.length > 0 && { next_offset: next }),
        project_id: project.id,
      }
    })
  },
})

function partOf(parent: StoredRecord | undefined, levels: number | undefined): TreePart {
  if (levels === 1) return parent ? { level: 'children', parent: parent.seq } : { level: 'roots' }
  if (!parent && levels === undefined) return { level: 'all' }
  const depthTo = (parent?.depth ?? 0) + (levels ?? 1000)
  return { level: 'range', depthTo, ...(parent ? subtree(parent.path) : wholeTree) }
}
