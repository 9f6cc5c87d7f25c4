import type { Tx } from '../db/db.ts'
import type { ProjectRow, SessionRow } from '../db/tables.ts'
import { Fault } from '../kernel/fault.ts'
import { type InProject, lockProject } from '../projects/store.ts'
import type { RecordsContext } from './context.ts'
import type { StoredRecord } from './fields.ts'
import { requireRecord, sessionNotFound } from './locate.ts'
import { lockSession } from './store/sessions.ts'
import { loadVersion } from './store/versions.ts'
import { wireRecord } from './wire.ts'

interface PersonWrite {
  project: ProjectRow
  record: StoredRecord
  session: SessionRow | undefined
  author: string
}

/** Starts a person's change of a record outside an agent's session: locks the project and loads the record. */
export async function beginPersonWrite(
  tx: Tx,
  { call, project: found }: Pick<RecordsContext, 'call'> & InProject,
  { id, session_id }: { id: string; session_id?: string | undefined },
): Promise<PersonWrite> {
  const project = await lockProject(tx, found.id)
  const session = session_id === undefined ? undefined : await lockSession(tx, session_id)
  const usable =
    session &&
    session.principal_id === call.principal &&
    session.project_id === project.id &&
    session.closed_ts === null
  if (session_id !== undefined && !usable) throw sessionNotFound(session_id)
  const record = await requireRecord(tx, call, 'id', id)
  return { project, record, session, author: session?.id ?? personAuthor(call.principal) }
}

/** The author of a change made from the command line or the page, in place of a session id. */
function personAuthor(principal: string): string {
  return `person:${principal}`
}

export async function requireVersion(tx: Tx, record: StoredRecord, base: number): Promise<void> {
  if (record.version === base) return
  const latest = await loadVersion(tx, record.seq, record.version)
  throw new Fault('CONFLICT', `${record.id} is at version ${record.version} by now.`, {
    details: {
      current: wireRecord(record),
      base_version: base,
      current_version: record.version,
      by_session: latest?.session_id,
      at_tick: latest?.tick,
    },
    hint: `Sync and resolve: look at ${record.id} again, then repeat with base_version ${record.version}.`,
  })
}
