import type { Tx } from '../../db/db.ts'
import type { ProjectRow } from '../../db/tables.ts'
import { Fault } from '../../kernel/fault.ts'
import { nextTick } from '../../projects/store.ts'
import { contentOf, type StoredRecord, snapshotOf, toColumns } from '../fields.ts'
import { parseRecordId, recordId } from '../record-id.ts'
import type { Record } from '../schema.ts'
import { logActivity } from '../store/activity.ts'
import { insertRecord, nextSeq, pathUnder } from '../store/records.ts'
import { addTerms } from '../store/terms.ts'
import { insertChange, insertVersion } from '../store/versions.ts'
import { cyclesIn } from '../supersession.ts'
import { changeKinds } from '../write.ts'
import type { ExportedRecord } from './format.ts'

type ExportedVersion = ExportedRecord['versions'][number]

/**
 * Imports exported records into a project under new ids, every version with its own tick in the old order.
 * Returns old id → new id.
 */
export async function importRecords(
  tx: Tx,
  project: ProjectRow,
  records: ExportedRecord[],
  maxDepth: number,
): Promise<Map<string, string>> {
  const seqs = new Map<number, number>()
  for (const { id } of records) seqs.set(oldSeq(id), await nextSeq(tx))
  const renumber = createRenumbering(seqs, project.id)
  requireNoCycle(records)
  const ticks = await assignTicks(tx, project, records)

  const placed = new Map<number, { path: string; depth: number }>()
  for (const exported of sortParentsFirst(records, maxDepth)) {
    const stored = toStoredRecord(exported, renumber, ticks, placed)
    if (stored.depth > maxDepth) throw tooDeep(stored.depth, maxDepth)
    await insertRecord(tx, stored)
    await addTerms(tx, stored)
    for (const version of exported.versions) await insertHistory(tx, project, version, stored, renumber, ticks)
  }
  return new Map(records.map(({ id }) => [recordId(oldSeq(id)), renumber.id(id) ?? '']))
}

type Ticks = Map<ExportedVersion, { tick: number; ts: string }>

/** New ticks in the order of the old ones; times are kept as far as they do not run backwards in this project. */
async function assignTicks(tx: Tx, project: ProjectRow, records: ExportedRecord[]): Promise<Ticks> {
  const ordered = records.flatMap(record => record.versions).sort((a, b) => a.tick - b.tick)
  const ticks: Ticks = new Map()
  // A project without writes has no times that could run backwards, so the old times are kept.
  let state = project.tick === 0 ? { ...project, last_ts: '' } : project
  for (const version of ordered) {
    const { tick, ts } = await nextTick(tx, state, version.record.modified)
    ticks.set(version, { tick, ts })
    state = { ...state, tick, last_ts: ts }
  }
  return ticks
}

interface Renumbering {
  /** The new id; undefined for a record that is not part of the export. */
  id(old: string): string | undefined
  seq(old: string): number | undefined
  record(old: Record): Record
}

function createRenumbering(seqs: ReadonlyMap<number, number>, projectId: string): Renumbering {
  const seq = (old: string) => seqs.get(oldSeq(old))
  const id = (old: string) => {
    const found = seq(old)
    return found === undefined ? undefined : recordId(found)
  }
  return {
    id,
    seq,
    record({ resolved_by, superseded_by, related, ...rest }) {
      const resolver = resolved_by && id(resolved_by)
      const successor = superseded_by && id(superseded_by)
      const others = related?.flatMap(each => id(each) ?? []) ?? []
      return {
        ...rest,
        id: id(rest.id) ?? '',
        parent_id: rest.parent_id === null ? null : (id(rest.parent_id) ?? null),
        project_id: projectId,
        ...(resolver && { resolved_by: resolver }),
        ...(successor && { superseded_by: successor }),
        ...(others.length > 0 && { related: others }),
      }
    },
  }
}

