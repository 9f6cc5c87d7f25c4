import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { largeLineMemory } from '../../transcripts/lines.ts'

/** Threads that run one script; further jobs wait. */
export interface ThreadPool<Job, Reply> {
  run(job: Job, urgency?: Urgency): Promise<Reply>
  close(): Promise<void>
}

/** What is low gives way to everything else on the machine. */
export type Urgency = 'usual' | 'low'

/** A pool that several pieces of work use, and that outlives each of them for a while. */
export interface KeptThreads<Job, Reply> {
  pool: ThreadPool<Job, Reply>
  users: number
  end: NodeJS.Timeout | undefined
  /** They are wanted also for what would be done in this thread otherwise. */
  isHeld: boolean
  urgency: Urgency
}

/** As many threads as there are jobs at a time, up to a number; further jobs wait. */
export function threadPool<Job extends object, Reply>(file: string, width: number): ThreadPool<Job, Reply> {
  const memory = largeLineMemory()
  const idle: Worker[] = []
  const all = new Set<Worker>()
  const waiting: ((worker: Worker) => void)[] = []
  const start = () => {
    // The program's own arguments say with which flags it runs, and so which compiled code a thread can use.
    const worker = new Worker(file, { workerData: memory, argv: process.argv.slice(2) })
    all.add(worker)
    worker.once('exit', () => {
      all.delete(worker)
      if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1)
    })
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
        const reply = await ask<Reply>(worker, { ...job, urgency })
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
      await Promise.all([...all].map(worker => (idle.includes(worker) ? end(worker) : worker.terminate())))
    },
  }
}

/** A thread that ends by itself keeps its compiled code for later ones. */
async function end(worker: Worker): Promise<void> {
  worker.ref()
  const ended = once(worker, 'exit')
  worker.postMessage(null)
  await ended
}

function ask<Reply>(worker: Worker, job: object): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      finish()
    }
    const onMessage = (reply: Reply) => settle(() => resolve(reply))
    const onError = (error: Error) => settle(() => reject(error))
    const onExit = () => settle(() => reject(new Error('A thread that reads transcripts ended early.')))
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(job)
  })
}
