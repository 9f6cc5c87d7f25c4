import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { ProviderModels } from '../schema.ts'

export const roomProviderDetect = roomOperation({
  name: 'room_provider_detect',
  summary: 'Look for model services on this machine, at their two usual addresses and nowhere else.',
  effect: 'read',
  access: 'writer',
  audience: 'people',
  routes: ['POST /api/providers/detect'],
  input: z.strictObject({}),
  output: z.object({ providers: z.array(ProviderModels) }),
  async run(_, { room }) {
    const { agentModels } = room
    return { providers: await agentModels.detect() }
  },
})
