import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { endpointStore } from './agents/endpoints.ts'
import { agentStore } from './agents/registry.ts'
import { auditAsItLies } from './audit/open.ts'
import { issueStore } from './issues/store.ts'
import type { KeyVault } from './keys/vault.ts'
import { openSpeakers } from './providers/open-speakers.ts'
import type { Room } from './room.ts'
import type { RoomsSettings } from './rooms.ts'
import { tools as shippedTools } from './tools/registry.ts'
import { openGate } from './turns/gate.ts'
import { bindableFolder } from './workspace/bindable.ts'
import { controlFolder } from './workspace/layout.ts'
import { openWorkspace } from './workspace/open.ts'

export interface RoomPlace extends Pick<RoomsSettings, 'db' | 'clock' | 'log' | 'home' | 'env' | 'providers'> {
  project: string
  /** The folder of the workspace. */
  path: string
  keys: KeyVault
}

/** Opens a workspace for work: what a killed process left is put right before anybody sees it. */
export async function openRoom(place: RoomPlace): Promise<Room> {
  const { project, path, db, clock, log, home, env, keys, providers } = place
  const root = await bindableFolder(path)
  const control = join(root, controlFolder)
  const keyFile = env.DAYBOOK_ROOM_KEY_FILE || undefined
  const audit = auditAsItLies({ folder: join(control, 'audit'), db, project, clock, keyFile })
  const workspace = await openWorkspace(root, { refused: () => audit.keyIdentities() })
  await audit.recover()
  const issues = issueStore(control)
  const endpoints = endpointStore(control)
  const tools = async () => shippedTools
  return {
    project,
    control,
    home,
    db,
    clock,
    random: randomBytes,
    log,
    workspace,
    audit,
    gate: openGate({ db, project, clock }),
    agents: agentStore(control),
    endpoints,
    issues,
    keys,
    speakers: openSpeakers({ keys, providers, env, endpoints, tools }),
    tools,
    toolIssues: () => ({ list: async () => [] }),
    tierSteps: async () => undefined,
    observers: [],
  }
}
