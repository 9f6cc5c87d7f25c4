import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { largeLineMemory } from '../../transcripts/lines.ts'
import { Unreadable } from '../../transcripts/reader.ts'
import { Changing } from '../prepare/copy-session.ts'
import type { Scanning } from '../prepare/index/index-homes.ts'
import { runScanBatch } from '../prepare/index/scan-job.ts'
import type { SessionStaging } from '../prepare/stage.ts'
import type { Answers, Urgency, WorkerJob, WorkerReply } from './worker.ts'

/** Less than this is read by one thread as soon as by two that first have to start and to compile what they run. */
const worthScanning = 128 * 1024 * 1024
/** Staging and making chains do more with every byte. */
const worthStaging = 24 * 1024 * 1024

/** In a built program the thread's script is beside it; run from its sources there is none. */
const ownScript = fileURLToPath(new URL('./index-worker.cjs', import.meta.url))

/** What suits the number of files and bytes: this thread for a few, others for many. */
export function scanningFor(
  wanted: number | undefined,
  script = ownScript,
): (files: number, bytes: number) => Scanning {
  return (files, bytes) => {
    const width = widthFor(wanted, files)
    if (shared?.isHeld && files > 0) return scanIn(sharedThreads(wanted), width)
    return width > 1 && bytes >= worthScanning && existsSync(script) ? scanInThreads(script, width) : thisThread
  }
}

/**
 * Leaves to threads whatever they can do while some work goes on, however little: this thread stays free for calls. From
 * `later` on they give way to everything else on the machine.
 */
export async function withThreads<T>(wanted: number | undefined, work: (later: () => void) => Promise<T>): Promise<T> {
  if (widthFor(wanted, 2) < 2 || !existsSync(ownScript)) return work(() => {})
  const threads = sharedThreads(wanted)
  const held = shared
  if (held) held.isHeld = true
  try {
    return await work(() => {
      if (held) held.urgency = 'low'
    })
  } finally {
    if (held) held.isHeld = false
    await threads.close()
  }
}

/** The threads that suit the number of sessions and bytes, or none. */
export function stagingFor(wanted: number | undefined): (sessions: number, bytes: number) => SessionStaging | null {
  return (sessions, bytes) => {
    const width = widthFor(wanted, sessions)
    const isWorth = recentWork.add(bytes) >= worthStaging || shared?.isHeld
    return widthFor(wanted, 2) > 1 && isWorth && existsSync(ownScript) ? stageIn(sharedThreads(wanted), width) : null
  }
}

/** Has threads ready for work on so many bytes, where that is worth while. */
export function readyThreads(wanted: number | undefined, bytes: number): void {
  const isWorth = recentWork.add(bytes) >= worthStaging
  if (widthFor(wanted, 2) > 1 && isWorth && existsSync(ownScript)) void sharedThreads(wanted).close()
}

/** Asks one of the threads that are there anyway; null where there is none, or it could not do the job. */
export async function askThread<K extends keyof Answers>(answer: K, job: WorkerJob): Promise<Answers[K] | null> {
  if (!shared) return null
  const threads = sharedThreads(undefined)
  const reply = await threads.run(job).finally(threads.close)
  // What is under a key is what the worker puts there.
  return answer in reply ? (reply as Answers)[answer] : null
}

/** How many bytes were worked on lately: many small days in a row are worth threads as one large day is. */
const recentWork = {
  bytes: 0,
  until: 0,
  add(bytes: number): number {
    const now = performance.now()
    this.bytes = (now > this.until ? 0 : this.bytes) + bytes
    this.until = now + lingerMs
    return this.bytes
  },
}

/** Threads that stay between the days of a run; those nobody uses for a while end. */
const lingerMs = 3000
let shared: SharedThreads | undefined

interface SharedThreads {
  threads: Threads
  users: number
  end: NodeJS.Timeout | undefined
  /** They are wanted also for what would be done in this thread otherwise. */
  isHeld: boolean
  urgency: Urgency
}

