import { constants } from 'node:fs'
import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../db/db.ts'
import { errorMessage } from '../kernel/fault.ts'
import { detectLocal } from '../models/list-models.ts'
import { builtinProvider, type Endpoint, endpointOf, endpointStore, foundEndpointOf } from '../room/agents/endpoints.ts'
import { type Agent, agentStore, enabledChiefs } from '../room/agents/registry.ts'
import { readKeyFile } from '../room/audit/keys.ts'
import { openAuditReadOnly } from '../room/audit/open.ts'
import { RoomFault } from '../room/faults.ts'
import { openVault } from '../room/keys/vault.ts'
import { type MissingPart, resolveEndpoint } from '../room/providers/resolve-endpoint.ts'
import { StoreCorrupt } from '../room/store/json-store.ts'
import { projectIn } from '../room/workspace/info.ts'
import { controlFolder } from '../room/workspace/layout.ts'
import { type BoundFolder, everyWorkspace } from '../room/workspace-rows.ts'
import { type Examination, type Finding, fail, ok, warn } from './finding.ts'

/** The rooms of all projects, read without opening a room, because opening one repairs it. */
export async function checkRooms(exam: Examination, db: Db): Promise<Finding[]> {
  const rooms = await db.read(tx => everyWorkspace(tx, exam.settings.home))
  if (rooms.length === 0) return [ok('room', 'none yet', 'Make one: daybook room init, or daybook room init --sample')]
  const local = await detectLocal(exam.settings.diary.providers)
  const running = new Set(local.filter(({ reachable }) => reachable).map(({ provider }) => provider))
  const named = local.map(({ provider }) => provider)
  const findings = await Promise.all(rooms.map(room => checkRoom(exam, db, room, { named, running })))
  return [...findings.flat(), localModels(local)]
}

interface Local {
  named: readonly string[]
  running: ReadonlySet<string>
}

async function checkRoom(exam: Examination, db: Db, { project_id, path }: BoundFolder, local: Local) {
  const name = `room ${project_id}`
  try {
    await access(join(path, controlFolder), constants.R_OK | constants.X_OK)
  } catch {
    const todo = await whereItLiesNow(exam.settings.home, project_id)
    return [fail(name, `its folder ${path} is not there or cannot be read`, todo)]
  }
  const control = join(path, controlFolder)
  try {
    return [
      ok(name, path),
      await checkKey(exam, control, project_id),
      ...(exam.quick ? [] : [await checkAudit(exam, db, control, project_id)]),
      ...(await checkRoster(exam, control, project_id, local)),
    ]
  } catch (error) {
    const reason = errorMessage(error)
    return [fail(name, `could not be checked: ${reason}`, 'Check that you may read everything in its folder.')]
  }
}

/** The command that binds a room again; with its folder where the home still has it. */
async function whereItLiesNow(home: string, project: string): Promise<string> {
  const rooms = join(home, 'rooms')
  for (const name of await readdir(rooms).catch(() => [])) {
    const folder = join(rooms, name)
    const owner = await projectIn(folder).catch(() => undefined)
    if (owner === project) return `It was moved. Bind it again: daybook room init ${folder} --project ${project}`
  }
  const again = `say where it is now: daybook room init <dir> --project ${project}`
  return `Bring the folder back, from a backup if need be, and check that you may read it; or ${again}`
}

async function checkKey({ env }: Examination, control: string, project: string): Promise<Finding> {
  const check = `room ${project} key`
  const found = await readKeyFile(env.DAYBOOK_ROOM_KEY_FILE || join(control, 'audit', 'secret.key'))
  if (found.state === 'absent') return ok(check, 'not there yet; the first receipt makes it')
  if (found.state !== 'read') {
    return fail(check, `${found.state}; no receipt can be signed`, 'Bring the key file back from a backup.')
  }
  if (found.unsafe === undefined) return ok(check, `${found.key.id}, closed to others`)
  return fail(check, `unsafe: ${found.unsafe}`, `daybook room keys fix --project ${project}`)
}

