import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { ProjectRow } from '../db/tables.ts'
import type { Call } from '../kernel/call.ts'
import { Fault } from '../kernel/fault.ts'
import {
  fallbackProject,
  findProject,
  type InProject,
  keepRole,
  projectById,
  projectsFor,
  roleIn,
  roleOf,
} from '../projects/store.ts'
import { parseRecordId, recordId } from './record-id.ts'
import { loadRecord, loadRecords, loadRef } from './store/records.ts'
import { loadSessionOf } from './store/sessions.ts'
import type { StoredRecord } from './wire.ts'

const projectHeld = statement((q, a: { seq: number }) =>
  q
    .selectFrom('projects')
    .select('id')
    .where('id', '=', eb => eb.selectFrom('records').select('project_id').where('seq', '=', a.seq))
    .modifyEnd(sql`for key share`),
)

/**
 * For snapshots that add a session, as their first statement. On PostgreSQL the new row refers to the project's, which
 * every write changes; a snapshot that meets such a change only then would have to begin again, and on a busy project
 * again and again. Held from the start, the row may change meanwhile.
 */
export async function holdProjectOf(tx: Tx, id: string): Promise<void> {
  const seq = parseRecordId(id)
  if (tx.engine === 'postgres' && seq !== undefined) await tx.first(projectHeld, { seq })
}

/** The record a field names, if the caller may see it. */
export async function requireRecord(tx: Tx, call: Call, field: string, id: string) {
  const seq = parseRecordId(id)
  const record = seq === undefined ? undefined : await loadRecord(tx, seq)
  if (!record || !(await roleIn(tx, call, record.project_id))) throw noRecord(field, id)
  return record
}

const projectAround = statement((q, a: { seq: number; principal: string }) =>
  projectsFor(q, a.principal)
    .innerJoin('records', 'records.project_id', 'projects.id')
    .where('records.seq', '=', a.seq)
    .where('records.purged_ts', 'is', null)
    .where('projects.deleted_ts', 'is', null),
)

/** The project of the record a field names, and what the caller is in it. */
export async function projectOfRecord(
  tx: Pick<Tx, 'first'>,
  call: Call,
  field: string,
  id: string,
): Promise<InProject> {
  const seq = parseRecordId(id)
  const row = seq === undefined ? undefined : await tx.first(projectAround, { seq, principal: call.principal })
  const role = row && roleOf(call, row.id, row.held_role)
  if (!row || !role) throw noRecord(field, id)
  const { held_role: _, ...project } = row
  return { project, role }
}

/** A reference to the record a field names, where the door has looked whether the caller may see it. */
export async function requireRef(tx: Pick<Tx, 'first'>, field: string, id: string) {
  const seq = parseRecordId(id)
  const row = seq === undefined ? undefined : await loadRef(tx, seq)
  if (!row) throw noRecord(field, id)
  return row
}

/** Several records of one project, in the order given, without repetition. */
export async function requireRelated(
  tx: Tx,
  call: Call,
  field: string,
  ids: string[],
  projectId: string,
): Promise<number[]> {
  const seqs = ids.map(id => {
    const seq = parseRecordId(id)
    if (seq === undefined) throw noRecord(field, id)
    return seq
  })
  const found = new Map((await loadRecords(tx, [...new Set(seqs)])).map(record => [record.seq, record]))
  for (const [index, seq] of seqs.entries()) {
    const record = found.get(seq)
    const here = record?.project_id === projectId
    // That it lies elsewhere is told only to those who may know of it.
    if (!record || !(here || (await roleIn(tx, call, record.project_id)))) {
      throw noRecord(field, ids[index] ?? '')
    }
    if (!here) throw otherProject(field, seq)
  }
  return [...new Set(seqs)]
}

/** The project of a read: the argument, the given session, the pin, the caller's default. */
export async function projectOfRead(
  tx: Tx,
  call: Call,
  given: { project_id?: string | undefined; session_id?: string | undefined },
): Promise<ProjectRow> {
  if (given.project_id !== undefined) return findProject(tx, call, given.project_id)
  const session = given.session_id ?? call.session
  if (session !== undefined) return projectById(tx, (await requireOwnSession(tx, call, session)).project_id)
  const pointed = call.pointers?.current(undefined)
  if (pointed) return projectById(tx, pointed.project)
  return fallbackProject(tx, call, call.project)
}

/** The same for a read that may name a record: it tells the project, and a project that contradicts it is a mistake. */
export async function scopeOfRead(
  tx: Tx,
  call: Call,
  given: { project_id?: string | undefined; session_id?: string | undefined },
  named: { field: string; id: string | undefined },
): Promise<{ project: ProjectRow; record: StoredRecord | undefined }> {
  if (named.id === undefined) return { project: await projectOfRead(tx, call, given), record: undefined }
  const asked = given.project_id === undefined ? undefined : await findProject(tx, call, given.project_id)
  const record = await requireRecord(tx, call, named.field, named.id)
  if (asked && asked.id !== record.project_id) throw contradiction()
  return { project: asked ?? (await projectById(tx, record.project_id)), record }
}

/** For reads that only look: never touches, never reopens. */
export async function requireOwnSession(tx: Tx, call: Call, id: string) {
  const row = await loadSessionOf(tx, call.principal, id)
  if (!row) throw noSession(id)
  const { held_role, ...session } = row
  keepRole(tx, call.principal, session.project_id, held_role)
  // Whoever left a project keeps the handle, but no longer sees through it.
  if (!(await roleIn(tx, call, session.project_id))) throw noSession(id)
  return session
}

export function noRecord(field: string, id: string): Fault {
  const seq = parseRecordId(id)
  return new Fault(
    'RECORD_NOT_FOUND',
    seq === undefined ? 'That is not a record id.' : `There is no record ${recordId(seq)}.`,
    {
      details: { field, id },
    },
  )
}

export function noSession(id?: string, status?: 'closed'): Fault {
  if (status) {
    return new Fault('SESSION_NOT_FOUND', 'That session is closed.', {
      details: { session_id: id, status },
      hint: 'Start new session, or reopen this one: call activate() with its session_id.',
    })
  }
  if (id === undefined) {
    return new Fault('SESSION_NOT_FOUND', 'No session was named.', {
      hint: 'Start new session with activate(), or pass the session_id argument.',
    })
  }
  return new Fault('SESSION_NOT_FOUND', 'There is no such session of yours.', { details: { session_id: id } })
}

export function contradiction(): Fault {
  return new Fault('INVALID_INPUT', 'project_id names another project than the record.', {
    details: { reason: 'project_mismatch' },
    hint: 'Leave project_id out; the record tells the project.',
  })
}

export function otherProject(field: string, seq: number): Fault {
  return new Fault('INVALID_INPUT', `${recordId(seq)} belongs to another project.`, {
    details: { reason: 'other_project', field, id: recordId(seq) },
    hint: 'Name records of the same project only.',
  })
}
