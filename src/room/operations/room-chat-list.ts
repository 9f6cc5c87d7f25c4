import { z } from 'zod'
import { listChats } from '../chats/chat.ts'
import { roomOperation } from '../context.ts'
import { ChatHead } from '../schema.ts'

export const roomChatList = roomOperation({
  name: 'room_chat_list',
  summary: 'The chats with agents, the one that was last used first.',
  effect: 'read',
  audience: 'people',
  routes: ['GET /api/chats'],
  input: z.strictObject({
    agentId: z.string().describe('Only chats with this agent').optional(),
    limit: z.int().min(1).max(200).default(50),
    cursor: z.string().describe('The next_cursor of the page before').optional(),
  }),
  output: z.object({ chats: z.array(ChatHead), total: z.int(), next_cursor: z.string().nullable() }),
  async run({ agentId, limit, cursor }, { call, rooms }) {
    const all = await listChats(await rooms.of(call, 'reader'))
    const chosen = all.filter(chat => agentId === undefined || chat.agentId === agentId)
    const from = cursor === undefined ? 0 : chosen.findIndex(({ id }) => id === cursor) + 1
    const page = chosen.slice(from, from + limit)
    const isLast = from + limit >= chosen.length
    return { chats: page, total: chosen.length, next_cursor: isLast ? null : (page.at(-1)?.id ?? null) }
  },
})
