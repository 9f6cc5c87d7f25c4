import { sql } from 'kysely'
import { startEarly, type Tx } from '../../db/db.ts'
import type { Dialect } from '../../db/dialect.ts'
import { statement } from '../../db/statement.ts'
import { countIn } from '../../db/table-statements.ts'
import { childCounts, refColumns } from './records.ts'

interface TreeFilter {
  project: string
  anyState: 0 | 1
  states: readonly string[]
  anyType: 0 | 1
  types: readonly string[]
}

/** Which part of the tree; one level is read through the parent index, without scanning the tree. */
export type TreePart =
  | { level: 'all' }
  | { level: 'roots' }
  | { level: 'children'; parent: number }
  | { level: 'range'; pathFrom: string; pathTo: string; depthTo: number }

interface Args extends TreeFilter {
  parent: number
  pathFrom: string
  pathTo: string
  depthTo: number
  limit: number
  offset: number
}

function condition(level: TreePart['level'], a: Args, d: Dialect) {
  const part = {
    all: sql`true`,
    roots: sql`records.parent_seq is null`,
    children: sql`records.parent_seq = ${a.parent}`,
    range: sql`records.path > ${a.pathFrom} and records.path < ${a.pathTo} and records.depth <= ${a.depthTo}`,
  }[level]
  return sql<boolean>`records.project_id = ${a.project} and ${part} and records.purged_ts is null
    and (${a.anyState} = 1 or records.state in ${d.texts(a.states)})
    and (${a.anyType} = 1 or records.type_key in ${d.texts(a.types)})`
}

function statementsFor(level: TreePart['level']) {
  return {
    // Siblings by id is path order on one level.
    page: statement((q, a: Args, d) =>
      q
        .selectFrom('records')
        .select(refColumns)
        .select(childCounts)
        .where(condition(level, a, d))
        .orderBy(level === 'roots' || level === 'children' ? 'seq' : 'path')
        .limit(a.limit)
        .offset(a.offset),
    ),
    count: statement((q, a: Args, d) =>
      q
        .selectFrom('records')
        .select(eb => eb.fn.countAll<number>().as('n'))
        .where(condition(level, a, d)),
    ),
  }
}

const statements = {
  all: statementsFor('all'),
  roots: statementsFor('roots'),
  children: statementsFor('children'),
  range: statementsFor('range'),
}

// The most common query, the whole project without a filter, is answered from an index alone.
const everything = countIn('records', { where: ['project_id'], isNull: ['purged_ts'] })

/** Depth first, siblings by id. */
export async function loadTree(tx: Tx, filter: TreeFilter, part: TreePart, page: { limit: number; offset: number }) {
  const args = { parent: 0, pathFrom: '', pathTo: '', depthTo: 0, ...filter, ...part, ...page }
  const unfiltered = part.level === 'all' && filter.anyState === 1 && filter.anyType === 1
  const counting = startEarly(
    unfiltered ? tx.first(everything, { project_id: filter.project }) : tx.first(statements[part.level].count, args),
  )
  const rows = await tx.all(statements[part.level].page, args)
  return { rows, total: (await counting)?.n ?? 0 }
}
