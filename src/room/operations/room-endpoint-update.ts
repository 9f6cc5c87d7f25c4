import { endpointView } from '../agents/agent-view.ts'
import { agentNamed } from '../agents/edit-agents.ts'
import { changeEndpoint, checkKeyName, EndpointChange } from '../agents/edit-endpoints.ts'
import { roomOperation } from '../context.ts'
import { EndpointView } from '../schema.ts'

export const roomEndpointUpdate = roomOperation({
  name: 'room_endpoint_update',
  summary: 'Choose provider, model and limits of an agent; null takes a field away. A key is only ever named.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  audience: 'people',
  routes: ['PUT /api/agent-endpoints/{id}'],
  input: EndpointChange,
  output: EndpointView,
  async run(given, { call, room }) {
    checkKeyName(call, given.apiKeyRef)
    await changeEndpoint(room, given)
    return endpointView(room, agentNamed(await room.agents.read(), given.id))
  },
})
