import { z } from 'zod'
import { chatTurn } from '../chats/chat-turn.ts'
import { ChatRequest } from '../chats/request.ts'
import { roomOperation } from '../context.ts'
import { ChatAnswer } from '../schema.ts'

const { message, agentId, sessionId, toolPolicy, idempotencyKey } = ChatRequest.shape

export const roomAsk = roomOperation({
  name: 'room_ask',
  summary: 'Asks one agent of the room and waits for its answer. Only an answer whose evidence verified is accepted.',
  effect: 'append',
  access: 'writer',
  schemaDetail: 'brief',
  input: z.strictObject({
    message: message.unwrap().describe('What is asked'),
    agentId,
    sessionId,
    toolPolicy,
    idempotencyKey,
  }),
  output: ChatAnswer,
  toStatus: ({ state }) => ({ exit: state === 'rejected' ? 3 : state === 'cancelled' ? 4 : 0 }),
  chatText: ({ content, state, sessionId, receipts }) =>
    [content, '', `state: ${state}`, `sessionId: ${sessionId}`, ...receipts.map(id => `receipt_id: ${id}`)].join('\n'),
  async run(request, { call, room }) {
    return chatTurn(room, call, request)
  },
})
