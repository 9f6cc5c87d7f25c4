import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Unreadable } from '../../transcripts/reader.ts'
import { Changing } from '../prepare/copy-session.ts'
import type { Scanning } from '../prepare/index/index-homes.ts'
import { runScanBatch } from '../prepare/index/scan-job.ts'
import type { SessionStaging } from '../prepare/stage.ts'
import type { ThreadSettings } from '../settings.ts'
import { type KeptThreads, type ThreadPool, threadPool } from './pool.ts'
import type { Answers, WorkerJob, WorkerReply } from './worker.ts'

type Threads = ThreadPool<WorkerJob, WorkerReply>

/** Less than this is read by one thread as soon as by two that first have to start and to compile what they run. */
const worthScanning = 128 * 1024 * 1024
/** Staging and making chains do more with every byte. */
const worthStaging = 24 * 1024 * 1024

/** A built program has a script for its threads; run from its sources there is none. */
const ownScript = fileURLToPath(new URL('../bin/thread.js', import.meta.url))

/** What suits the number of files and bytes: this thread for a few, others for many. */
export function scanningFor(diary: ThreadSettings): (files: number, bytes: number) => Scanning {
  return (files, bytes) => {
    const width = widthFor(diary.indexWorkers, files)
    if (diary.threads.kept?.isHeld && files > 0) return scanIn(keptThreads(diary), width)
    return width > 1 && bytes >= worthScanning && mayUse(diary) ? scanInThreads(scriptOf(diary), width) : thisThread
  }
}

/**
 * While `work` runs, even small jobs are given to threads, so that this thread stays free for calls. After `work` has called
 * `later`, the threads run with low priority.
 */
export async function withThreads<T>(diary: ThreadSettings, work: (later: () => void) => Promise<T>): Promise<T> {
  if (!mayUse(diary)) return work(() => {})
  const threads = keptThreads(diary)
  const held = diary.threads.kept
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
export function stagingFor(diary: ThreadSettings): (sessions: number, bytes: number) => SessionStaging | null {
  return (sessions, bytes) => {
    const isWorth = recentBytes(diary, bytes) >= worthStaging || diary.threads.kept?.isHeld
    return isWorth && mayUse(diary) ? stageIn(keptThreads(diary), widthFor(diary.indexWorkers, sessions)) : null
  }
}

/** Starts threads early if so many bytes are worth it. */
export function startThreads(diary: ThreadSettings, bytes: number): void {
  if (recentBytes(diary, bytes) >= worthStaging && mayUse(diary)) void keptThreads(diary).close()
}

/** Gives a job to a thread that runs already; null where none runs, or the job failed. */
export async function askThread<K extends keyof Answers>(
  diary: ThreadSettings,
  answer: K,
  job: WorkerJob,
): Promise<Answers[K] | null> {
  if (!diary.threads.kept) return null
  const threads = keptThreads(diary)
  const reply = await threads.run(job).finally(threads.close)
  // What is under a key is what the worker puts there.
  return answer in reply ? (reply as Answers)[answer] : null
}

function mayUse(diary: ThreadSettings): boolean {
  return widthFor(diary.indexWorkers, 2) > 1 && existsSync(scriptOf(diary))
}

function scriptOf({ threads }: ThreadSettings): string {
  return threads.script ?? ownScript
}

/** How many bytes were worked on lately: many small days in a row are worth threads as one large day is. */
function recentBytes({ threads }: ThreadSettings, bytes: number): number {
  const now = performance.now()
  threads.recentBytes = (now > threads.recentUntil ? 0 : threads.recentBytes) + bytes
  threads.recentUntil = now + lingerMs
  return threads.recentBytes
}

/** Threads stay between the days of a run; those nobody uses for a while end. */
const lingerMs = 3000

function keptThreads(diary: ThreadSettings): Threads {
  const { threads, indexWorkers } = diary
  threads.kept ??= {
    pool: threadPool(scriptOf(diary), widthFor(indexWorkers, Number.POSITIVE_INFINITY)),
    users: 0,
    end: undefined,
    isHeld: false,
    urgency: 'usual',
  }
  // All that is kept there runs this script, whose jobs and replies these are.
  const used = threads.kept as KeptThreads<WorkerJob, WorkerReply>
  used.users++
  clearTimeout(used.end)
  return {
    run: job => used.pool.run(job, used.urgency),
    async close() {
      if (--used.users > 0) return
      used.end = setTimeout(() => {
        if (threads.kept === used) threads.kept = undefined
        void used.pool.close()
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

function errorOf(reply: WorkerReply): Error {
  if ('unreadable' in reply) return new Unreadable(reply.unreadable)
  if ('changing' in reply) return new Changing(reply.changing)
  return new Error('failed' in reply ? reply.failed : 'A thread answered something else than it was asked.')
}

/** Reads one file after the other where it is called. */
export const thisThread: Scanning = { width: 1, run: jobs => runScanBatch(jobs), close: async () => {} }