async function checkAudit({ env }: Examination, db: Db, control: string, project: string): Promise<Finding> {
  const check = `room ${project} audit`
  const keyFile = env.DAYBOOK_ROOM_KEY_FILE || undefined
  const audit = openAuditReadOnly({ folder: join(control, 'audit'), db, project, clock: Date.now, keyFile })
  const { status, sessions } = await audit.verify()
  const receipts = sessions.reduce((sum, { count }) => sum + count, 0)
  if (status === 'ok') return ok(check, `${receipts} receipts verify`)
  const todo = `See what: daybook room verify --project ${project}`
  return status === 'tampered' ? fail(check, 'something was changed', todo) : fail(check, 'a key is missing', todo)
}

async function checkRoster(exam: Examination, control: string, project: string, local: Local): Promise<Finding[]> {
  const check = `room ${project} agents`
  try {
    const registry = await agentStore(control).read()
    const leading = enabledChiefs(registry)
    const enabled = registry.agents.filter(agent => agent.enabled)
    const lead =
      leading.length === 1
        ? ok(check, `${enabled.length} take part, ${leading[0]?.id} leads`)
        : fail(
            check,
            `${leading.length} lead; there must be exactly one`,
            `daybook room agents list --project ${project}`,
          )
    return [lead, ...(await checkEndpoints(exam, control, project, enabled, local))]
  } catch (error) {
    if (!(error instanceof StoreCorrupt)) throw error
    const todo = `It is left as it is. Mend it, or move it away: ${join(control, 'agents', error.file)}`
    return [fail(check, `${error.file} cannot be read`, todo)]
  }
}

async function checkEndpoints(
  { settings, env }: Examination,
  control: string,
  project: string,
  agents: readonly Agent[],
  local: Local,
): Promise<Finding[]> {
  const check = `room ${project} endpoints`
  const endpoints = await endpointStore({ control, home: settings.home, project }).read()
  const vault = openVault({ home: settings.home, clock: Date.now })
  // Asking for a key's value is noted as a use of it; here it matters only whether there is one.
  const isThere = async (provider: string, id: string, origin: string) =>
    (await vault.list()).some(key => key.provider === provider && key.id === id && key.origin === origin)
      ? 'there'
      : undefined
  const sources = { keys: { ...vault, valueOf: isThere }, providers: settings.diary.providers, env }
  const findings: Finding[] = []
  for (const { id } of agents) {
    if (foundEndpointOf(endpoints, id)) {
      const confirm = `See what it would send where: daybook room agents confirm ${id} --project ${project}`
      findings.push(warn(check, `the endpoint of ${id} came with the folder and is not used`, confirm))
      continue
    }
    const endpoint = endpointOf(endpoints, id)
    if (!endpoint || endpoint.provider === builtinProvider) continue
    const lacking = await lacks(sources, endpoint)
    const todo = `daybook room agents set ${id} --${lacking ?? 'provider'} … --project ${project}`
    if (lacking) findings.push(warn(check, `${id} has no usable ${lacking}`, todo))
    else if (local.named.includes(endpoint.provider) && !local.running.has(endpoint.provider)) {
      const start = `Start it, or let ${id} do without: daybook room agents set ${id} --builtin --project ${project}`
      findings.push(warn(check, `${endpoint.provider} is the model of ${id} and is not running`, start))
    }
  }
  return findings.length > 0 ? findings : [ok(check, 'complete')]
}

async function lacks(
  sources: Parameters<typeof resolveEndpoint>[0],
  endpoint: Endpoint,
): Promise<MissingPart | undefined> {
  try {
    const found = await resolveEndpoint(sources, endpoint)
    if ('missing' in found) return found.missing
    return endpoint.model ? undefined : 'model'
  } catch (error) {
    // Locked keys are there; they are unlocked when they are used.
    if (error instanceof RoomFault && error.wire === 'vault_locked') return endpoint.model ? undefined : 'model'
    throw error
  }
}

function localModels(local: Awaited<ReturnType<typeof detectLocal>>): Finding {
  const found = local.filter(({ models }) => models.length > 0)
  if (found.length === 0) return ok('local models', 'none; the built-in responder answers without one')
  const models = found.map(
    ({ provider, models }) => `${provider}: ${models.length === 1 ? '1 model' : `${models.length} models`}`,
  )
  return ok('local models', models.join(', '), 'Use one: daybook room providers detect')
}
