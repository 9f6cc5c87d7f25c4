import { join } from 'node:path'
import { namesIn } from '../../files/if-exists.ts'
import { withLock } from '../../files/lock.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { wellFormed } from '../../receipts/canonical.ts'
import { idShape } from '../../receipts/line.ts'
import type { Room } from '../room.ts'
import { type JsonLines, jsonLines } from '../store/json-lines.ts'
import { type JsonStore, jsonStore } from '../store/json-store.ts'
import { type Begun, ChatInfo, ChatLine, type Ended } from './lines.ts'

/** A turn as its chat knows it; without `ended` it waits or runs. */
export interface ChatTurn {
  begun: Begun
  ended?: Ended
}

/** The conversation of one session on disk. */
export interface Chat {
  id: string
  /** Undefined while nobody has said anything in it. */
  info(): Promise<ChatInfo | undefined>
  /** In the order in which they were asked for. */
  turns(): Promise<ChatTurn[]>
  /** Writes down that a turn exists, after a look at those that are there; the first one makes the chat. */
  begin(begun: Begun, look?: (turns: readonly ChatTurn[]) => void): Promise<void>
  end(ended: Ended): Promise<void>
  drop(turnId: string): Promise<void>
  /** Nobody else adds a turn meanwhile. */
  locked<T>(work: () => Promise<T>): Promise<T>
}

const lockWaitMs = 10_000

export function openChat(room: Room, id: string): Chat {
  const folder = join(chatsFolder(room), id)
  const locks = join(room.control, 'locks')
  const now = () => formatInstant(room.clock())
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
    begin: (begun, look = () => {}) =>
      locked(async () => {
        look(await turns())
        await store.change<void>(before => {
          const { agentId, message, at } = begun
          const first = {
            v: 1 as const,
            id,
            agentId,
            title: chatTitle(message),
            turns: 0,
            createdAt: at,
            updatedAt: at,
          }
          const info = before ?? first
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
    .sort((a, b) => compare(b.updatedAt, a.updatedAt) || compare(a.id, b.id))
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

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
