// A thread that reads and stages transcripts, and makes what is written about a day; see threads.ts for who starts it.
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { largeLineGate } from '../../transcripts/lines.ts'
import { Unreadable } from '../../transcripts/reader.ts'
import { type BatchAnswer, runScanBatch, type ScanJob } from '../prepare/index/scan-job.ts'
import type { SessionAnswer, SessionJob } from '../prepare/stage-session.ts'
import type { ComposedReport, ComposeSettings, HowToCompose } from '../report/compose.ts'
import type { WorkItem } from '../schema.ts'
import type { TranscriptReads } from '../settings.ts'
import type { Workspace } from '../workspace/open.ts'
import type { JudgedChains, WantedChains } from '../workspace/session-chains.ts'
import type { Urgency } from './pool.ts'

interface ChainsJob {
  settings: { cacheDir: string; root: string; home: string }
  wanted: WantedChains
}

interface ComposeJob {
  settings: Omit<ComposeSettings, 'reads'>
  workspace: Workspace
  how: HowToCompose
}

interface ItemsJob {
  workspace: Workspace
  project_key: string
}

export type WorkerJob =
  | { scan: readonly ScanJob[] }
  | { stage: SessionJob }
  | { chains: ChainsJob }
  | { items: ItemsJob }
  | { compose: ComposeJob }

export interface Answers {
  scanned: BatchAnswer
  staged: SessionAnswer
  chains: JudgedChains
  items: WorkItem[]
  composed: ComposedReport
}

export type WorkerReply =
  | { [K in keyof Answers]: Pick<Answers, K> }[keyof Answers]
  | { unreadable: string }
  | { changing: string }
  | { failed: string }

const gate = largeLineGate(workerData)

parentPort?.on('message', (asked: (WorkerJob & { urgency: Urgency }) | null) => {
  if (asked === null) process.exit()
  const { urgency, ...job } = asked
  if (urgency === 'low') giveWay()
  void reply(job).then(said => parentPort?.postMessage(said))
})

/** Linux has priorities of threads; elsewhere this would slow down the whole program. It cannot be taken back. */
function giveWay(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Without it the threads compete with others, nothing else.
  }
}

async function reply(job: WorkerJob): Promise<WorkerReply> {
  try {
    if ('scan' in job) return { scanned: await runScanBatch(job.scan, gate) }
    if ('stage' in job) return await stage(job.stage)
    if ('chains' in job) return { chains: await makeChains(job.chains) }
    if ('items' in job) return { items: await makeItems(job.items) }
    return { composed: await compose(job.compose) }
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.message }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

// What only some threads need is loaded by those: a thread has to be at work soon, most of all one that reads transcripts.

async function stage(job: SessionJob): Promise<WorkerReply> {
  const { stageSession } = await import('../prepare/stage-session.ts')
  const { Changing } = await import('../prepare/copy-session.ts')
  try {
    return { staged: await stageSession(job, null, gate) }
  } catch (error) {
    if (error instanceof Changing) return { changing: error.key }
    throw error
  }
}

let kept: TranscriptReads | undefined

/** What the readings of a thread share. */
async function sharedReads(): Promise<TranscriptReads> {
  const { newReads } = await import('../settings.ts')
  kept ??= newReads()
  return kept
}

async function makeChains({ settings, wanted }: ChainsJob): Promise<JudgedChains> {
  const { sessionChains } = await import('../workspace/session-chains.ts')
  const { judgeChains } = await import('../workspace/session-chains.ts')
  const { cacheDir, root, home } = settings
  const environment = { env: {}, home, platform: process.platform }
  const signal = new AbortController().signal
  return judgeChains(await sessionChains({ cacheDir, root, environment, reads: await sharedReads() }, wanted, signal))
}

async function makeItems({ workspace, project_key }: ItemsJob): Promise<WorkItem[]> {
  const { itemsToWrite } = await import('../generate/items-to-write.ts')
  return itemsToWrite(workspace, project_key)
}

async function compose({ settings, workspace, how }: ComposeJob): Promise<ComposedReport> {
  const { composeReport } = await import('../report/compose.ts')
  return composeReport({ ...settings, reads: await sharedReads() }, workspace, how)
}
