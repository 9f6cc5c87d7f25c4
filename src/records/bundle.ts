import type { Kysely } from 'kysely'
import { z } from 'zod'
import { startEarly, type Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Tables } from '../db/tables.ts'
import type { StoredRecord } from './fields.ts'
import { recordId } from './record-id.ts'
import { Count, Record, RecordRef, Warning } from './schema.ts'
import { loadChildSeqs, loadRecord, loadRecords, loadRefs } from './store/records.ts'
import { supersededSeqs } from './supersession.ts'
import { wireRecord, wireRef } from './wire.ts'

const maxOpenChildren = 50
const maxBodyBytes = 1_048_576
const maxRefs = 200

// Written with `in`, because with a join SQLite starts from every record of the project.
function grandchildren(q: Kysely<Tables>, a: { project: string; parent: number }) {
  const children = q
    .selectFrom('records as child')
    .select('child.seq')
    .where('child.project_id', '=', a.project)
    .where('child.parent_seq', '=', a.parent)
    .where('child.purged_ts', 'is', null)
  return q
    .selectFrom('records')
    .where('project_id', '=', a.project)
    .where('parent_seq', 'in', children)
    .where('purged_ts', 'is', null)
}
const grandchildPage = statement((q, a: { project: string; parent: number; limit: number }) =>
  grandchildren(q, a).select('seq').orderBy('seq').limit(a.limit),
)
const grandchildCount = statement((q, a: { project: string; parent: number }) =>
  grandchildren(q, a).select(eb => eb.fn.countAll<number>().as('n')),
)
const ancestorStates = statement((q, a: { seqs: number[] }, d) =>
  q
    .selectFrom('records')
    .select(['seq', 'id', 'state'])
    .where('seq', 'in', d.numbers(a.seqs))
    .where('purged_ts', 'is', null)
    .orderBy('depth', 'desc'),
)

/** What activate delivers: the record, its parent and open children in full, the rest as references. */
export interface Bundle {
  target: StoredRecord
  parent: StoredRecord | null
  open: StoredRecord[]
  openTotal: number
  other: RecordRef[]
  otherTotal: number
  grandchildren: RecordRef[]
  grandchildrenTotal: number
  /** The records that the target replaced. */
  supersedes: string[]
  truncated: boolean
}

export async function loadBundle(tx: Tx, target: StoredRecord): Promise<Bundle> {
  const { project_id: project, seq } = target
  const childSeqs = startEarly(loadChildSeqs(tx, project, seq))
  const grandchildSeqs = startEarly(tx.all(grandchildPage, { project, parent: seq, limit: maxRefs }))
  const counting = startEarly(tx.first(grandchildCount, { project, parent: seq }))
  const loadingParent = target.parent_seq === null ? undefined : startEarly(loadRecord(tx, target.parent_seq))
  const loadingReplaced = startEarly(supersededSeqs(tx, seq))
  const children = await childSeqs
  const openChildren = children.filter(child => child.state === 'OPEN')
  const inFull = selectOpenChildren(openChildren)
  const overflow = openChildren.slice(inFull.length).map(child => child.seq)
  const closed = children.filter(child => child.state !== 'OPEN').map(child => child.seq)
  const otherSeqs = [...overflow, ...closed].slice(0, maxRefs)
  const grandchildren = (await grandchildSeqs).map(row => row.seq)
  const grandchildrenTotal = (await counting)?.n ?? 0
  const loadingOpen = startEarly(loadRecords(tx, inFull))
  const loadingOther = startEarly(refsInOrder(tx, otherSeqs))
  const loadingGrandchildren = startEarly(refsInOrder(tx, grandchildren))
  return {
    target,
    parent: (await loadingParent) ?? null,
    open: await loadingOpen,
    openTotal: openChildren.length,
    other: await loadingOther,
    otherTotal: closed.length,
    grandchildren: await loadingGrandchildren,
    grandchildrenTotal,
    supersedes: (await loadingReplaced).map(recordId),
    truncated:
      overflow.length > 0 || overflow.length + closed.length > maxRefs || grandchildrenTotal > grandchildren.length,
  }
}

