import { z } from 'zod'
import { baseUrlProblem } from '../../models/addresses.ts'
import { isOwner } from '../../projects/owner.ts'
import { bindKey, checkDestination } from '../agents/edit-endpoints.ts'
import { Endpoint } from '../agents/endpoints.ts'
import { roomOperation } from '../context.ts'
import { roomFault } from '../faults.ts'
import { ProviderModels } from '../schema.ts'

export const roomProviderModels = roomOperation({
  name: 'room_provider_models',
  summary: 'The models of one service, as it lists them itself.',
  // A key goes out and its use is noted, so it is nothing that a link may ask for.
  effect: 'change',
  access: 'admin',
  repeatable: true,
  audience: 'people',
  routes: ['POST /api/providers/models'],
  input: z.strictObject({
    provider: z.string().min(1).max(40),
    baseUrl: z.string().max(2000).optional(),
    apiKeyRef: Endpoint.shape.apiKeyRef,
  }),
  output: ProviderModels.extend({ code: z.string().nullable() }),
  async run({ provider, baseUrl, apiKeyRef }, { call, room }) {
    const rule = baseUrl === undefined ? undefined : baseUrlProblem(baseUrl)
    if (rule) throw roomFault('invalid_request', { field: 'baseUrl', rule })
    const asked = { provider, baseUrl, apiKeyRef }
    await checkDestination(room, call, asked)
    if (isOwner(call)) await bindKey(room, asked)
    return room.agentModels.modelsOf(asked)
  },
})
