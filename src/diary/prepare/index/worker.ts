// A thread that reads and stages transcripts; see threads.ts for who starts it.
import { parentPort, workerData } from 'node:worker_threads'
import { largeLineGate } from '../../../transcripts/lines.ts'
import { Unreadable } from '../../../transcripts/reader.ts'
import { Changing } from '../copy-session.ts'
import { type SessionAnswer, type SessionJob, stageSession } from '../stage-session.ts'
import { runScanJob, type ScanAnswer, type ScanJob } from './scan-job.ts'

export type WorkerJob = { scan: ScanJob } | { stage: SessionJob }
export type WorkerReply =
  | { scanned: ScanAnswer }
  | { staged: SessionAnswer }
  | { unreadable: string }
  | { changing: string }
  | { failed: string }

const gate = largeLineGate(workerData)

parentPort?.on('message', (job: WorkerJob) => {
  void reply(job).then(said => parentPort?.postMessage(said))
})

async function reply(job: WorkerJob): Promise<WorkerReply> {
  try {
    return 'scan' in job
      ? { scanned: await runScanJob(job.scan, gate) }
      : { staged: await stageSession(job.stage, null, gate) }
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.message }
    if (error instanceof Changing) return { changing: error.key }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
