// A thread that reads transcripts; see threads.ts for who starts it.
import { parentPort, workerData } from 'node:worker_threads'
import { largeLineGate } from '../../../transcripts/large-lines.ts'
import { Unreadable } from '../../../transcripts/reader.ts'
import { runScanJob, type ScanAnswer, type ScanJob } from './scan-job.ts'

export type WorkerReply = { answer: ScanAnswer } | { unreadable: string } | { failed: string }

const gate = largeLineGate(workerData)

parentPort?.on('message', (job: ScanJob) => {
  void reply(job).then(said => parentPort?.postMessage(said))
})

async function reply(job: ScanJob): Promise<WorkerReply> {
  try {
    return { answer: await runScanJob(job, gate) }
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.message }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
