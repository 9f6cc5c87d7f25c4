import { z } from 'zod'
import { cutTo } from '../../kernel/text.ts'
import { roleKey } from '../agents/roles.ts'
import { tamperedFault } from '../audit/context.ts'
import { roomCommand, roomOperation, roomQuery } from '../context.ts'
import { notFound } from '../faults.ts'
import { requireId } from '../ids.ts'
import { issueLimits } from '../issues/schema.ts'
import { PageInput, pageOf } from '../page.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { ChatAnswer, ChatHead, ChatView } from '../schema.ts'
import { exchangeOf } from './answer.ts'
import { type ChatTurn, chatTitle, listChats, openChat } from './chat.ts'
import { chatTurn } from './chat-turn.ts'
import { cancelTurn, endInterrupted } from './interrupted.ts'
import { ChatRequest } from './request.ts'

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
  run: async (request, { call, room }) => chatTurn(room, call, request),
})

export const roomChat = roomCommand({
  name: 'room_chat',
  summary: 'Runs one turn of an agent: in a chat, in a task, or in a round that you drive yourself.',
  effect: 'append',
  access: 'writer',
  routes: ['POST /api/ai/chat'],
  lastEvent: 'turn.done',
  input: ChatRequest,
  output: ChatAnswer,
  toStatus: ({ state }) => ({ exit: state === 'rejected' ? 3 : state === 'cancelled' ? 4 : 0 }),
  run: async (request, { call, room }) => chatTurn(room, call, request),
})

export const roomChatList = roomQuery({
  name: 'room_chat_list',
  summary: 'The chats with agents, the one that was last used first.',
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

export const roomChatShow = roomQuery({
  name: 'room_chat_show',
  summary: 'A chat with every exchange: what was asked, what was accepted, and why the rest was not.',
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

export const roomChatSaveIssue = roomCommand({
  name: 'room_chat_save_issue',
  summary: 'Opens an issue with what a chat came to, and files the receipts of its turns with it.',
  effect: 'append',
  access: 'writer',
  repeatable: true,
  routes: ['POST /api/chats/{id}/save-issue'],
  input: z.strictObject({ id: z.string(), title: z.string().min(1).max(200).optional() }),
  output: z.object({ issueId: z.int(), linked: z.int(), created: z.boolean() }),
  toStatus: ({ created }) => ({ http: created ? 201 : 200 }),
  run: async ({ id, title }, { room }) => saveAsIssue(room, requireId(id), title),
})

export const roomTurnCancel = roomCommand({
  name: 'room_turn_cancel',
  summary: 'Ends a turn that waits or runs, in whichever process that is. Nothing of an unfinished answer is kept.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  routes: ['POST /api/ai/turns/{turnId}/cancel'],
  input: z.strictObject({ turnId: z.string() }),
  output: z.object({ turnId: z.string(), state: z.literal('canceling') }),
  toStatus: () => ({ http: 202 }),
  async run({ turnId }, { room }) {
    await cancelTurn(room, turnId)
    return { turnId, state: 'canceling' as const }
  },
})

const Ticket = z.object({ turnId: z.string(), agentId: z.string(), kind: z.string() })

export const roomQueue = roomQuery({
  name: 'room_queue',
  summary: 'Which turn runs and which ones wait, in the order in which they will run.',
  routes: ['GET /api/room/queue'],
  input: z.strictObject({}),
  output: z.object({
    holder: Ticket.extend({ since: z.string() }).nullable(),
    waiting: z.array(Ticket.extend({ position: z.int(), enqueuedAt: z.string() })),
  }),
  run: async (_, { room }) => room.turnQueue.view(),
})

/** A chat as an issue, with the receipts of its turns; the same chat at the same turn makes one issue only. */
async function saveAsIssue(room: Room, id: string, title: string | undefined) {
  const chat = openChat(room, id)
  const info = await chat.info()
  const turns = await chat.turns()
  const [first] = turns
  if (!info || !first) throw notFound('chat', { id })
  const { status, problems } = await room.audit.verifySession(id, { fresh: true })
  if (status !== 'ok') throw tamperedFault('The receipts of the chat do not verify, so it is not saved.', problems)
  const agent = (await room.agents.read()).agents.find(each => each.id === info.agentId)
  const { issue, created } = await room.issues.open(
    {
      title: title ?? chatTitle(first.begun.message),
      body: cutTo(bodyOf(id, agent?.name ?? info.agentId, turns), issueLimits.body),
      openedBy: 'user',
      tags: ['from-chat', roleKey(agent?.role ?? first.begun.role)],
      sourceKey: `chat:${id}:${turns.at(-1)?.begun.turnId}`,
    },
    instant(room),
  )
  const { linked } = await room.audit.link({ sessionId: id, issueId: issue.id })
  return { issueId: issue.id, linked, created }
}

function bodyOf(id: string, name: string, turns: readonly ChatTurn[]): string {
  const receipts = turns.flatMap(({ ended }) => ended?.calls ?? [])
  return [
    `Chat ${id} with ${name}.`,
    ...(receipts.length > 0
      ? [`Receipts: ${receipts.map(each => `${each.receiptId} (${each.toolId})`).join(', ')}`]
      : []),
    ...turns.flatMap(turn => [`**User**\n${turn.begun.message}`, `**${name}**\n${answerText(turn)}`]),
  ].join('\n\n')
}

/** Only what was accepted is repeated; of the rest, how it ended. */
function answerText({ begun, ended }: ChatTurn): string {
  if (!ended) return 'not answered yet'
  if (ended.state === 'accepted') return begun.kind === 'raw' ? 'answered without evidence (unverified)' : ended.content
  return ended.stopHook?.code ? `${ended.state}: ${ended.stopHook.code}` : ended.state
}
