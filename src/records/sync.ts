import { z } from 'zod'
import { startEarly, type Tx } from '../db/db.ts'
import type { SessionRow } from '../db/tables.ts'
import { changedFields } from './field-diff.ts'
import { contentFields, contentOf } from './fields.ts'
import { recordId } from './record-id.ts'
import { Record, type RecordRef } from './schema.ts'
import { bodyDiff } from './selectors.ts'
import {
  type Detail,
  type ForeignRow,
  loadForeignRows,
  type RecordRows,
  rowsByRecord,
  windowEnd,
} from './store/changes.ts'
import { loadRefs } from './store/records.ts'
import { activeSeqs, markAllSeen, seenVersions } from './store/sessions.ts'
import { loadVersions } from './store/versions.ts'
import { type RefRow, wireRef } from './wire.ts'

const Value = z.record(z.string(), z.unknown())

/** What other sessions did to one record. */
export const SyncEntry = z.object({
  record_id: z.string(),
  change_type: z.enum(['modified', 'state_changed', 'created', 'deleted']),
  old_value: Value.optional(),
  new_value: Value.optional(),
  by_session: z.string(),
  at_tick: z.int(),
  ticks: z.array(z.int()),
  sessions: z.array(z.string()),
  relevance: z.enum(['active', 'viewed', 'under_active', 'other']),
  seen: z.boolean(),
  body_diff: z.string().optional(),
  record: Record.optional(),
  truncated: z.literal(true).optional(),
})
type SyncEntry = z.output<typeof SyncEntry>
type Relevance = SyncEntry['relevance']

export interface Synced {
  entries: SyncEntry[]
  syncedTo: number
  /** Distinct records other sessions changed in the window. */
  changed: number[]
  active: number[]
}

const maxBodyBytes = 1_048_576

/** Reports what other sessions changed after the sync point, and moves the session's views along. */
export async function syncChanges(
  tx: Tx,
  session: SessionRow,
  { projectTick, limit, detail }: { projectTick: number; limit: number; detail: Detail },
): Promise<Synced> {
  const loadingActive = startEarly(activeSeqs(tx, session.id))
  const rows = await loadForeignRows(tx, session, projectTick, limit, detail)
  const syncedTo = windowEnd(rows, projectTick, limit, detail)
  const groups = rowsByRecord(rows.filter(row => row.tick <= syncedTo))
  const seqs = groups.map(group => group.seq)
  const loadingViews = startEarly(seenVersions(tx, session.id, seqs))
  const loadingRefs = startEarly(loadRefs(tx, seqs))
  const active = await loadingActive
  const state: SyncState = {
    active: new Set(active),
    seen: await loadingViews,
    refs: new Map((await loadingRefs).map(ref => [ref.seq, ref])),
    budget: { bytes: maxBodyBytes },
  }
  const wanted = groups.flatMap(group =>
    versionsWanted(group, state.seen.get(group.seq), detail).map(version => ({ seq: group.seq, version })),
  )
  const versions = await loadVersions(tx, wanted)
  const entries: SyncEntry[] = []
  const views: Array<{ seq: number; version: number }> = []
  for (const group of groups) {
    const described = describeRecord(group, versions.get(group.seq) ?? new Map(), state, detail)
    entries.push(...described.entries)
    if (described.newView !== undefined) views.push({ seq: group.seq, version: described.newView })
  }
  await markAllSeen(tx, session.id, views, syncedTo)
  entries.sort((a, b) => a.at_tick - b.at_tick)
  return { entries, syncedTo, changed: seqs, active }
}

interface SyncState {
  active: ReadonlySet<number>
  seen: ReadonlyMap<number, number>
  refs: ReadonlyMap<number, RefRow>
  /** Full bodies still allowed in this answer; shared by all entries, in order. */
  budget: { bytes: number }
}

/** The versions of a record that have to be compared. */
function versionsWanted({ rows, baseline, result }: RecordRows, view: number | undefined, detail: Detail): number[] {
  const wanted =
    detail === 'net'
      ? [baseline, result, view]
      : rows.flatMap(({ version }) => (version === null ? [] : [version - 1, version]))
  const known = wanted.filter(version => version !== undefined)
  return [...new Set(known.filter(version => version > 0))]
}

/** The entries of one record, and the version its view moves to. */
function describeRecord(group: RecordRows, versions: Map<number, Record>, state: SyncState, detail: Detail) {
  const view = state.seen.get(group.seq)
  const relevance = relevanceTo(group.seq, state)
  const entries: SyncEntry[] = []
  // The newest version whose full content the session has; every step that is reported completely raises it.
  let known = view
  for (const step of stepsOf(group, detail)) {
    const before = versions.get(step.baseline)
    const after = step.result === undefined ? undefined : versions.get(step.result)
    const isEnough = known !== undefined && isReportEnough(known, step, versions)
    let complete = isEnough
    // The report starts from another version than the session has, so it needs the whole record, once.
    let needsRecord = known !== undefined && after !== undefined && !isEnough
    for (const [type, rows] of reportedKinds(step.rows, before, after, detail)) {
      const last = rows.at(-1)
      if (!last) continue
      const values = after ? changedValues(type, before, after, relevance, state, group.seq) : {}
      const record = needsRecord && after && takeFromBudget(state.budget, after.body) ? after : undefined
      const truncated = 'truncated' in values || (needsRecord && !record)
      entries.push({
        record_id: recordId(group.seq),
        change_type: type,
        ...values,
        by_session: last.session_id,
        at_tick: last.tick,
        ticks: rows.map(row => row.tick),
        sessions: [...new Set(rows.map(row => row.session_id))],
        relevance,
        seen: view !== undefined && step.result !== undefined && view >= step.result,
        ...(record && { record }),
        ...(truncated && { truncated: true as const }),
      })
      if (record || (type === 'created' && relevance === 'under_active')) complete = true
      else if ('new_value' in values && 'body_changed' in values.new_value) complete = false
      if (truncated) complete = false
      needsRecord = false
    }
    if (complete && step.result !== undefined) known = Math.max(known ?? 0, step.result)
  }
  return { entries, newView: known === view ? undefined : known }
}

