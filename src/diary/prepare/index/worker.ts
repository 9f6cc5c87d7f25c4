// A thread that reads and stages transcripts; see threads.ts for who starts it.
import { parentPort, workerData } from 'node:worker_threads'
import { largeLineGate } from '../../../transcripts/lines.ts'
import { Unreadable } from '../../../transcripts/reader.ts'
import { newReads } from '../../settings.ts'
import { type JudgedChains, judgeChains } from '../../workspace/judge-chains.ts'
import { sessionChains, type WantedChains } from '../../workspace/session-chains.ts'
import { Changing } from '../copy-session.ts'
import { type SessionAnswer, type SessionJob, stageSession } from '../stage-session.ts'
import { runScanJob, type ScanAnswer, type ScanJob } from './scan-job.ts'

export interface ChainsJob {
  settings: { cacheDir: string; root: string; home: string }
  wanted: WantedChains
}

export type WorkerJob = { scan: ScanJob } | { stage: SessionJob } | { chains: ChainsJob }
export type WorkerReply =
  | { scanned: ScanAnswer }
  | { staged: SessionAnswer }
  | { chains: JudgedChains }
  | { unreadable: string }
  | { changing: string }
  | { failed: string }

const gate = largeLineGate(workerData)

parentPort?.on('message', (job: WorkerJob) => {
  void reply(job).then(said => parentPort?.postMessage(said))
})

async function reply(job: WorkerJob): Promise<WorkerReply> {
  try {
    if ('scan' in job) return { scanned: await runScanJob(job.scan, gate) }
    if ('stage' in job) return { staged: await stageSession(job.stage, null, gate) }
    return { chains: await makeChains(job.chains) }
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.message }
    if (error instanceof Changing) return { changing: error.key }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

const reads = newReads()

async function makeChains({ settings: { cacheDir, root, home }, wanted }: ChainsJob): Promise<JudgedChains> {
  const surroundings = { env: {}, home, platform: process.platform }
  const settings = { cacheDir, root, surroundings, reads }
  return judgeChains(await sessionChains(settings, wanted, new AbortController().signal))
}
