import { existsSync, readFileSync, rmSync } from 'node:fs'

/** How often work in another process is looked at: for a request to cancel, for news, for its end. */
export const pollMs = 150

/** Long work: started by a call, carried on behind its answer. */
export interface Job<T> {
  /** Unique among all jobs, so that a request to cancel never meets another one. */
  id: string
  /** When the program ends: left to the next process that opens the same files, or waited for. */
  atExit: 'leave' | 'finish'
  work(job: RunningJob<T>): Promise<void>
}

export interface RunningJob<T> {
  /** Aborted when the job is cancelled, stopped or left. */
  signal: AbortSignal
  /** What `start` answers; a failure before is thrown by `start`, one after goes to the log. */
  answer(value: T): void
  /** Ends the work for a reason of its own; the first reason counts. */
  stop(reason: unknown): void
  /** Owns a lock while the work runs. Only then can other processes cancel the job. Throws `LockBusy`. */
  hold<R>(lock: string, waitMs: number, work: () => Promise<R>): Promise<R>
}

/** The long work of this process. */
export interface Jobs {
  start<T>(job: Job<T>): Promise<T>
  /** Asks a job to end, in whichever process it runs; false when none works on it. */
  cancel(job: { id: string; lock: string }): Promise<boolean>
  isRunning(id: string): boolean
  /** Until this process works on the job no longer; at once when it does not. */
  wait(id: string): Promise<void>
  /** Why this process gave a job up after its start was answered. */
  failureOf(id: string): unknown
  /** Ends what another process can go on with, as a kill would. */
  leave(): Promise<void>
  /** Waits for what no other process can go on with; with `cancel` it is asked to end first. */
  finish(options?: { cancel?: boolean }): Promise<void>
}

interface Running {
  id: string
  atExit: Job<unknown>['atExit']
  controller: AbortController
  /** Never rejects. */
  done: Promise<void>
}

const cancelled = new Error('The work was cancelled.')
const leaving = new Error('The program is ending.')

export function isCancelled({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason === cancelled
}

export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user is running too, only not ours to signal.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The result of the work; rejects on abort even when the work does not listen to the signal. */
export function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason)
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}

export function isLeft({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason === leaving
}

export function openJobs(log: (line: string) => void): Jobs {
  const running = new Set<Running>()
  const failures = new Map<string, unknown>()

  const jobsNamed = (id: string) => [...running].filter(job => job.id === id)

  function fail(id: string, error: unknown): void {
    failures.set(id, error)
    for (const old of [...failures.keys()].slice(0, -maxFailures)) failures.delete(old)
    log(`job ${id}: ended by ${error instanceof Error ? error.name : 'a fault'}`)
  }

  return {
    start<T>({ id, atExit, work }: Job<T>) {
      const controller = new AbortController()
      failures.delete(id)
      return new Promise<T>((resolve, reject) => {
        let isAnswered = false
        const job: RunningJob<T> = {
          signal: controller.signal,
          answer(value) {
            isAnswered = true
            resolve(value)
          },
          stop: reason => controller.abort(reason),
          hold: (lock, waitMs, held) => hold(id, lock, waitMs, controller, held),
        }
        const done = work(job)
          .then(() => reject(new Error(`Job ${id} ended without an answer.`)))
          .catch((error: unknown) => {
            if (!isAnswered) reject(error)
            else if (!isLeft(controller.signal)) fail(id, error)
          })
          .then(() => void running.delete(own))
        const own: Running = { id, atExit, controller, done }
        running.add(own)
      })
    },
    async cancel({ id, lock }) {
      const own = jobsNamed(id)
      for (const { controller } of own) controller.abort(cancelled)
      if (own.length > 0) return true
      if (!(await isHeld(lock))) return false
      const { replaceFile } = await import('../files/replace.ts')
      await replaceFile(cancelFile(lock), id)
      return true
    },
    isRunning: id => jobsNamed(id).length > 0,
    async wait(id) {
      await Promise.all(jobsNamed(id).map(({ done }) => done))
    },
    failureOf: id => failures.get(id),
    async leave() {
      const own = [...running].filter(({ atExit }) => atExit === 'leave')
      for (const { controller } of own) controller.abort(leaving)
      await Promise.all(own.map(({ done }) => done))
    },
    async finish({ cancel = false } = {}) {
      const own = [...running].filter(({ atExit }) => atExit === 'finish')
      if (cancel) for (const { controller } of own) controller.abort(cancelled)
      await Promise.all(own.map(({ done }) => done))
    },
  }
}

const maxFailures = 20

/** Whether a process works on a job now: the operating system releases the lock of a process that is gone. */
export async function isHeld(lock: string): Promise<boolean> {
  if (!existsSync(lock)) return false
  const free = await runIfFree(lock, async () => true)
  return free === undefined
}

/** Works under the lock of a job that no process works on; answers undefined when one does. */
export async function runIfFree<T>(lock: string, work: () => Promise<T>): Promise<T | undefined> {
  const { LockBusy, withLock } = await locks()
  try {
    return await withLock(lock, 'named', 0, work)
  } catch (error) {
    if (error instanceof LockBusy) return undefined
    throw error
  }
}

async function hold<T>(
  id: string,
  lock: string,
  waitMs: number,
  controller: AbortController,
  work: () => Promise<T>,
): Promise<T> {
  const { withLock } = await locks()
  return withLock(lock, 'named', waitMs, async () => {
    const file = cancelFile(lock)
    rmSync(file, { force: true })
    // Read at once, not by node:fs/promises, which every command would load with this file.
    const look = () => {
      if (existsSync(file) && readFileSync(file, 'utf8') === id) controller.abort(cancelled)
    }
    const timer = setInterval(look, pollMs)
    timer.unref()
    try {
      return await work()
    } finally {
      clearInterval(timer)
      rmSync(file, { force: true })
    }
  })
}

/** How another process asks: the id of the job in a file beside its lock. */
function cancelFile(lock: string): string {
  return `${lock}.cancel`
}

// Loaded with the first job: the locks bring the database library with them, and most commands start none.
const locks = () => import('../files/lock.ts')
