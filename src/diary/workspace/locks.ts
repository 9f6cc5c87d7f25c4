import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from '../../files/lock.ts'
import { stampOf } from '../../files/stamp.ts'
import { Rejection } from '../rejection.ts'
import { finishSwap, isSwapping } from './swap.ts'

/** Runs work under a named lock. Other locks may be held at the same time, but the workspace is not replaced meanwhile. */
export function withNamedLock<T>(root: string, name: string, waitMs: number, work: () => Promise<T>): Promise<T> {
  return withSharedLock(root, waitMs, () => withLock(lockPath(root, name), 'named', waitMs, work))
}

/** Keeps the workspace from being replaced while the work runs. */
export async function withSharedLock<T>(root: string, waitMs: number, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const done = await withLock(lockPath(root, 'workspace'), 'shared', waitMs, async () =>
      isSwapping(root) ? undefined : { value: await work() },
    )
    if (done) return done.value
    // The process that was replacing it died; everything needed to finish is in place.
    await withExclusiveLock(root, waitMs, async () => {})
  }
}

/** Runs work while no other process uses the workspace; an interrupted replacement is finished first. */
export function withExclusiveLock<T>(root: string, waitMs: number, work: () => Promise<T>): Promise<T> {
  return withLock(lockPath(root, 'workspace'), 'exclusive', waitMs, async () => {
    await finishSwap(root)
    return work()
  })
}

/**
 * Reads without a lock. Files may be missing only because the workspace is being replaced: if it was ever locked, the
 * read is tried again under the shared lock.
 */
export async function readStable<T>(root: string, waitMs: number, read: () => Promise<T>): Promise<T> {
  try {
    if (!isSwapping(root)) return await read()
  } catch (error) {
    if (!mayBeMidReplacement(error) || !wasLocked(root, 'workspace')) throw error
  }
  return withSharedLock(root, waitMs, read)
}

interface CheckedWrite<C> {
  /** The file that is written under this lock only. */
  file: string
  check(): Promise<C>
  /** Whether there is anything to write; a check may also throw. */
  isAccepted?(checked: C): boolean
  write(checked: C): Promise<void>
}

/**
 * Checks a write and carries it out under a named lock. The first time, the check comes before the lock: a refused call
 * must not leave so much as a lock file. That check counts unless the file or the workspace has changed since.
 */
export async function writeChecked<C>(
  root: string,
  lock: string,
  waitMs: number,
  { file, check, isAccepted = () => true, write }: CheckedWrite<C>,
): Promise<C> {
  const stamp = () => stampAt(join(root, 'projects')) + stampAt(file)
  const checkNow = async () => ({ stamp: stamp(), checked: await check() })
  const early = wasLocked(root, lock) ? undefined : await readStable(root, waitMs, checkNow)
  if (early && !isAccepted(early.checked)) return early.checked
  return withNamedLock(root, lock, waitMs, async () => {
    const { checked } = early && early.stamp === stamp() ? early : await checkNow()
    if (isAccepted(checked)) await write(checked)
    return checked
  })
}

/** Names in the path may be a caller's, so a path that cannot exist counts as absent. */
function stampAt(path: string): string {
  try {
    return stampOf(statSync(path, { bigint: true }))
  } catch {
    return 'absent'
  }
}

/** Whether anything was ever written under this lock. What callers send is part of the name, so it must be a plain one. */
function wasLocked(root: string, name: string): boolean {
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

export function runLockFile(root: string): string {
  return lockPath(root, runLock)
}

/** Refusals that a missing file may have caused. */
function mayBeMidReplacement(error: unknown): boolean {
  const places = ['workspace', 'date', 'project_key', 'session_ref', 'daily_report']
  return error instanceof Rejection && error.problems.some(({ path }) => places.includes(path))
}

function lockPath(root: string, name: string): string {
  return join(root, '.locks', name)
}
