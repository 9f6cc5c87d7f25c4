import { z } from 'zod'
import type { Call } from '../../kernel/call.ts'
import { text } from '../../kernel/text.ts'
import { baseUrlProblem } from '../../models/checked-fetch.ts'
import { isOwner, ownerOnly } from '../../projects/roles.ts'
import { agentNamed } from '../agents/edit-agents.ts'
import { type Destination, Endpoint, type Endpoints, endpointOf, foundEndpointOf } from '../agents/endpoints.ts'
import { AgentId, type Registry } from '../agents/registry.ts'
import { notFound, roomFault } from '../faults.ts'
import type { KeyVault } from '../keys/vault.ts'
import { type JsonStore, mergeGiven, optionalOrNull } from '../store/json-store.ts'
import type { AgentModels } from './agent-model.ts'

const { provider: _provider, model: _model, baseUrl: _baseUrl, apiKeyRef: _key, ...tuning } = Endpoint.shape

/** Fields that are left out stay, and null removes one. A key itself is never a field. */
export const EndpointChange = z.strictObject({
  id: AgentId,
  provider: text({ max: 40, oneLine: true }).optional().describe('lmstudio, ollama, openai, anthropic, custom, …'),
  model: text({ max: 200, oneLine: true }).nullable().optional().describe('As the provider calls it'),
  baseUrl: z.string().max(2000).nullable().optional().describe('Another address of the provider'),
  apiKeyRef: z.string().max(200).nullable().optional().describe('env:NAME, or <provider>:<keyId> of a stored key'),
  ...optionalOrNull(tuning),
})
export type EndpointChange = z.output<typeof EndpointChange>

interface Parts {
  agents: JsonStore<Registry>
  endpoints: JsonStore<Endpoints>
  keys: KeyVault
  agentModels: AgentModels
}

/** Gives an agent another model, or changes how it is called. */
export async function changeEndpoint(room: Parts, call: Caller, { id, ...given }: EndpointChange): Promise<Endpoint> {
  agentNamed(await room.agents.read(), id)
  checkService(room, given)
  const nextOf = (file: Pick<Endpoints, 'agents'>) => endpointAfter(call, endpointOf(file, id), given)
  const planned = nextOf(await room.endpoints.read())
  await checkKeyName(room, given.apiKeyRef)
  if (given.apiKeyRef && isOwner(call)) await bindKey(room, planned)
  return room.endpoints.change(({ agents, found }) => {
    const next = nextOf({ agents })
    return { next: { agents: { ...agents, [id]: next }, found: without(found, id) }, result: next }
  })
}

/** A person confirms an endpoint that came with the folder by repeating the address and key that were shown. */
export const EndpointConfirmation = z.strictObject({
  id: AgentId,
  to: z.string().max(2000).describe('The address that was shown'),
  key: z.string().max(200).nullable().describe('The name of the key that was shown, or null'),
})
export type EndpointConfirmation = z.output<typeof EndpointConfirmation>

/** Takes an endpoint that came with the folder into use, for exactly the address and key that were shown. */
export async function confirmEndpoint(room: Parts, { id, to, key }: EndpointConfirmation): Promise<void> {
  agentNamed(await room.agents.read(), id)
  const endpoint = waiting(await room.endpoints.read())
  checkService(room, endpoint)
  checkSameProvider(endpoint)
  await checkKeyName(room, endpoint.apiKeyRef)
  await bindKey(room, endpoint)
  await room.endpoints.change(file => {
    const next = waiting(file)
    return { next: { agents: { ...file.agents, [id]: next }, found: without(file.found, id) }, result: null }
  })

  function waiting(file: Endpoints): Endpoint {
    const found = foundEndpointOf(file, id)
    if (!found) throw notFound('endpoint', { id })
    const shown = room.agentModels.previewRequest(found)
    if (shown.to === null) throw wrong('to', 'a provider and an address that may be called')
    // The folder may have changed since the owner looked.
    if (shown.to !== to) throw wrong('to', 'as it is shown now')
    if (shown.key !== key) throw wrong('key', 'as it is shown now')
    return found
  }
}

