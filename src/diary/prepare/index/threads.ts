import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { largeLineMemory } from '../../../transcripts/large-lines.ts'
import { Unreadable } from '../../../transcripts/reader.ts'
import type { Scanning } from './index-homes.ts'
import type { ScanJob } from './scan-job.ts'
import { thisThread } from './this-thread.ts'
import type { WorkerReply } from './worker.ts'

/** Less than this is read by one thread as soon as by two that first have to start and to compile what they run. */
const worthThreads = 128 * 1024 * 1024

/** In a built program the thread's script lies beside it; run from its sources there is none. */
const script = fileURLToPath(new URL('./index-worker.js', import.meta.url))

/** Whatever suits so many files and bytes: this thread for a few, others for many. */
export function scanningFor(wanted: number | undefined): (files: number, bytes: number) => Scanning {
  return (files, bytes) => {
    const width = Math.min(wanted ?? Math.min(4, availableParallelism()), files)
    return width > 1 && bytes >= worthThreads && existsSync(script) ? scanInThreads(script, width) : thisThread
  }
}

/** Reads in threads of their own, one file at a time in each. */
export function scanInThreads(file: string, width: number): Scanning {
  const memory = largeLineMemory()
  const idle: Worker[] = []
  const all = new Set<Worker>()
  const start = () => {
    const worker = new Worker(file, { workerData: memory })
    all.add(worker)
    return worker
  }
  return {
    width,
    async run(job) {
      const worker = idle.pop() ?? start()
      const answer = await ask(worker, job)
      idle.push(worker)
      if ('answer' in answer) return answer.answer
      if ('unreadable' in answer) throw new Unreadable(answer.unreadable)
      throw new Error(answer.failed)
    },
    async close() {
      await Promise.all([...all].map(worker => worker.terminate()))
    },
  }
}

function ask(worker: Worker, job: ScanJob): Promise<WorkerReply> {
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
