import { call, isFault } from '../api.ts'
import type { Output } from '../operations.ts'
import { forgetSession, rememberSession, tabSession } from './tab-session.ts'

/** Activates a record in this tab's session, starting one if there is none. */
export async function activateHere(
  project: string,
  id: string,
  options: { override?: boolean } = {},
): Promise<Output<'activate'>> {
  const session_id = tabSession(project)
  try {
    const result = await call('activate', { id, ...(session_id && { session_id }), ...options })
    rememberSession(project, result.session_id)
    return result
  } catch (fault) {
    if (!session_id || !isFault(fault, 'SESSION_NOT_FOUND', 'SESSION_PROJECT_MISMATCH')) throw fault
    forgetSession(project)
    return activateHere(project, id, options)
  }
}
