import { activate } from '../../../records/operations/activate.ts'
import { closeSession } from '../../../records/operations/close-session.ts'
import type { Cli } from '../verb.ts'

/**
 * Runs one change of a record in a session that lasts no longer than it: activate, act, close. A session the caller
 * named is used instead and left open.
 */
export async function withActive<R>(cli: Cli, record: string, act: (session_id: string) => Promise<R>): Promise<R> {
  const { session_id, conflict } = await cli.call(activate, {
    id: record,
    ...(cli.session && { session_id: cli.session }),
  })
  if (conflict) cli.page.note(`Note: ${record} is also active in session ${conflict.session_id}.`)
  return closingAfter(cli, session_id, () => act(session_id))
}

export async function closingAfter<R>(cli: Cli, session_id: string, act: () => Promise<R>): Promise<R> {
  try {
    return await act()
  } finally {
    if (cli.session === undefined) await cli.call(closeSession, { session_id })
  }
}
