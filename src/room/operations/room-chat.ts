import { chatTurn } from '../chats/chat-turn.ts'
import { ChatRequest } from '../chats/request.ts'
import { roomOperation } from '../context.ts'
import { ChatAnswer } from '../schema.ts'

export const roomChat = roomOperation({
  name: 'room_chat',
  summary: 'Runs one turn of an agent: in a chat, in a task, or in a round that you drive yourself.',
  effect: 'append',
  access: 'writer',
  audience: 'people',
  routes: ['POST /api/ai/chat'],
  lastEvent: 'turn.done',
  input: ChatRequest,
  output: ChatAnswer,
  toStatus: ({ state }) => ({ exit: state === 'rejected' ? 3 : state === 'cancelled' ? 4 : 0 }),
  async run(request, { call, room }) {
    return chatTurn(room, call, request)
  },
})
