import { dirname, join } from 'node:path'
import { LockBusy, withLock } from '../../files/lock.ts'
import { Fault } from '../../kernel/fault.ts'
import type { AuditContext } from './context.ts'

const waitMs = 20_000

type Place = Pick<AuditContext, 'folder'>

/** One writer of a session's log at a time, in any process. */
export function lockSession<T>(ctx: Place, session: string, work: () => Promise<T>): Promise<T> {
  return locked(ctx, `audit-session-${session}`, work)
}

export function lockIssue<T>(ctx: Place, issue: number, work: () => Promise<T>): Promise<T> {
  return locked(ctx, `audit-issue-${issue}`, work)
}

export function lockKeys<T>(ctx: Place, work: () => Promise<T>): Promise<T> {
  return locked(ctx, 'audit-keys', work)
}

async function locked<T>({ folder }: Place, name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await withLock(join(dirname(folder), 'locks', `${name}.lock`), 'named', waitMs, work)
  } catch (error) {
    if (!(error instanceof LockBusy)) throw error
    throw new Fault('BUSY', 'Another process is writing to this part of the audit.', { cause: error })
  }
}
