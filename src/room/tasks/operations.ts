import { join } from 'node:path'
import { z } from 'zod'
import { withLock } from '../../files/lock.ts'
import { text } from '../../kernel/text.ts'
import { sha256 } from '../../receipts/signing.ts'
import { roomCommand } from '../context.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { jsonStoreIn } from '../store/json-store.ts'
import { type ExecutedTask, executeTask } from './execute-task.ts'
import { TaskPacket } from './packet.ts'
import { TaskReceipt } from './receipt.ts'
import { routeTask } from './route-task.ts'

export const roomTaskRoute = roomCommand({
  name: 'room_task_route',
  summary: 'Has the Chief turn a request into a task packet, which is filed with the issue.',
  effect: 'append',
  access: 'writer',
  routes: ['POST /api/ai/chief/route'],
  input: z.strictObject({
    message: text({ max: 65_536, bytes: true }),
    issueId: z.int().min(1),
    parentPacketId: z
      .string()
      .regex(/^pkt_[0-9a-f]{12}$/)
      .optional(),
    clarificationChoice: z.string().max(1024).optional().describe('One of the paths a clarifying packet offered'),
    skipToolCatalog: z.boolean().optional(),
    fallback: z.boolean().describe('Make a packet by rules where the Chief gives none that fits').optional(),
  }),
  output: z.object({
    packet: z.strictObject(TaskPacket.shape).nullable().describe('Null where stopHook says why there is none'),
    fallback: z.boolean().describe('Made by rules, because the Chief gave no packet that fits'),
    taskId: z.string(),
    details: z.array(z.string()).optional(),
    stopHook: z.object({ type: z.string(), detail: z.string() }).nullable(),
    content: z.string().describe('The visible stop').optional(),
  }),
  async run(request, { room }) {
    return routeTask(room, request)
  },
})

export const roomTaskExecute = roomCommand({
  name: 'room_task_execute',
  summary: 'Has an agent carry out a task packet; its report is checked, sealed and filed with the issue.',
  effect: 'append',
  access: 'writer',
  routes: ['POST /api/ai/task/execute'],
  input: z.strictObject({
    packet: z
      .union([z.record(z.string(), z.unknown()), z.string().max(65_536)])
      .describe('The packet, or its JSON text'),
    agentId: z.string().max(80),
    skipToolCatalog: z.boolean().optional(),
    idempotencyKey: text({ max: 80, oneLine: true }).optional(),
  }),
  output: z.object({
    receipt: TaskReceipt,
    stopHook: z.object({ type: z.string(), detail: z.string().optional() }).nullable(),
    content: z.string(),
    taskId: z.string(),
    toolReceipts: z.array(z.string()),
    audit: z.array(z.string()).describe('Files of the issue this task has added'),
  }),
  async run({ idempotencyKey: key, ...request }, { call, room }) {
    return onceByKey(room, { principal: call.principal, key }, () => executeTask(room, request))
  },
})

/** In the order agents and people see them. */
export const operations = [roomTaskRoute, roomTaskExecute] as const

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
async function onceByKey(
  room: Room,
  { principal, key }: { principal: string; key: string | undefined },
  work: () => Promise<ExecutedTask>,
): Promise<ExecutedTask> {
  if (key === undefined) return work()
  const name = sha256(JSON.stringify([principal, key])).slice(0, 32)
  const book = jsonStoreIn(room.control, 'tasks/repeated.json', Book, { version: 1, keys: {} })
  return withLock(join(room.control, 'locks', `task-${name}.lock`), 'named', waitMs, async () => {
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
