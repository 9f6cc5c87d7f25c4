import { z } from 'zod'
import { listChats } from '../chats/chat.ts'
import { roomOperation } from '../context.ts'
import { PageInput, pageOf } from '../page.ts'
import { ChatHead } from '../schema.ts'

export const roomChatList = roomOperation({
  name: 'room_chat_list',
  summary: 'The chats with agents, the one that was last used first.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/chats'],
  input: z.strictObject({
    agentId: z.string().describe('Only chats with this agent').optional(),
    ...PageInput,
  }),
  output: z.object({ chats: z.array(ChatHead), total: z.int(), nextCursor: z.string().nullable() }),
  async run({ agentId, ...page }, { room }) {
    const all = await listChats(room)
    const chosen = all.filter(chat => agentId === undefined || chat.agentId === agentId)
    const { items, nextCursor } = pageOf(chosen, ({ id }) => id, page)
    return { chats: items, total: chosen.length, nextCursor }
  },
})
