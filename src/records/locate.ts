import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { ProjectRow } from '../db/tables.ts'
import type { Call } from '../kernel/call.ts'
import { Fault } from '../kernel/fault.ts'
import {
  findProject,
  type InProject,
  keepRole,
  projectById,
  projectMeant,
  projectsFor,
  roleIn,
  roleOf,
} from '../projects/store.ts'
import type { StoredRecord } from './fields.ts'
import { parseRecordId, recordId } from './record-id.ts'
import { loadRecord, loadRecords, loadRef } from './store/records.ts'
import { loadSessionOf } from './store/sessions.ts'

const projectRowHeld = statement((q, a: { seq: number }) =>
  q
    .selectFrom('projects')
    .select('id')
    .where('id', '=', eb => eb.selectFrom('records').select('project_id').where('seq', '=', a.seq))
    .modifyEnd(sql`for key share`),
)

/**
 * The first statement of snapshots that add a session. On PostgreSQL the new row references the project's row, which
 * every write changes; a snapshot that finds it changed has to start over, on a busy project again and again. A key
 * share lock taken at the start avoids that, and the row may still change.
 */
export async function holdProjectRow(tx: Tx, id: string): Promise<void> {
  const seq = parseRecordId(id)
  if (tx.engine === 'postgres' && seq !== undefined) await tx.first(projectRowHeld, { seq })
}

/** Loads the record that a field names, if the caller may see it. */
export async function requireRecord(tx: Tx, call: Call, field: string, id: string) {
  const seq = parseRecordId(id)
  const record = seq === undefined ? undefined : await loadRecord(tx, seq)
  if (!record || !(await roleIn(tx, call, record.project_id))) throw recordNotFound(field, id)
  return record
}

const projectAround = statement((q, a: { seq: number; principal: string }) =>
  projectsFor(q, a.principal)
    .innerJoin('records', 'records.project_id', 'projects.id')
    .where('records.seq', '=', a.seq)
    .where('records.purged_ts', 'is', null)
    .where('projects.deleted_ts', 'is', null),
)

/** The project of the record that a field names, with the caller's role in it. */
export async function projectOfRecord(
  tx: Pick<Tx, 'first'>,
  call: Call,
  field: string,
  id: string,
): Promise<InProject> {
  const seq = parseRecordId(id)
  const row = seq === undefined ? undefined : await tx.first(projectAround, { seq, principal: call.principal })
  const role = row && roleOf(call, row.id, row.held_role)
  if (!row || !role) throw recordNotFound(field, id)
  const { held_role: _, ...project } = row
  return { project, role }
}

/** A reference to the record that a field names; `find` has already checked that the caller may see it. */
export async function requireRef(tx: Pick<Tx, 'first'>, field: string, id: string) {
  const seq = parseRecordId(id)
  const row = seq === undefined ? undefined : await loadRef(tx, seq)
  if (!row) throw recordNotFound(field, id)
  return row
}

/** The numbers of records that must be in the project, in the order given, without duplicates. */
export async function requireRecordsInProject(
  tx: Tx,
  call: Call,
  field: string,
  ids: string[],
  projectId: string,
): Promise<number[]> {
  const seqs = ids.map(id => {
    const seq = parseRecordId(id)
    if (seq === undefined) throw recordNotFound(field, id)
    return seq
  })
  const found = new Map((await loadRecords(tx, [...new Set(seqs)])).map(record => [record.seq, record]))
  for (const [index, seq] of seqs.entries()) {
    const record = found.get(seq)
    const isHere = record?.project_id === projectId
    // Only callers who may see the other project learn that the record is there.
    if (!record || !(isHere || (await roleIn(tx, call, record.project_id)))) {
      throw recordNotFound(field, ids[index] ?? '')
    }
    if (!isHere) throw recordOfOtherProject(field, seq)
  }
  return [...new Set(seqs)]
}

/** The project a call is about: the argument, the session, the process's current one, the caller's default. */
export async function resolveProject(
  tx: Tx,
  call: Call,
  given: { project_id?: string | undefined; session_id?: string | undefined },
): Promise<ProjectRow> {
  if (given.project_id !== undefined) return findProject(tx, call, given.project_id)
  const session = given.session_id ?? call.session
  if (session !== undefined) return projectById(tx, (await requireOwnSession(tx, call, session)).project_id)
  const current = call.pointers?.current(undefined)
  if (current) return projectById(tx, current.project)
  return projectMeant(tx, call)
}

/** Like resolveProject for a call that may name a record: its project counts, and naming another one is an error. */
export async function resolveScope(
  tx: Tx,
  call: Call,
  given: { project_id?: string | undefined; session_id?: string | undefined },
  named: { field: string; id: string | undefined },
): Promise<{ project: ProjectRow; record: StoredRecord | undefined }> {
  if (named.id === undefined) return { project: await resolveProject(tx, call, given), record: undefined }
  const project = given.project_id === undefined ? undefined : await findProject(tx, call, given.project_id)
  const record = await requireRecord(tx, call, named.field, named.id)
  if (project && project.id !== record.project_id) throw projectMismatch()
  return { project: project ?? (await projectById(tx, record.project_id)), record }
}

/** Loads a session of the caller without changing or reopening it. */
export async function requireOwnSession(tx: Tx, call: Call, id: string) {
  const row = await loadSessionOf(tx, call.principal, id)
  if (!row) throw sessionNotFound(id)
  const { held_role, ...session } = row
  keepRole(tx, call.principal, session.project_id, held_role)
  // A caller who left the project still has the handle, but may no longer use it.
  if (!(await roleIn(tx, call, session.project_id))) throw sessionNotFound(id)
  return session
}

function recordNotFound(field: string, id: string): Fault {
  const seq = parseRecordId(id)
  return new Fault(
    'RECORD_NOT_FOUND',
    seq === undefined ? 'That is not a record id.' : `There is no record ${recordId(seq)}.`,
    {
      details: { field, id },
    },
  )
}

export function sessionNotFound(id?: string, status?: 'closed'): Fault {
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

export function projectMismatch(): Fault {
  return new Fault('INVALID_INPUT', 'project_id names another project than the record.', {
    details: { reason: 'project_mismatch' },
    hint: 'Leave project_id out; the record determines the project.',
  })
}

export function recordOfOtherProject(field: string, seq: number): Fault {
  return new Fault('INVALID_INPUT', `${recordId(seq)} belongs to another project.`, {
    details: { reason: 'other_project', field, id: recordId(seq) },
    hint: 'Name records of the same project only.',
  })
}

/** Bounds of a subtree in path order; the root itself is the lower bound. '/' follows '.' and ':' follows the digits. */
export function subtree(path: string): { pathFrom: string; pathTo: string } {
  return { pathFrom: path, pathTo: `${path.slice(0, -1)}/` }
}

export const wholeTree = { pathFrom: '', pathTo: ':' }
