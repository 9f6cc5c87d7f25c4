import type { Record as RecordShape } from '../../../src/records/schema.ts'
import { CallFault, call, isFault } from '../api.ts'
import type { Input, Output } from '../operations.ts'
import { activateHere, sendHere, sessionHere } from './activate-here.ts'
import { loadAnew, noteOwnTick } from './behind.ts'
import { forgetSession, tabSession } from './tab-session.ts'

type Unattended<T> = Omit<T, 'session_id' | 'conversation_id' | 'idempotency_key'>

/** A conflict is a normal answer here: check `applied`. */
export async function updateRecord(
  project: string,
  args: Unattended<Input<'update_record'>> & { base_version: number },
  key: string,
): Promise<Output<'update_record'>> {
  // base_version guards the text, so activating anew after a lost session cannot hide another session's change.
  const result = await inSession(project, args.id, session_id =>
    retryLostCall(() => call('update_record', { ...args, session_id, idempotency_key: key })),
  )
  return reloadAfterWrite(project, result)
}

export async function createRecord(
  project: string,
  args: Unattended<Input<'create_record'>>,
  key: string,
): Promise<Output<'create_record'>> {
  const keyed = { ...args, idempotency_key: key }
  const parent = args.parent_id
  if (parent) {
    const result = await inSession(project, parent, session_id =>
      retryLostCall(() => call('create_record', { ...keyed, session_id })),
    )
    return reloadAfterWrite(project, result)
  }
  const result = await sendHere(project, session_id =>
    retryLostCall(() => call('create_record', { ...keyed, project_id: project, ...(session_id && { session_id }) })),
  )
  return reloadAfterWrite(project, result)
}

export function changeState(
  shown: RecordShape,
  args: Unattended<Input<'transition'>>,
  key: string,
): Promise<Output<'transition'>> {
  return asShown(shown, session_id => call('transition', { ...args, session_id, idempotency_key: key }))
}

export function supersedeRecord(
  shown: RecordShape,
  args: Unattended<Input<'supersede_record'>>,
): Promise<Output<'supersede_record'>> {
  return asShown(shown, session_id => call('supersede_record', { ...args, session_id }))
}

export async function moveRecord(record: RecordShape, parent_id: string | null): Promise<Output<'move_record'>> {
  const { id, version, project_id } = record
  return reloadAfterWrite(project_id, await call('move_record', { id, parent_id, base_version: version }))
}

export async function retypeRecord(record: RecordShape, type: string): Promise<Output<'retype_record'>> {
  const { id, version, project_id } = record
  return reloadAfterWrite(project_id, await call('retype_record', { id, type, base_version: version }))
}

export async function closeSession(project: string, session_id: string): Promise<Output<'close_session'>> {
  const result = await call('close_session', { session_id })
  if (tabSession(project) === session_id) forgetSession(project)
  await loadAnew(project)
  return result
}

async function inSession<T>(project: string, id: string, write: (session: string) => Promise<T>): Promise<T> {
  const session = (await sessionHere(project)) ?? (await activateHere(project, id)).session_id
  try {
    return await write(session)
  } catch (fault) {
    if (!lacksActivation(fault)) throw fault
    return write((await activateHere(project, id)).session_id)
  }
}

/** Only if the record still is as it was shown, so that a change the person has not seen is not overwritten. */
async function asShown<T extends { tick: number }>(
  shown: RecordShape,
  write: (session_id: string) => Promise<T>,
): Promise<T> {
  const session = await activateAsShown(shown)
  return reloadAfterWrite(shown.project_id, await retryLostCall(() => write(session)))
}

async function activateAsShown(shown: RecordShape): Promise<string> {
  const { session_id, context } = await activateHere(shown.project_id, shown.id)
  const current = context.target
  if (current.version === shown.version || !('state' in current) || current.state === shown.state) return session_id
  throw new CallFault('CONFLICT', `${shown.id} was moved to ${current.state} after you loaded it.`, 'Reload it.', {
    current,
  })
}

function lacksActivation(fault: unknown): boolean {
  return isFault(fault, 'NOT_ACTIVATED', 'PARENT_NOT_ACTIVATED', 'SESSION_NOT_FOUND', 'SESSION_PROJECT_MISMATCH')
}

/** Repeats a keyed call whose answer was lost or that found the store busy; the key makes the repetition safe. */
async function retryLostCall<T>(send: () => Promise<T>): Promise<T> {
  for (const wait of [250, 1000]) {
    try {
      return await send()
    } catch (fault) {
      if (!isFault(fault, 'BUSY', 'OFFLINE')) throw fault
      await new Promise(resolve => setTimeout(resolve, wait))
    }
  }
  return send()
}

function reloadAfterWrite<T extends { tick: number; applied?: boolean; unchanged?: true | undefined }>(
  project: string,
  result: T,
): T {
  if (result.applied === false) return result
  if (!result.unchanged) noteOwnTick(project, result.tick)
  void loadAnew(project)
  return result
}
