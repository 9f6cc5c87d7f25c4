import { z } from 'zod'
import { endpointView } from '../agents/agent-view.ts'
import { agentNamed } from '../agents/edit-agents.ts'
import { AgentId } from '../agents/registry.ts'
import { roomOperation } from '../context.ts'
import { EndpointView } from '../schema.ts'

export const roomEndpointShow = roomOperation({
  name: 'room_endpoint_show',
  summary: 'Who speaks for one agent.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/agent-endpoints/{id}'],
  input: z.strictObject({ id: AgentId }),
  output: EndpointView,
  async run({ id }, { room }) {
    return endpointView(room, agentNamed(await room.agents.read(), id))
  },
})