/** What a caller gets; records it has already, by their versions, are only named. */
export function wireBundle(
  bundle: Bundle,
  warnings: Warning[],
  have: ReadonlyMap<number, number> = new Map(),
): z.input<typeof ContextBundle> {
  const deliver = (record: StoredRecord) =>
    have.get(record.seq) === record.version
      ? { id: record.id, version: record.version, unchanged: true as const }
      : wireRecord(record)
  return {
    target: deliver(bundle.target),
    parent: bundle.parent && deliver(bundle.parent),
    children: {
      open: bundle.open.map(deliver),
      other: bundle.other,
      open_total: bundle.openTotal,
      other_total: bundle.otherTotal,
    },
    grandchildren: bundle.grandchildren,
    grandchildren_total: bundle.grandchildrenTotal,
    ...(bundle.supersedes.length > 0 && { supersedes: bundle.supersedes }),
    ...(warnings.length > 0 && { warnings }),
    ...(bundle.truncated && { truncated: true as const }),
  }
}

export async function refsInOrder(tx: Tx, seqs: number[]): Promise<RecordRef[]> {
  const refs = new Map((await loadRefs(tx, seqs)).map(row => [row.seq, wireRef(row)]))
  return seqs.flatMap(seq => refs.get(seq) ?? [])
}

type Ancestor = Pick<StoredRecord, 'seq' | 'id' | 'state'>

/** Nearest first. */
export async function loadAncestors(tx: Tx, seqs: number[]): Promise<Ancestor[]> {
  return seqs.length === 0 ? [] : tx.all(ancestorStates, { seqs })
}

/** Warns about an unresolved record under a resolved or discarded one. */
export function orphanWarning(target: StoredRecord, ancestors: Ancestor[]): Warning[] {
  if (target.state !== 'OPEN' && target.state !== 'LATER') return []
  const warn = (message: string, details: object): Warning[] => [
    { type: 'orphan', message, details: { record_id: target.id, ...details } },
  ]
  const [parent] = ancestors
  if (target.parent_seq !== null && parent?.seq !== target.parent_seq)
    return warn(`The parent of ${target.id} is missing.`, {})
  const discarded = ancestors.find(ancestor => ancestor.state === 'DISCARDED')
  if (discarded) {
    const details = { ancestor_id: discarded.id, state: 'DISCARDED' }
    return warn(`${target.id} is below ${discarded.id}, which is discarded.`, details)
  }
  if (parent?.state !== 'RESOLVED') return []
  const details = { ancestor_id: parent.id, state: 'RESOLVED' }
  return warn(`The parent ${parent.id} is already resolved; ${target.id} may be settled too.`, details)
}

/** In id order until either limit is reached, but always the first one. */
function selectOpenChildren(children: Array<{ seq: number; size: number }>): number[] {
  const fitting: number[] = []
  let bytes = 0
  for (const child of children) {
    bytes += child.size
    if (fitting.length > 0 && (fitting.length >= maxOpenChildren || bytes > maxBodyBytes)) break
    fitting.push(child.seq)
  }
  return fitting
}

/** Sent instead of a record whose current version the session already has. */
const Unchanged = z.object({ id: z.string(), version: z.int(), unchanged: z.literal(true) })
const Delivered = z.union([Record, Unchanged])

export const ContextBundle = z.object({
  target: Delivered,
  parent: Delivered.nullable(),
  children: z.object({
    open: z.array(Delivered),
    other: z.array(RecordRef),
    open_total: Count,
    other_total: Count,
  }),
  grandchildren: z.array(RecordRef),
  grandchildren_total: Count,
  supersedes: z.array(z.string()).optional(),
  warnings: z.array(Warning).optional(),
  truncated: z.literal(true).optional(),
})
