import { call, isFault } from '../api.ts'
import type { Output } from '../operations.ts'
import { forgetSession, rememberSession, tabSession } from './tab-session.ts'

/** Activates a record in this tab's session, starting one if there is none. */
export function activateHere(
  project: string,
  id: string,
  options: { override?: boolean } = {},
): Promise<Output<'activate'>> {
  return sendHere(project, session_id => call('activate', { id, ...(session_id && { session_id }), ...options }))
}

/** Sends a call in this tab's session; where there is none, the call starts it. */
export async function sendHere<T extends { session_id: string }>(
  project: string,
  send: (session_id: string | undefined) => Promise<T>,
): Promise<T> {
  while (starting.has(project)) await starting.get(project)
  const session_id = tabSession(project)
  if (!session_id) return startSession(project, send)
  try {
    return await send(session_id)
  } catch (fault) {
    if (!isFault(fault, 'SESSION_NOT_FOUND', 'SESSION_PROJECT_MISMATCH')) throw fault
    // Another call may have started the next one meanwhile.
    if (tabSession(project) === session_id) forgetSession(project)
    return sendHere(project, send)
  }
}

/** This tab's session in a project, also when the answer of the call that starts it is still on its way. */
export async function sessionHere(project: string): Promise<string | undefined> {
  await starting.get(project)
  return tabSession(project)
}

/** By project, the calls that are starting a session; others wait for them, so that a tab has only one. */
const starting = new Map<string, Promise<void>>()

function startSession<T extends { session_id: string }>(
  project: string,
  send: (session_id: undefined) => Promise<T>,
): Promise<T> {
  const sent = send(undefined).then(result => {
    rememberSession(project, result.session_id)
    return result
  })
  const end = () => void starting.delete(project)
  starting.set(project, sent.then(end, end))
  return sent
}