function sharedThreads(wanted: number | undefined): Threads {
  shared ??= {
    threads: threadPool(ownScript, widthFor(wanted, Number.POSITIVE_INFINITY)),
    users: 0,
    end: undefined,
    isHeld: false,
    urgency: 'usual',
  }
  const used = shared
  used.users++
  clearTimeout(used.end)
  return {
    run: job => used.threads.run(job, used.urgency),
    async close() {
      if (--used.users > 0) return
      used.end = setTimeout(() => {
        if (shared === used) shared = undefined
        void used.threads.close()
      }, lingerMs).unref()
    },
  }
}

/** Reads in threads of their own, some files at a time in each. */
export function scanInThreads(file: string, width: number): Scanning {
  return scanIn(threadPool(file, width), width)
}

function scanIn(threads: Threads, width: number): Scanning {
  return {
    width,
    async run(jobs) {
      const reply = await threads.run({ scan: jobs })
      if ('scanned' in reply) return reply.scanned
      throw errorOf(reply)
    },
    close: threads.close,
  }
}

/** Stages in threads of their own, one session at a time in each. */
export function stageInThreads(file: string, width: number): SessionStaging {
  return stageIn(threadPool(file, width), width)
}

function stageIn(threads: Threads, width: number): SessionStaging {
  return {
    width,
    async run(job) {
      const reply = await threads.run({ stage: job })
      if (!('staged' in reply)) throw errorOf(reply)
      const { copied, ...rest } = reply.staged
      // Between threads a Buffer becomes a plain array of bytes.
      const { buffer, byteOffset, byteLength } = copied.offsets
      return { copied: { ...copied, offsets: Buffer.from(buffer, byteOffset, byteLength) }, ...rest }
    },
    close: threads.close,
  }
}

function widthFor(wanted: number | undefined, items: number): number {
  return Math.min(wanted ?? Math.min(4, availableParallelism()), items)
}

interface Threads {
  run(job: WorkerJob, urgency?: Urgency): Promise<WorkerReply>
  close(): Promise<void>
}

/** As many threads as there are jobs at a time, up to a number; further jobs wait. */
function threadPool(file: string, width: number): Threads {
  const memory = largeLineMemory()
  const idle: Worker[] = []
  const all = new Set<Worker>()
  const waiting: ((worker: Worker) => void)[] = []
  const start = () => {
    const worker = new Worker(file, { workerData: memory })
    all.add(worker)
    return worker
  }
  const next = (): Promise<Worker> | Worker =>
    idle.pop() ?? (all.size < width ? start() : new Promise(resolve => waiting.push(resolve)))
  return {
    async run(job, urgency = 'usual') {
      const worker = await next()
      // Only a thread at work keeps the program from ending.
      worker.ref()
      try {
        const reply = await ask(worker, { ...job, urgency })
        worker.unref()
        const waiter = waiting.shift()
        if (waiter) waiter(worker)
        else idle.push(worker)
        return reply
      } catch (error) {
        // A thread that failed as a whole is not asked again; the next job gets a new one.
        all.delete(worker)
        waiting.shift()?.(start())
        throw error
      }
    },
    async close() {
      await Promise.all([...all].map(worker => worker.terminate()))
    },
  }
}

function errorOf(reply: WorkerReply): Error {
  if ('unreadable' in reply) return new Unreadable(reply.unreadable)
  if ('changing' in reply) return new Changing(reply.changing)
  return new Error('failed' in reply ? reply.failed : 'A thread answered something else than it was asked.')
}

function ask(worker: Worker, job: WorkerJob & { urgency: Urgency }): Promise<WorkerReply> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      finish()
    }
    const onMessage = (reply: WorkerReply) => settle(() => resolve(reply))
    const onError = (error: Error) => settle(() => reject(error))
    const onExit = () => settle(() => reject(new Error('A thread that reads transcripts ended early.')))
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(job)
  })
}

/** Reads one file after the other where it is called. */
export const thisThread: Scanning = { width: 1, run: jobs => runScanBatch(jobs), close: async () => {} }
