import { LockBusy } from '../files/lock.ts'
import type { Jobs, RunningJob } from '../jobs/jobs.ts'
import type { Endpoints } from './agents/endpoints.ts'
import type { Registry } from './agents/registry.ts'
import type { RoomAudit } from './audit/open.ts'
import type { ConferenceStore } from './conference/store.ts'
import { type FixedFaultCode, roomFault } from './faults.ts'
import type { IssueStore } from './issues/store.ts'
import type { KeyVault } from './keys/vault.ts'
import type { AgentModels } from './providers/agent-model.ts'
import type { RoomBase } from './room-base.ts'
import type { JsonStore } from './store/json-store.ts'
import type { Telemetry } from './telemetry/recorder.ts'
import type { IssueReader, Tool } from './tools/tool.ts'
import type { TurnObserver } from './turns/turn.ts'
import type { TurnQueue } from './turns/turn-queue.ts'
import type { Workspace } from './workspace/open.ts'

/** One project's room, open for work in this process. */
export interface Room extends RoomBase {
  /** Random ids and nonces; a replay hands in recorded ones. */
  random: (size: number) => Uint8Array
  /** Of the whole process: one runner of long work for all rooms. */
  jobs: Jobs
  workspace: Workspace
  audit: RoomAudit
  turnQueue: TurnQueue
  agents: JsonStore<Registry>
  endpoints: JsonStore<Endpoints>
  issues: IssueStore
  conferences: ConferenceStore
  agentModels: AgentModels
  /** Of the machine, not of the project: one vault per process, unlocked for all rooms or none. */
  keys: KeyVault
  /** The merged catalog: the nine tools with the wording that counts in this project. */
  tools(): Promise<readonly Tool[]>
  /** The issues as tools may see them. */
  toolIssues(): IssueReader
  /** How many tool steps the tier of an agent with its model allows; undefined where nothing is known. */
  tierSteps(agentId: string, model: string): Promise<number | undefined>
  telemetry: Telemetry
  observers: readonly TurnObserver[]
}

interface RoomJob<T> {
  id: string
  /** Held while any process works on it. */
  lock: string
  waitMs: number
  /** What the caller is refused with when another process holds the lock. */
  busy: FixedFaultCode
  work(job: RunningJob<T>): Promise<void>
}

/** Starts long work on a workspace; when the program ends, it is left to the next process that opens the room. */
export async function startJob<T>({ jobs }: Room, { id, lock, waitMs, busy, work }: RoomJob<T>): Promise<T> {
  try {
    return await jobs.start<T>({ id, atExit: 'leave', work: job => job.hold(lock, waitMs, () => work(job)) })
  } catch (error) {
    throw error instanceof LockBusy ? roomFault(busy) : error
  }
}
