import { z } from 'zod'
import { endpointView } from '../agents/agent-view.ts'
import { roomOperation } from '../context.ts'
import { PageInput, pageOf } from '../page.ts'
import { EndpointView } from '../schema.ts'

export const roomEndpointList = roomOperation({
  name: 'room_endpoint_list',
  summary: 'Who speaks for each agent, and which providers may be chosen.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/agent-endpoints'],
  input: z.strictObject(PageInput),
  output: z.object({
    endpoints: z.array(EndpointView),
    providers: z.array(z.string()),
    nextCursor: z.string().nullable(),
  }),
  async run(page, { room }) {
    const { agents } = await room.agents.read()
    const { items, nextCursor } = pageOf(agents, ({ id }) => id, page)
    const endpoints = await Promise.all(items.map(agent => endpointView(room, agent)))
    return { endpoints, providers: [...room.agentModels.providers()], nextCursor }
  },
})
