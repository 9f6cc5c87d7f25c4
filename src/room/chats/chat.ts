import { join } from 'node:path'
import { z } from 'zod'
import { namesIn } from '../../files/if-exists.ts'
import { withLock } from '../../files/lock.ts'
import { byteOrder } from '../../kernel/byte-order.ts'
import { wellFormed } from '../../receipts/canonical.ts'
import { idShape, surfaces } from '../../receipts/receipt.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { ChatHead, StopHook, TurnBudget, TurnEnd, TurnKind, Verdict } from '../schema.ts'
import { type JsonLines, jsonLines } from '../store/json-lines.ts'
import { type JsonStore, jsonStore } from '../store/json-store.ts'
import { ModelCall } from '../turns/turn.ts'

/** A turn was asked for; it waits or runs until another line says how it ended. */
const Begun = z.object({
  v: z.literal(1),
  type: z.literal('begun'),
  turnId: z.string(),
  sessionId: z.string(),
  agentId: z.string(),
  role: z.string(),
  kind: TurnKind,
  surface: z.enum(surfaces),
  message: z.string(),
  idempotencyKey: z.string().optional(),
  rerollOf: z.string().optional(),
  memoryId: z.string().optional(),
  repLevel: z.int().optional(),
  escalated: z.boolean().optional(),
  at: z.string(),
})
export type Begun = z.output<typeof Begun>

const Ended = z.object({
  v: z.literal(1),
  type: z.literal('ended'),
  turnId: z.string(),
  state: TurnEnd,
  content: z.string(),
  stopHook: StopHook.optional(),
  schemaErrors: z.array(z.string()).optional(),
  verdict: Verdict.optional(),
  rejectedText: z.string().optional(),
  receipts: z.array(z.string()),
  calls: z.array(
    z.object({
      toolId: z.string(),
      args: z.record(z.string(), z.unknown()),
      receiptId: z.string(),
      ok: z.boolean(),
      errorCode: z.string().optional(),
    }),
  ),
  accessRequests: z.array(z.string()),
  budget: TurnBudget.optional(),
  modelCalls: z.array(ModelCall),
  retries: z.array(z.string()),
  aliases: z.array(z.string()),
  provider: z.string(),
  model: z.string(),
  waitedMs: z.int(),
  startedAt: z.string().nullable(),
  endedAt: z.string(),
})
export type Ended = z.output<typeof Ended>

/** The queue was full, so there was no turn after all. */
const Dropped = z.object({ v: z.literal(1), type: z.literal('dropped'), turnId: z.string(), at: z.string() })

const ChatLine = z.discriminatedUnion('type', [Begun, Ended, Dropped])
type ChatLine = z.output<typeof ChatLine>

const ChatInfo = z.looseObject({ v: z.literal(1), ...ChatHead.shape })
type ChatInfo = z.output<typeof ChatInfo>

/** A turn as its chat knows it; without `ended` it waits or runs. */
export interface ChatTurn {
  begun: Begun
  ended?: Ended
}

/** The conversation of one session on disk. */
export interface Chat {
  id: string
  /** Undefined before the first turn. */
  info(): Promise<ChatInfo | undefined>
  /** In the order in which they were asked for. */
  turns(): Promise<ChatTurn[]>
  /** Records a new turn after `check` has seen the existing ones; the first turn creates the chat. */
  begin(begun: Begun, check?: (turns: readonly ChatTurn[]) => void): Promise<void>
  end(ended: Ended): Promise<void>
  drop(turnId: string): Promise<void>
  /** No other process adds a turn meanwhile. */
  locked<T>(work: () => Promise<T>): Promise<T>
}

const lockWaitMs = 10_000

export function openChat(room: Room, id: string): Chat {
  const folder = join(chatsFolder(room), id)
  const locks = join(room.control, 'locks')
  const now = () => instant(room)
  const lines: JsonLines<ChatLine> = jsonLines({
    file: join(folder, 'turns.jsonl'),
    lock: join(locks, `chat-lines-${id}.lock`),
    schema: ChatLine,
    now,
  })
  const store: JsonStore<ChatInfo | null> = jsonStore({
    file: join(folder, 'chat.json'),
    locks: join(locks, `chat-${id}`),
    schema: ChatInfo.nullable(),
    empty: () => null,
  })
  const turns = async () => turnsIn(await lines.read())
  const locked: Chat['locked'] = work => withLock(join(locks, `chat-turns-${id}.lock`), 'named', lockWaitMs, work)

  return {
    id,
    turns,
    locked,
    info: async () => (await store.read()) ?? undefined,
    begin: (begun, check = () => {}) =>
      locked(async () => {
        check(await turns())
        await store.change<void>(before => {
          const { agentId, message, at } = begun
          const info = before ?? { v: 1, id, agentId, title: chatTitle(message), turns: 0, createdAt: at }
          return { next: { ...info, turns: info.turns + 1, updatedAt: at }, result: undefined }
        })
        await lines.append([wellFormed(begun)])
      }),
    async end(ended) {
      await lines.append([wellFormed(ended)])
      await store.change<void>(info =>
        info ? { next: { ...info, updatedAt: ended.endedAt }, result: undefined } : { result: undefined },
      )
    },
    drop: turnId => lines.append([{ v: 1, type: 'dropped', turnId, at: now() }]),
  }
}

/** All that were ever begun, the one that was last used first. */
export async function listChats(room: Room): Promise<ChatInfo[]> {
  const ids = (await namesIn(chatsFolder(room))).filter(name => idShape.test(name))
  const found = await Promise.all(ids.map(id => openChat(room, id).info()))
  return found
    .filter(info => info !== undefined)
    .sort((a, b) => byteOrder(b.updatedAt, a.updatedAt) || byteOrder(a.id, b.id))
}

/** The first message, shortened to a name: at most 60 code points of its first lines. */
export function chatTitle(message: string): string {
  return [...message.replace(/\s+/g, ' ').trim()].slice(0, 60).join('').trim()
}

export function chatsFolder({ control }: Room): string {
  return join(control, 'chats')
}

function turnsIn(lines: readonly ChatLine[]): ChatTurn[] {
  const turns = new Map<string, ChatTurn>()
  for (const line of lines) {
    if (line.type === 'begun') turns.set(line.turnId, { begun: line })
    if (line.type === 'dropped') turns.delete(line.turnId)
    const turn = line.type === 'ended' ? turns.get(line.turnId) : undefined
    // A terminal state never changes: of two lines that end a turn the first one counts.
    if (turn && line.type === 'ended') turn.ended ??= line
  }
  return [...turns.values()]
}

/** What was asked and accepted before, oldest first: as much of the latest as fits. */
export function acceptedHistory(
  turns: readonly ChatTurn[],
  { historyExchanges, historyBytes }: { historyExchanges: number; historyBytes: number },
  /** The turn that is asked for once more. */
  rerolled?: string,
): { question: string; answer: string }[] {
  const replaced = new Set([rerolled, ...turns.map(({ begun }) => begun.rerollOf)])
  const accepted = turns.filter(
    ({ begun, ended }) => begun.kind === 'tools' && ended?.state === 'accepted' && !replaced.has(begun.turnId),
  )
  const kept: { question: string; answer: string }[] = []
  let bytes = 0
  for (const { begun, ended } of accepted.reverse()) {
    const exchange = { question: begun.message, answer: ended?.content ?? '' }
    bytes += Buffer.byteLength(exchange.question) + Buffer.byteLength(exchange.answer)
    if (bytes > historyBytes || kept.length >= historyExchanges) break
    kept.unshift(exchange)
  }
  return kept
}
