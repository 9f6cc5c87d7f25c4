import { z } from 'zod'
import type { Call } from '../../kernel/call.ts'
import { text } from '../../kernel/text.ts'
import { wrongBaseUrl } from '../../models/addresses.ts'
import { isOwner } from '../../projects/owner.ts'
import { roomFault } from '../faults.ts'
import { mayHoldKey } from '../providers/settled.ts'
import type { Room } from '../room.ts'
import { mergeGiven } from '../store/merge-given.ts'
import { agentNamed } from './edit-agents.ts'
import { Endpoint, endpointOf, structuredForms } from './endpoints.ts'
import { AgentId } from './registry.ts'

const { temperature, topP, topK, minP, repeatPenalty } = Endpoint.shape

/** What may change: only what is given does, and null takes away. There is no place for a key. */
export const EndpointChange = z.strictObject({
  id: AgentId,
  provider: text({ max: 40, oneLine: true }).optional(),
  model: text({ max: 200, oneLine: true }).nullable().optional(),
  baseUrl: z.string().max(2000).nullable().optional(),
  apiKeyRef: z.string().max(200).nullable().optional().describe('env:NAME, or <provider>:<keyId> of a stored key'),
  temperature: temperature.nullable(),
  topP: topP.nullable(),
  topK: topK.nullable(),
  minP: minP.nullable(),
  repeatPenalty: repeatPenalty.nullable(),
  maxOutputTokens: z.int().min(1).max(100_000).nullable().optional(),
  timeoutMs: z.int().min(1000).max(600_000).nullable().optional(),
  maxRetries: z.int().min(0).max(6).nullable().optional(),
  useProviderDefaults: z.boolean().nullable().optional(),
  structured: z.enum(structuredForms).nullable().optional(),
})
export type EndpointChange = z.output<typeof EndpointChange>

type Desk = Pick<Room, 'agents' | 'endpoints' | 'keys' | 'speakers'>

/** Gives an agent another speaker, or changes how it is asked. */
export async function changeEndpoint(room: Desk, { id, ...given }: EndpointChange): Promise<Endpoint> {
  agentNamed(await room.agents.read(), id)
  await checkGiven(room, given)
  return room.endpoints.change(file => {
    const before = endpointOf(file, id)
    const merged = mergeGiven(before ?? {}, given)
    if (merged.provider === undefined) throw wrong('provider', 'required')
    const next = Endpoint.parse(merged)
    const { provider, apiKeyRef } = next
    if (apiKeyRef && !apiKeyRef.startsWith('env:') && !apiKeyRef.startsWith(`${provider}:`)) {
      throw wrong('apiKeyRef', 'a key of the same provider')
    }
    return { next: { ...file, agents: { ...file.agents, [id]: next } }, result: next }
  })
}

/** The environment is the machine's: whoever only governs a project could have any of it sent to an address of theirs. */
export function checkKeyName(call: Call, apiKeyRef: string | null | undefined): void {
  if (apiKeyRef?.startsWith('env:') && !isOwner(call)) throw wrong('apiKeyRef', 'a stored key')
}

async function checkGiven(
  { keys, speakers }: Desk,
  { provider, baseUrl, apiKeyRef }: Omit<EndpointChange, 'id'>,
): Promise<void> {
  if (provider !== undefined && !speakers.providers().includes(provider)) {
    throw wrong('provider', `one of ${speakers.providers().join(', ')}`)
  }
  const problem = baseUrl ? wrongBaseUrl(baseUrl) : undefined
  if (problem) throw wrong('baseUrl', problem)
  if (baseUrl && !Endpoint.shape.baseUrl.safeParse(baseUrl).success) throw wrong('baseUrl', 'format url')
  if (!apiKeyRef) return
  const [, of, name = ''] = /^([^:]+):(.+)$/.exec(apiKeyRef) ?? []
  // Only what is known to be a name is stored: somebody may have pasted the key itself.
  const known =
    of === 'env'
      ? /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && mayHoldKey(name)
      : (await keys.list()).some(key => key.provider === of && key.id === name)
  if (!known) throw wrong('apiKeyRef', 'env:NAME, or <provider>:<keyId> of a stored key')
}

function wrong(field: string, rule: string) {
  return roomFault('invalid_request', { field, rule })
}
