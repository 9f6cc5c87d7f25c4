import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Db } from '../db/db.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Clock } from '../kernel/instants.ts'
import type { ProviderSettings } from '../models/providers.ts'
import { noteActivity } from './activity.ts'
import { endpointStore } from './agents/endpoints.ts'
import { agentStore } from './agents/registry.ts'
import { openAuditReadOnly, type RoomAudit } from './audit/open.ts'
import { openConferences } from './conference/store.ts'
import { creditObserver } from './credits/awards.ts'
import { toolIssues } from './issues/agent-interest.ts'
import { issueStore } from './issues/store.ts'
import type { KeyVault } from './keys/vault.ts'
import { issueMemoryStore, withAct, withActivation } from './memory/issue-memory.ts'
import { memoryStore } from './memory/store.ts'
import { notices, notificationObserver, notify } from './notifications/notify.ts'
import { mergedTools, promptWarnings } from './prompts/registry.ts'
import { openAgentModels } from './providers/agent-models.ts'
import type { Room } from './room.ts'
import { instant, type RoomBase } from './room-base.ts'
import { telemetryObserver } from './telemetry/observe.ts'
import { openTelemetry } from './telemetry/recorder.ts'
import { outputCap, tierObserver, tierSteps } from './tiers/standing.ts'
import {
  isActivation,
  listedIssues,
  ownResults,
  refusalOf,
  type TurnObserver,
  type TurnOutcome,
  type TurnSpec,
} from './turns/turn.ts'
import { openTurnQueue } from './turns/turn-queue.ts'
import { bindableFolder, controlFolder } from './workspace/layout.ts'
import { openWorkspace } from './workspace/open.ts'

export interface RoomsSettings {
  db: Db
  clock: Clock
  log: (line: string) => void
  jobs: Jobs
  /** Of the program itself. */
  home: string
  env: NodeJS.ProcessEnv
  /** The section `models.providers` of the config file. */
  providers: ProviderSettings
  /** The folder of the sample workspace. */
  sample: string
  /** Where people of other machines may bind folders; nowhere when undefined. */
  pathRoots?: readonly string[] | undefined
}

interface RoomPlace extends Pick<RoomsSettings, 'db' | 'clock' | 'log' | 'jobs' | 'home' | 'env' | 'providers'> {
  project: string
  /** The folder of the workspace. */
  path: string
  keys: KeyVault
}

/** Opens a workspace for work: what a killed process left is put right first. */
export async function openRoom({ path, env, providers, keys, ...place }: RoomPlace): Promise<Room> {
  const { project, db, clock, log, home } = place
  const root = await bindableFolder(path)
  const control = join(root, controlFolder)
  const keyFile = env.DAYBOOK_ROOM_KEY_FILE || undefined
  const audit = openAuditReadOnly({ folder: join(control, 'audit'), db, project, clock, keyFile })
  const workspace = await openWorkspace(root, { refused: () => audit.keyIdentities() })
  await audit.recover()
  const stores = {
    workspace,
    keys,
    endpoints: endpointStore({ control, home, project }),
    agents: agentStore(control),
    issues: issueStore(control),
  }
  const parts = { ...place, ...stores, control, telemetry: openTelemetry({ control, clock, log }) }
  const tools = () => mergedTools({ control, home })
  for (const warning of await promptWarnings({ control, home }).catch(() => [])) log(`room prompts: ${warning}`)
  return {
    ...parts,
    random: randomBytes,
    tools,
    audit: notifyingAudit(audit, parts),
    turnQueue: openTurnQueue({ db, project, clock }),
    conferences: openConferences(parts),
    agentModels: openAgentModels({ ...stores, providers, env, tools, outputCap: (...of) => outputCap(parts, ...of) }),
    toolIssues: () => toolIssues(parts),
    tierSteps: (agentId, model) => tierSteps(parts, agentId, model),
    observers: turnObservers(parts),
  }
}

type Parts = RoomBase & Pick<Room, 'agents' | 'issues' | 'telemetry'>

