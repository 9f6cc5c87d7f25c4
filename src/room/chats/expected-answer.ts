import type { Agent } from '../agents/registry.ts'
import { fieldErrors } from '../field-errors.ts'
import type { Room } from '../room.ts'
import { findUngrounded } from '../tasks/check-report.ts'
import { packetSchema, WrittenPacket } from '../tasks/packet.ts'
import { plainPacket } from '../tasks/plain-packet.ts'
import { receiptSchema, WrittenReceipt } from '../tasks/receipt.ts'
import type { TurnSpec } from '../turns/turn.ts'
import type { ChatRequest } from './request.ts'

export interface AnswerContext {
  room: Room
  agent: Agent
  sessionId: string
  turnId: string
  message: string
}

/** The shape of the object a request asks for, and what else must hold of it. */
export function expectedAnswer(
  { responseSchema, expectSchema }: Pick<ChatRequest, 'responseSchema' | 'expectSchema'>,
  { room, agent, sessionId, turnId, message }: AnswerContext,
): TurnSpec['answer'] {
  if (responseSchema) return { name: 'response', schema: responseSchema }
  if (expectSchema === 'task_packet')
    return {
      name: expectSchema,
      schema: packetSchema,
      check: async object => fieldErrors(WrittenPacket, object),
      builtin: async () => plainPacket({ message }, await room.workspace.vfs.snapshot()),
    }
  if (expectSchema === 'receipt')
    return {
      name: expectSchema,
      schema: receiptSchema,
      async check(object) {
        const written = WrittenReceipt.safeParse(object)
        if (!written.success) return fieldErrors(WrittenReceipt, object)
        const wrong = await findUngrounded({ room, agent, taskId: sessionId, turnId }, written.data)
        return wrong ? [wrong.detail] : []
      },
    }
  return undefined
}