/** Only the owner may name a new destination; others use a configured provider, or an endpoint that is in use. */
export async function checkDestination({ endpoints }: Parts, call: Caller, asked: Destination): Promise<void> {
  if (isOwner(call) || isConfigured(asked)) return
  const { agents } = await endpoints.read()
  if (!Object.values(agents).some(endpoint => isSameDestination(endpoint, asked))) throw ownerOnly()
}

/** The owner has named a stored key together with an address: if it had none yet, that is its address from now on. */
export async function bindKey(
  { keys, agentModels }: Pick<Parts, 'keys' | 'agentModels'>,
  named: Destination,
): Promise<void> {
  const { to } = agentModels.previewRequest(named)
  const [, provider, id] = /^([^:]+):(.+)$/.exec(named.apiKeyRef ?? '') ?? []
  if (provider === undefined || id === undefined || provider === 'env' || to === null) return
  await keys.bind(provider, id, new URL(to).origin)
}

type Caller = Pick<Call, 'principal'>

/** The whole endpoint after a change, which is what must be allowed. */
function endpointAfter(call: Caller, before: Endpoint | undefined, given: Omit<EndpointChange, 'id'>): Endpoint {
  const merged = mergeGiven(before ?? {}, given)
  if (merged.provider === undefined) throw wrong('provider', 'required')
  const { apiKeyRef, ...rest } = Endpoint.parse(merged)
  const isMoved = before?.provider !== rest.provider || before.baseUrl !== rest.baseUrl
  // A key was named for one service at one address; for another it has to be named again.
  const isKept = apiKeyRef !== undefined && (!isMoved || typeof given.apiKeyRef === 'string')
  const next: Endpoint = isKept ? { ...rest, apiKeyRef } : rest
  if (!isOwner(call) && !isConfigured(next) && !(before && isSameDestination(before, next))) throw ownerOnly()
  checkSameProvider(next)
  return next
}

function checkSameProvider({ provider, apiKeyRef }: Destination): void {
  if (apiKeyRef && !apiKeyRef.startsWith('env:') && !apiKeyRef.startsWith(`${provider}:`)) {
    throw wrong('apiKeyRef', 'a key of the same provider')
  }
}

function isConfigured({ baseUrl, apiKeyRef }: Destination): boolean {
  return baseUrl === undefined && apiKeyRef === undefined
}

function isSameDestination(one: Destination, other: Destination): boolean {
  return one.provider === other.provider && one.baseUrl === other.baseUrl && one.apiKeyRef === other.apiKeyRef
}

function without(found: Endpoints['found'], id: string): Endpoints['found'] {
  const { [id]: _, ...rest } = found
  return rest
}

function checkService({ agentModels }: Parts, { provider, baseUrl, apiKeyRef }: Omit<EndpointChange, 'id'>): void {
  if (provider !== undefined && !agentModels.providers().includes(provider)) {
    throw wrong('provider', `one of ${agentModels.providers().join(', ')}`)
  }
  const problem = baseUrl ? baseUrlProblem(baseUrl) : undefined
  if (problem) throw wrong('baseUrl', problem)
  if (baseUrl && !Endpoint.shape.baseUrl.safeParse(baseUrl).success) throw wrong('baseUrl', 'format url')
  if (apiKeyRef && !Endpoint.shape.apiKeyRef.safeParse(apiKeyRef).success) throw wrong('apiKeyRef', keyNames)
}

/** Only known names are stored: a person may have pasted the key itself. */
async function checkKeyName({ keys, agentModels }: Parts, apiKeyRef: string | null | undefined): Promise<void> {
  if (!apiKeyRef) return
  const [, of, name = ''] = /^([^:]+):(.+)$/.exec(apiKeyRef) ?? []
  if (of !== 'env') {
    if (!(await keys.list()).some(key => key.provider === of && key.id === name)) throw wrong('apiKeyRef', keyNames)
    return
  }
  const variables = agentModels.keyVariables()
  if (variables.includes(name)) return
  throw wrong('apiKeyRef', `one of ${variables.join(', ')}; others are named as api_key_env in models.providers`)
}

const keyNames = 'env:NAME, or <provider>:<keyId> of a stored key'

function wrong(field: string, rule: string) {
  return roomFault('invalid_request', { field, rule })
}
