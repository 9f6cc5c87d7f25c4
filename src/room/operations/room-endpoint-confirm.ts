import { endpointView } from '../agents/agent-view.ts'
import { agentNamed } from '../agents/edit-agents.ts'
import { confirmEndpoint, EndpointConfirmation } from '../agents/edit-endpoints.ts'
import { roomOperation } from '../context.ts'
import { EndpointView } from '../schema.ts'

export const roomEndpointConfirm = roomOperation({
  name: 'room_endpoint_confirm',
  summary: 'Use an endpoint that came with the folder, for exactly the address and key that its view shows.',
  effect: 'change',
  access: 'owner',
  audience: 'people',
  routes: ['POST /api/agent-endpoints/{id}/confirm'],
  input: EndpointConfirmation,
  output: EndpointView,
  async run(shown, { room }) {
    await confirmEndpoint(room, shown)
    return endpointView(room, agentNamed(await room.agents.read(), shown.id))
  },
})