/** What is recorded about every turn. An observer that fails is logged and affects neither the turn nor the others. */
function turnObservers(parts: Parts): TurnObserver[] {
  const observers: { [name: string]: TurnObserver } = {
    telemetry: telemetryObserver(parts),
    tiers: Object.assign(tierObserver(parts), { mustFinishFirst: true }),
    credits: creditObserver(parts),
    memory: memoryObserver(parts),
    notifications: notificationObserver(parts),
    activity: activityObserver(parts),
    daily: dailyObserver(parts),
  }
  return Object.entries(observers).map(([name, observe]) => logFailures(name, observe, parts))
}

function logFailures(name: string, observe: TurnObserver, { log }: Parts): TurnObserver {
  const { begun, mustFinishFirst = false } = observe
  const logged = async (turnId: string, work: Promise<void>) => {
    try {
      await work
    } catch (error) {
      log(`room ${name}: turn ${turnId} is not recorded (${error instanceof Error ? error.name : 'unknown'})`)
    }
  }
  return Object.assign((spec: TurnSpec, outcome: TurnOutcome) => logged(spec.turnId, observe(spec, outcome)), {
    mustFinishFirst,
    ...(begun && { begun: (spec: TurnSpec) => logged(spec.turnId, begun(spec)) }),
  })
}

/** Counts the agent's activation and the issues its tools listed. */
function memoryObserver(parts: Parts): TurnObserver {
  return async (spec, outcome) => {
    if (!isActivation(outcome)) return
    const listed = ownResults(spec, outcome).flatMap(listedIssues)
    const issues = listed.length === 0 ? [] : await parts.issues.all()
    const seen = listed.flatMap(id => issues.find(issue => issue.id === id) ?? [])
    const at = instant(parts)
    await issueMemoryStore(parts.control, 'kill').change(memory => ({
      next: seen.reduce(
        (after, issue) => withAct(after, spec.agent, issue, { given: { act: 'access' }, at }),
        withActivation(memory, spec.agent.id),
      ),
      result: null,
    }))
  }
}

/** One entry per turn that was accepted or rejected. */
function activityObserver(parts: Parts): TurnObserver {
  return async (spec, outcome) => {
    const { agent, sessionId: session_id, turnId: turn_id, kind, surface } = spec
    const facts = { session_id, turn_id, agent_id: agent.id, kind, surface, receipts: outcome.receipts }
    if (outcome.state === 'accepted') {
      const summary = `Agent ${agent.id}: turn accepted`
      return noteActivity(parts, { type: 'room_turn_accepted', summary, details: facts })
    }
    if (outcome.state !== 'rejected') return
    const reason = refusalOf(outcome) ?? 'unknown'
    const summary = `Agent ${agent.id}: turn rejected (${reason})`
    await noteActivity(parts, { type: 'room_turn_rejected', summary, details: { ...facts, reason } })
  }
}

/** With the first turn of a day: closed issues are shortened, unused memories are archived. */
function dailyObserver(parts: Parts): TurnObserver {
  let done = ''
  return async () => {
    const today = instant(parts).slice(0, 10)
    if (done === today) return
    done = today
    await parts.issues.lowerLevels(parts.clock())
    await memoryStore(parts.control).decay(parts.clock(), false)
  }
}

/** The audit, with people notified of every session that does not verify, once per session and day. */
function notifyingAudit(audit: RoomAudit, base: RoomBase): RoomAudit {
  const notified = new Set<string>()

  async function notifyOnce({ status }: { status: string }, session?: string): Promise<void> {
    const once = `${instant(base).slice(0, 10)} ${session ?? ''}`
    if (status === 'ok' || notified.has(once)) return
    notified.add(once)
    const details = { status, session_id: session ?? null }
    await noteActivity(base, { type: 'room_audit_failed', summary: 'The audit of the room does not verify', details })
    await notify(base, notices.auditFailed(session))
  }

  return {
    ...audit,
    async verifySession(session, options) {
      const verification = await audit.verifySession(session, options)
      await notifyOnce(verification, session)
      return verification
    },
    async verify(options) {
      const report = await audit.verify(options)
      const failed = report.sessions.filter(({ status }) => status !== 'ok')
      for (const session of failed) await notifyOnce(session, session.sessionId)
      if (failed.length === 0) await notifyOnce(report)
      return report
    },
  }
}
