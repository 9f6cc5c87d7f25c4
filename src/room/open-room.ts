import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Db } from '../db/db.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Clock } from '../kernel/instants.ts'
import type { ProviderSettings } from '../models/providers.ts'
import { endpointStore } from './agents/endpoints.ts'
import { agentStore } from './agents/registry.ts'
import { openAuditReadOnly } from './audit/open.ts'
import { openConferences } from './conference/store.ts'
import { toolIssues } from './issues/agent-interest.ts'
import { issueStore } from './issues/store.ts'
import type { KeyVault } from './keys/vault.ts'
import { notifyingAudit, turnObservers } from './observers.ts'
import { mergedTools, promptWarnings } from './prompts/registry.ts'
import { openAgentModels } from './providers/agent-models.ts'
import type { Room } from './room.ts'
import { openTelemetry } from './telemetry/recorder.ts'
import { outputCap, tierSteps } from './tiers/standing.ts'
import { openTurnQueue } from './turns/turn-queue.ts'
import { bindableFolder } from './workspace/folders.ts'
import { controlFolder } from './workspace/layout.ts'
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
  const agents = agentStore(control)
  const endpoints = endpointStore({ control, home, project })
  const issues = issueStore(control)
  const parts = { ...place, control, agents, issues, telemetry: openTelemetry({ control, clock, log }) }
  const tools = () => mergedTools({ control, home })
  const maxOutput = (agentId: string, model: string) => outputCap({ ...parts, workspace }, agentId, model)
  for (const warning of await promptWarnings({ control, home }).catch(() => [])) log(`room prompts: ${warning}`)
  return {
    ...parts,
    random: randomBytes,
    workspace,
    audit: notifyingAudit(audit, parts),
    turnQueue: openTurnQueue({ db, project, clock }),
    endpoints,
    conferences: openConferences(parts),
    keys,
    agentModels: openAgentModels({
      keys,
      providers,
      env,
      endpoints,
      tools,
      outputCap: maxOutput,
    }),
    tools,
    toolIssues: () => toolIssues(parts),
    tierSteps: (agentId, model) => tierSteps(parts, agentId, model),
    observers: turnObservers(parts),
  }
}
