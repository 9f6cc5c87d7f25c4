import { join } from 'node:path'
import { z } from 'zod'
import { withLock } from '../../files/lock.ts'
import { sha256 } from '../../receipts/signing.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { jsonStore } from '../store/json-store.ts'
import type { ExecutedTask } from './execute-task.ts'
import { TaskReceipt } from './receipt.ts'

const Kept = z.strictObject({
  at: z.string(),
  executed: z.strictObject({
    receipt: TaskReceipt,
    stopHook: z.strictObject({ type: z.string(), detail: z.string().optional() }).nullable(),
    content: z.string(),
    taskId: z.string(),
    toolReceipts: z.array(z.string()),
    audit: z.array(z.string()),
  }),
})
const Book = z.strictObject({ version: z.literal(1), keys: z.record(z.string(), Kept) })

const keptMs = 24 * 3600 * 1000
/** As long as a turn may take, several times over. */
const waitMs = 3600 * 1000

/** The same key within a day is the same task: a repetition waits for the first and answers with what came of it. */
export async function onceByKey(
  room: Room,
  { principal, key }: { principal: string; key: string | undefined },
  work: () => Promise<ExecutedTask>,
): Promise<ExecutedTask> {
  if (key === undefined) return work()
  const name = sha256(JSON.stringify([principal, key])).slice(0, 32)
  const locks = join(room.control, 'locks')
  const book = jsonStore({
    file: join(room.control, 'tasks', 'repeated.json'),
    locks,
    schema: Book,
    empty: (): z.output<typeof Book> => ({ version: 1, keys: {} }),
  })
  return withLock(join(locks, `task-${name}.lock`), 'named', waitMs, async () => {
    const counts = ({ at }: { at: string }) => room.clock() - Date.parse(at) < keptMs
    const before = (await book.read()).keys[name]
    if (before && counts(before)) {
      const { stopHook, ...executed } = before.executed
      return { ...executed, stopHook: stopHook && plainStop(stopHook) }
    }
    const executed = await work()
    await book.change(({ keys, version }) => {
      const kept = Object.fromEntries(Object.entries(keys).filter(([, each]) => counts(each)))
      return { next: { version, keys: { ...kept, [name]: { at: instant(room), executed } } }, result: null }
    })
    return executed
  })
}

function plainStop({ type, detail }: { type: string; detail?: string | undefined }) {
  return { type, ...(detail !== undefined && { detail }) }
}
