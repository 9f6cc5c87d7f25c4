import { join } from 'node:path'
import { z } from 'zod'
import { withLock } from '../../files/lock.ts'
import { sha256 } from '../../files/sha256.ts'
import { text } from '../../kernel/text.ts'
import { roomCommand } from '../context.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { jsonStoreIn } from '../store/json-store.ts'
import { ExecutedTask, executeTask } from './execute-task.ts'
import { RoutedTask, RouteRequest, routeTask } from './route-task.ts'

export const roomTaskRoute = roomCommand({
  name: 'room_task_route',
  summary: 'Has the Chief turn a request into a task packet, which is filed with the issue.',
  effect: 'append',
  access: 'writer',
  routes: ['POST /api/ai/chief/route'],
  input: RouteRequest,
  output: RoutedTask,
  run: async (request, { room }) => routeTask(room, request),
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
  output: ExecutedTask,
  async run({ idempotencyKey: key, ...request }, { call, room }) {
    return onceByKey(room, { principal: call.principal, key }, () => executeTask(room, request))
  },
})

const KeptTask = z.strictObject({ at: z.string(), executed: z.strictObject(ExecutedTask.shape) })
const KeptTasks = z.strictObject({ version: z.literal(1), keys: z.record(z.string(), KeptTask) })

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
  const tasks = jsonStoreIn(room.control, 'tasks/repeated.json', KeptTasks, { version: 1, keys: {} })
  return withLock(join(room.control, 'locks', `task-${name}.lock`), 'named', waitMs, async () => {
    const counts = ({ at }: { at: string }) => room.clock() - Date.parse(at) < keptMs
    const before = (await tasks.read()).keys[name]
    if (before && counts(before)) return before.executed
    const executed = await work()
    await tasks.change(({ keys, version }) => {
      const kept = Object.fromEntries(Object.entries(keys).filter(([, each]) => counts(each)))
      return { next: { version, keys: { ...kept, [name]: { at: instant(room), executed } } }, result: null }
    })
    return executed
  })
}
