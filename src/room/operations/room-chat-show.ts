import { z } from 'zod'
import { exchangeOf } from '../chats/answer.ts'
import { openChat } from '../chats/chat.ts'
import { endInterrupted } from '../chats/interrupted.ts'
import { roomOperation } from '../context.ts'
import { notFound } from '../faults.ts'
import { requireId } from '../ids.ts'
import { ChatView } from '../schema.ts'

export const roomChatShow = roomOperation({
  name: 'room_chat_show',
  summary: 'A chat with every exchange: what was asked, what was accepted, and why the rest was not.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/chats/{id}'],
  input: z.strictObject({ id: z.string() }),
  output: ChatView,
  async run({ id }, { room }) {
    const chat = openChat(room, requireId(id))
    const info = await chat.info()
    if (!info) throw notFound('chat', { id })
    await endInterrupted(room, chat)
    const waiting = new Set((await room.turnQueue.view()).waiting.map(({ turnId }) => turnId))
    const turns = (await chat.turns()).map(turn =>
      exchangeOf(turn, waiting.has(turn.begun.turnId) ? 'queued' : 'running'),
    )
    return { ...info, turns }
  },
})