type Step = Pick<RecordRows, 'rows' | 'baseline' | 'result'>

function stepsOf(group: RecordRows, detail: Detail): Step[] {
  if (detail === 'net') return [group]
  return group.rows.map(row => ({ rows: [row], baseline: (row.version ?? 1) - 1, result: row.version ?? undefined }))
}

/**
 * Whether the changes of a step lead a session from the version it knows to the newest one. A session that loaded or wrote
 * a version within the step would miss a field that changed and changed back, so the contents have to be equal.
 */
function isReportEnough(known: number, { baseline, result }: Step, versions: Map<number, Record>): boolean {
  if (result === undefined || known === baseline || known >= result) return true
  const [before, after] = [versions.get(known), versions.get(result)]
  if (known < baseline || !before || !after) return false
  return changedFields(contentOf(before), contentOf(after)).length === 0
}

function relevanceTo(seq: number, { active, seen, refs }: SyncState): Relevance {
  if (active.has(seq)) return 'active'
  if (seen.has(seq)) return 'viewed'
  const parent = refs.get(seq)?.parent_seq
  return parent !== null && parent !== undefined && active.has(parent) ? 'under_active' : 'other'
}

type ChangeType = SyncEntry['change_type']

/** Which kinds of change are reported: with `net` only real differences, else every row. */
function reportedKinds(
  rows: ForeignRow[],
  before: Record | undefined,
  after: Record | undefined,
  detail: Detail,
): Array<[ChangeType, ForeignRow[]]> {
  const ofKind = (kind: ChangeType) => rows.filter(row => row.kind === kind)
  const kinds = (['created', 'modified', 'state_changed', 'deleted'] as const).filter(kind => ofKind(kind).length > 0)
  if (detail === 'all') return kinds.map(kind => [kind, ofKind(kind)])
  if (kinds.includes('deleted')) return [['deleted', ofKind('deleted')]]
  if (kinds.includes('created')) return after ? [['created', ofKind('created')]] : []
  if (!before || !after) return []
  const fields = changedFields(contentOf(before), contentOf(after))
  const differs = {
    modified: fields.some(field => contentFields[field].kind === 'content'),
    state_changed: fields.some(field => contentFields[field].kind === 'state'),
  }
  return (['modified', 'state_changed'] as const)
    .filter(kind => kinds.includes(kind) && differs[kind])
    .map(kind => [kind, ofKind(kind)])
}

function changedValues(
  type: ChangeType,
  before: Record | undefined,
  after: Record,
  relevance: Relevance,
  state: SyncState,
  seq: number,
) {
  if (type === 'deleted') return {}
  if (type === 'created') return createdValue(after, relevance, state, seq)
  if (!before) return {}
  if (type === 'state_changed') return { old_value: stateFields(before), new_value: stateFields(after) }
  return modifiedValues(before, after, relevance, state)
}

function createdValue(after: Record, relevance: Relevance, state: SyncState, seq: number) {
  const ref = state.refs.get(seq)
  const depth = ref?.depth
  const asRef: RecordRef | undefined = ref && {
    ...wireRef(ref),
    type: after.type,
    title: after.title,
    summary: after.summary,
    state: after.state,
    version: after.version,
    modified: after.modified,
  }
  if (relevance !== 'under_active') return asRef ? { new_value: asRef } : {}
  if (takeFromBudget(state.budget, after.body))
    return { new_value: { ...after, ...(depth !== undefined && { depth }) } }
  return { ...(asRef && { new_value: asRef }), truncated: true as const }
}

function modifiedValues(before: Record, after: Record, relevance: Relevance, state: SyncState) {
  const [old, now] = [contentOf(before), contentOf(after)]
  const fields = changedFields(old, now).filter(field => contentFields[field].kind === 'content')
  const plain = fields.filter(field => field !== 'body')
  const old_value: { [field: string]: unknown } = Object.fromEntries(plain.map(field => [field, old[field]]))
  const new_value: { [field: string]: unknown } = Object.fromEntries(plain.map(field => [field, now[field]]))
  if (!fields.includes('body')) return { old_value, new_value }
  const isLoaded = relevance === 'active' || relevance === 'viewed'
  if (isLoaded && takeFromBudget(state.budget, before.body + after.body)) {
    return {
      old_value: { ...old_value, body: old.body },
      new_value: { ...new_value, body: now.body },
      body_diff: bodyDiff(before, after),
    }
  }
  return {
    old_value,
    new_value: { ...new_value, body_changed: true },
    ...(isLoaded && { truncated: true as const }),
  }
}

function stateFields({ state, state_reason, resolved_by, superseded_by }: Record) {
  return {
    state,
    ...(state_reason !== undefined && { reason: state_reason }),
    ...(resolved_by !== undefined && { resolved_by }),
    ...(superseded_by !== undefined && { superseded_by }),
  }
}

/** Once one body does not fit, none after it is sent in full, so the caller can see where the cut is. */
function takeFromBudget(budget: { bytes: number }, body: string): boolean {
  const size = new TextEncoder().encode(body).length
  if (size > budget.bytes) {
    budget.bytes = 0
    return false
  }
  budget.bytes -= size
  return true
}