/** The row of a record as its last version left it. */
function toStoredRecord(
  exported: ExportedRecord,
  renumber: Renumbering,
  ticks: Ticks,
  placed: Map<number, { path: string; depth: number }>,
): StoredRecord {
  const [first, last] = [exported.versions[0], exported.versions.at(-1)]
  const created = first && ticks.get(first)
  const modified = last && ticks.get(last)
  const seq = renumber.seq(exported.id)
  if (!last || !created || !modified || seq === undefined) throw inconsistentExport(exported.id)
  const wire = renumber.record(last.record as Record)
  const parentSeq = last.record.parent_id === null ? undefined : renumber.seq(last.record.parent_id)
  const parent = parentSeq === undefined ? undefined : placed.get(parentSeq)
  const position = { path: pathUnder(parent?.path ?? '', seq), depth: (parent?.depth ?? 0) + 1 }
  placed.set(seq, position)
  const content = contentOf(wire)
  return {
    seq,
    id: wire.id,
    project_id: wire.project_id,
    ...position,
    ...toColumns({
      ...content,
      resolved_by: content.state === 'RESOLVED' ? content.resolved_by : null,
      superseded_by: content.state === 'RESOLVED' || content.state === 'DISCARDED' ? content.superseded_by : null,
      // What replaced it was purged before the export, but it is not current again.
      ...(last.record.superseded_by !== undefined &&
        content.superseded_by === null && { state: 'DISCARDED', resolved_by: null }),
    }),
    version: exported.versions.length,
    created: created.ts,
    created_tick: created.tick,
    modified: modified.ts,
    modified_tick: modified.tick,
    purged_ts: null,
  }
}

async function insertHistory(
  tx: Tx,
  project: ProjectRow,
  version: ExportedVersion,
  stored: StoredRecord,
  renumber: Renumbering,
  ticks: Ticks,
) {
  const at = ticks.get(version)
  if (!at) throw inconsistentExport(stored.id)
  const number = version.record.version
  const last = number === stored.version
  const record = { ...renumber.record(version.record as Record), created: stored.created, modified: at.ts }
  // The old session id must not be mistaken for a session of this store.
  const author = `imported:${version.session_id}`
  const common = {
    tick: at.tick,
    ts: at.ts,
    seq: stored.seq,
    version: number,
    project_id: project.id,
    session_id: author,
  }
  await insertVersion(tx, {
    ...common,
    change: version.change,
    fields: version.fields,
    record: last ? snapshotOf(stored) : record,
    reason: version.reason,
    forced: version.forced ? 1 : 0,
    overwritten_version: version.overwritten_version,
  })
  await insertChange(tx, { ...common, kind: changeKinds[version.change] })
  if (number > 1) return
  await logActivity(tx, {
    project: project.id,
    tick: at.tick,
    ts: at.ts,
    session: author,
    seq: stored.seq,
    type: 'record_created',
    summary: `Imported ${stored.id}: ${stored.title}`,
    details: { imported: true },
  })
}

/** Orders parents before their children; a cycle or too deep a chain is refused. */
function sortParentsFirst(records: ExportedRecord[], maxDepth: number): ExportedRecord[] {
  const byId = new Map(records.map(record => [oldSeq(record.id), record]))
  const ordered: ExportedRecord[] = []
  const state = new Map<ExportedRecord, 'visiting' | 'done'>()
  const visit = (record: ExportedRecord, below = 1): void => {
    if (state.get(record) === 'done') return
    if (below > maxDepth) throw tooDeep(below, maxDepth)
    if (state.get(record) === 'visiting') throw inconsistentExport(record.id)
    state.set(record, 'visiting')
    const parentId = record.versions.at(-1)?.record.parent_id
    const parent = parentId ? byId.get(oldSeq(parentId)) : undefined
    if (parent) visit(parent, below + 1)
    state.set(record, 'done')
    ordered.push(record)
  }
  for (const record of records) {
    const numbered = record.versions.every(
      (version, index) => version.record.version === index + 1 && version.record.id === record.id,
    )
    if (!numbered || byId.get(oldSeq(record.id)) !== record) throw inconsistentExport(record.id)
    visit(record)
  }
  return ordered
}

/** Records that replaced each other would leave none that is current. */
function requireNoCycle(records: ExportedRecord[]): void {
  const successors = new Map<number, number>()
  for (const { id, versions } of records) {
    const successor = versions.at(-1)?.record.superseded_by
    if (successor === id) throw inconsistentExport(id)
    if (successor) successors.set(oldSeq(id), oldSeq(successor))
  }
  const [cycle] = cyclesIn(successors)
  if (cycle?.[0] !== undefined) throw inconsistentExport(recordId(cycle[0]))
}

function oldSeq(id: string): number {
  const seq = parseRecordId(id)
  if (seq === undefined) throw inconsistentExport(id)
  return seq
}

function inconsistentExport(id: string): Fault {
  return new Fault('INVALID_INPUT', 'A record of the export does not fit the others.', {
    details: { reason: 'inconsistent_export', id },
    hint: 'Import a file written by export_records, unchanged.',
  })
}

function tooDeep(depth: number, max: number): Fault {
  return new Fault('DEPTH_EXCEEDED', `An imported record would be ${depth} levels deep; ${max} is the limit.`, {
    details: { depth, max },
  })
}
