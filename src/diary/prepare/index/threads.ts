import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { largeLineMemory } from '../../../transcripts/lines.ts'
import { Unreadable } from '../../../transcripts/reader.ts'
import { Changing } from '../copy-session.ts'
import type { SessionStaging } from '../stage.ts'
import type { Scanning } from './index-homes.ts'
import { runScanJob } from './scan-job.ts'
import type { WorkerJob, WorkerReply } from './worker.ts'

/** Less than this is read by one thread as soon as by two that first have to start and to compile what they run. */
const worthScanning = 128 * 1024 * 1024
/** Staging does more with every byte. */
const worthStaging = 24 * 1024 * 1024

/** In a built program the thread's script is beside it; run from its sources there is none. */
const script = fileURLToPath(new URL('./index-worker.cjs', import.meta.url))

/** What suits the number of files and bytes: this thread for a few, others for many. */
export function scanningFor(wanted: number | undefined): (files: number, bytes: number) => Scanning {
  return (files, bytes) => {
    const width = widthFor(wanted, files)
    return width > 1 && bytes >= worthScanning && existsSync(script) ? scanInThreads(script, width) : thisThread
  }
}

/** The threads that suit the number of sessions and bytes, or none. */
export function stagingFor(wanted: number | undefined): (sessions: number, bytes: number) => SessionStaging | null {
  return (sessions, bytes) => {
    const width = widthFor(wanted, sessions)
    return width > 1 && bytes >= worthStaging && existsSync(script) ? stageInThreads(script, width) : null
  }
}

/** Reads in threads of their own, one file at a time in each. */
export function scanInThreads(file: string, width: number): Scanning {
  const threads = threadPool(file)
  return {
    width,
    async run(job) {
      const reply = await threads.run({ scan: job })
      if ('scanned' in reply) return reply.scanned
      throw errorOf(reply)
    },
    close: threads.close,
  }
}

/** Stages in threads of their own, one session at a time in each. */
export function stageInThreads(file: string, width: number): SessionStaging {
  const threads = threadPool(file)
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

/** As many threads as there are jobs at a time. */
function threadPool(file: string) {
  const memory = largeLineMemory()
  const idle: Worker[] = []
  const all = new Set<Worker>()
  const start = () => {
    const worker = new Worker(file, { workerData: memory })
    all.add(worker)
    return worker
  }
  return {
    async run(job: WorkerJob): Promise<WorkerReply> {
      const worker = idle.pop() ?? start()
      const reply = await ask(worker, job)
      idle.push(worker)
      return reply
    },
    async close(): Promise<void> {
      await Promise.all([...all].map(worker => worker.terminate()))
    },
  }
}

function errorOf(reply: WorkerReply): Error {
  if ('unreadable' in reply) return new Unreadable(reply.unreadable)
  if ('changing' in reply) return new Changing(reply.changing)
  return new Error('failed' in reply ? reply.failed : 'A thread answered something else than it was asked.')
}

function ask(worker: Worker, job: WorkerJob): Promise<WorkerReply> {
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
export const thisThread: Scanning = { width: 1, run: job => runScanJob(job), close: async () => {} }
