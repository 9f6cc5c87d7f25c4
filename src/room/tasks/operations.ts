import { z } from 'zod'
import { text } from '../../kernel/text.ts'
import { roomCommand } from '../context.ts'
import { executeTask } from './execute-task.ts'
import { TaskPacket } from './packet.ts'
import { TaskReceipt } from './receipt.ts'
import { onceByKey } from './repeated-task.ts'
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
