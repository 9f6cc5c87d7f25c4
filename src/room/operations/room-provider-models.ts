import { z } from 'zod'
import { wrongBaseUrl } from '../../models/addresses.ts'
import { checkKeyName } from '../agents/edit-endpoints.ts'
import { Endpoint } from '../agents/endpoints.ts'
import { roomOperation } from '../context.ts'
import { roomFault } from '../faults.ts'
import { ProviderModels } from '../schema.ts'

export const roomProviderModels = roomOperation({
  name: 'room_provider_models',
  summary: 'The models of one service, as it lists them itself.',
  effect: 'read',
  access: 'admin',
  audience: 'people',
  routes: ['GET /api/providers/models'],
  input: z.strictObject({
    provider: z.string().min(1).max(40),
    baseUrl: z.string().max(2000).optional(),
    apiKeyRef: Endpoint.shape.apiKeyRef,
  }),
  output: ProviderModels.extend({ code: z.string().nullable() }),
  async run({ provider, baseUrl, apiKeyRef }, { call, room }) {
    // It makes this machine call an address with a key, which is not for everybody to ask.
    const { speakers } = room
    checkKeyName(call, apiKeyRef)
    const rule = baseUrl === undefined ? undefined : wrongBaseUrl(baseUrl)
    if (rule) throw roomFault('invalid_request', { field: 'baseUrl', rule })
    return speakers.modelsOf({ provider, baseUrl, apiKeyRef })
  },
})
