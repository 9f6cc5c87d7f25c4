import { join } from 'node:path'
import { z } from 'zod'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { jsonStore } from '../store/json-store.ts'
import { type ChatTurn, chatsFolder } from './chat.ts'

/** A key counts for this long. */
const keptMs = 24 * 60 * 60 * 1000

/** The request was made before: there is a turn for it already. */
export class DuplicateRequest extends Error {
  override readonly name = 'AlreadyBegun'
  constructor(
    readonly sessionId: string,
    readonly turnId: string,
  ) {
    super('A request with this key has a turn already.')
  }
}

/** The turn of a session that was asked for with this key, while the key counts. */
export function findTurnByKey(turns: readonly ChatTurn[], key: string | undefined, now: number): ChatTurn | undefined {
  if (key === undefined) return undefined
  return turns.findLast(({ begun }) => begun.idempotencyKey === key && now - Date.parse(begun.at) < keptMs)
}

const Opened = z.looseObject({
  version: z.literal(1),
  keys: z.record(z.string(), z.object({ sessionId: z.string(), turnId: z.string(), at: z.string() })),
})

/** Keys of requests that began a chat: repeating one finds the chat that it began. */
export function idempotencyKeys(room: Room, principal: string) {
  const store = jsonStore({
    file: join(chatsFolder(room), 'opened.json'),
    locks: join(room.control, 'locks'),
    schema: Opened,
    empty: (): z.output<typeof Opened> => ({ version: 1, keys: {} }),
  })
  const counts = ({ at }: { at: string }) => room.clock() - Date.parse(at) < keptMs
  const nameOf = (key: string) => JSON.stringify([principal, key])
  return {
    async find(key: string) {
      const { keys } = await store.read()
      const found = Object.hasOwn(keys, nameOf(key)) ? keys[nameOf(key)] : undefined
      return found && counts(found) ? found : undefined
    },
    /** Of a request whose process died before its turn was written down. */
    forget: (key: string) =>
      store.change<void>(({ keys: { [nameOf(key)]: _, ...keys }, ...stored }) => ({
        next: { ...stored, keys },
        result: undefined,
      })),
    /** Fails when another request used the key meanwhile. */
    take: (key: string, sessionId: string, turnId: string) =>
      store.change<void>(stored => {
        const kept = Object.fromEntries(Object.entries(stored.keys).filter(([, each]) => counts(each)))
        const before = Object.hasOwn(kept, nameOf(key)) ? kept[nameOf(key)] : undefined
        if (before) throw new DuplicateRequest(before.sessionId, before.turnId)
        const at = instant(room)
        return { next: { ...stored, keys: { ...kept, [nameOf(key)]: { sessionId, turnId, at } } }, result: undefined }
      }),
  }
}
