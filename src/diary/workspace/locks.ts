import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from '../../files/lock.ts'
import { Rejection } from '../rejection.ts'
import { finishSwap, isSwapping } from './swap.ts'

/** Holds a named lock beside whoever else works in the workspace, but never while it is being exchanged. */
export function holding<T>(root: string, name: string, waitMs: number, work: () => Promise<T>): Promise<T> {
  return sharing(root, waitMs, () => withLock(lockPath(root, name), 'named', waitMs, work))
}

/** Keeps the workspace from being exchanged while the work runs. */
export async function sharing<T>(root: string, waitMs: number, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const done = await withLock(lockPath(root, 'workspace'), 'shared', waitMs, async () =>
      isSwapping(root) ? undefined : { value: await work() },
    )
    if (done) return done.value
    // Whoever was exchanging it died in the middle; everything needed to go on is in place.
    await alone(root, waitMs, async () => {})
  }
}

/** Has the workspace for itself; an exchange that was interrupted is finished first. */
export function alone<T>(root: string, waitMs: number, work: () => Promise<T>): Promise<T> {
  return withLock(lockPath(root, 'workspace'), 'exclusive', waitMs, async () => {
    await finishSwap(root)
    return work()
  })
}

/**
 * Reads without a lock. Files that are missing may only be on their way: if anybody ever locked this workspace, the
 * reading is tried again once nobody exchanges it.
 */
export async function settled<T>(root: string, waitMs: number, read: () => Promise<T>): Promise<T> {
  try {
    if (!isSwapping(root)) return await read()
  } catch (error) {
    if (!isAbsence(error) || !wasLocked(root, 'workspace')) throw error
  }
  return sharing(root, waitMs, read)
}

/** Whether anything was ever written under this lock. What callers send is part of the name, so it must be a plain one. */
export function wasLocked(root: string, name: string): boolean {
  return /^[A-Za-z0-9._-]{1,200}$/.test(name) && existsSync(lockPath(root, name))
}

export function evidenceLock(projectKey: string, sessionRef: string): string {
  return `evidence.${projectKey}.${sessionRef}`
}

export function synthesisLock(projectKey: string): string {
  return `synthesis.${projectKey}`
}

export const reportLock = 'report'
/** Held by a generation run, so that nothing is refreshed under it. */
export const runLock = 'run'

/** Refusals that a missing file may have caused. */
function isAbsence(error: unknown): boolean {
  const places = ['workspace', 'date', 'project_key', 'session_ref', 'daily_report']
  return error instanceof Rejection && error.problems.some(({ path }) => places.includes(path))
}

function lockPath(root: string, name: string): string {
  return join(root, '.locks', name)
}
