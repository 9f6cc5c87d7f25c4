import { endpointView } from '../agents/agent-view.ts'
import { agentNamed } from '../agents/edit-agents.ts'
import { changeEndpoint, EndpointChange } from '../agents/edit-endpoints.ts'
import { roomOperation } from '../context.ts'
import { EndpointView } from '../schema.ts'

export const roomEndpointUpdate = roomOperation({
  name: 'room_endpoint_update',
  summary:
    'Choose provider, model and limits of an agent; null takes a field away. Only the owner sets an address or names a key.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  audience: 'people',
  routes: ['PUT /api/agent-endpoints/{id}'],
  input: EndpointChange,
  output: EndpointView,
  async run(given, { call, room }) {
    await changeEndpoint(room, call, given)
    return endpointView(room, agentNamed(await room.agents.read(), given.id))
  },
})
