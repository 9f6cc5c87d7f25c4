import { z } from 'zod'
import { text } from '../../kernel/text.ts'
import { roomOperation } from '../context.ts'
import { executeTask } from '../tasks/execute-task.ts'
import { TaskReceipt } from '../tasks/receipt.ts'
import { onceByKey } from '../tasks/repeated-task.ts'

export const roomTaskExecute = roomOperation({
  name: 'room_task_execute',
  summary: 'Has an agent carry out a task packet; its report is checked, sealed and filed with the issue.',
  effect: 'append',
  access: 'writer',
  audience: 'people',
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
