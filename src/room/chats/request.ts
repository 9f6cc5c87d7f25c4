import { z } from 'zod'
import { enabledAgent } from '../agents/edit-agents.ts'
import { type Agent, enabledChiefs } from '../agents/registry.ts'
import { roomFault } from '../faults.ts'
import { isId, requireId } from '../ids.ts'
import { fieldErrors } from '../protocol/rejection.ts'
import { readToolPolicy, type ToolPolicy } from '../protocol/tool-policy.ts'
import type { Room } from '../room.ts'
import { findUngrounded } from '../tasks/check-report.ts'
import { packetSchema, WrittenPacket } from '../tasks/packet.ts'
import { plainPacket } from '../tasks/plain-packet.ts'
import { receiptSchema, WrittenReceipt } from '../tasks/receipt.ts'
import { schemaProblem } from '../turns/json-schema.ts'
import type { TurnKind, TurnSpec } from '../turns/turn.ts'

const maxMessageBytes = 65_536

/** The body of a request for a turn. */
export const ChatRequest = z.strictObject({
  message: z.string().describe('What is asked, at most 65,536 bytes; left out only with reroll').optional(),
  agentId: z.string().describe('Left out: the Chief').optional(),
  sessionId: z.string().describe('Goes on with a chat; left out, a new one begins').optional(),
  conferenceId: z.string().optional(),
  roundId: z.string().optional(),
  taskId: z.string().optional(),
  turnId: z.string().describe('turn_ and 16 hex digits that no turn has').optional(),
  kind: z.enum(['tools', 'tools+json', 'json', 'raw']).optional(),
  expectSchema: z.enum(['task_packet', 'receipt']).optional(),
  responseSchema: z.record(z.string(), z.unknown()).describe('JSON Schema of the answer').optional(),
  memoryId: z.string().optional(),
  level: z.union([z.enum(['auto', 'more']), z.int().min(1).max(5)]).optional(),
  includeArchived: z.boolean().optional(),
  includeExpired: z.boolean().optional(),
  reroll: z.boolean().describe('Asks the last message of the chat once more').optional(),
  skipToolCatalog: z.boolean().optional(),
  skipGrounding: z.boolean().optional(),
  skipTools: z.boolean().optional(),
  toolPolicy: z.unknown().describe('{allowedTools?, requireTool?}').optional(),
  idempotencyKey: z.string().min(1).max(80).optional(),
})
export type ChatRequest = z.output<typeof ChatRequest>

/** Refuses requests that are wrong in themselves, before anything is read. */
export function checkRequest(request: ChatRequest): { kind: TurnKind; policy: ToolPolicy } {
  const { message, reroll = false, sessionId, turnId } = request
  if (message !== undefined && Buffer.byteLength(message) > maxMessageBytes)
    throw roomFault('too_large', { limit: maxMessageBytes })
  if (reroll ? sessionId === undefined : message === undefined || message === '')
    throw roomFault('invalid_request', { field: reroll ? 'sessionId' : 'message' })
  for (const id of [sessionId, request.conferenceId, request.roundId, request.taskId])
    if (id !== undefined) requireId(id)
  if (turnId !== undefined && !isId('turn', turnId)) throw roomFault('invalid_id', { turnId })
  const policy = request.toolPolicy === undefined ? { policy: {} } : readToolPolicy(request.toolPolicy)
  if ('fault' in policy) throw roomFault('invalid_tool_policy', { ...policy.fault })
  const problem = request.responseSchema && schemaProblem(request.responseSchema)
  if (problem) throw roomFault('invalid_response_schema', { reason: problem })
  return { kind: chooseKind(request), policy: policy.policy }
}

/** Explicit, or derived once from what was asked for. */
function chooseKind({ kind, expectSchema, responseSchema, skipTools = false }: ChatRequest): TurnKind {
  if (expectSchema !== undefined && responseSchema !== undefined)
    throw roomFault('invalid_request', { field: 'responseSchema' })
  const asksForObject = expectSchema !== undefined || responseSchema !== undefined
  const derived = asksForObject ? (skipTools ? 'json' : 'tools+json') : skipTools ? 'raw' : 'tools'
  const chosen = kind ?? derived
  const wantsObject = chosen === 'json' || chosen === 'tools+json'
  const mayCall = chosen === 'tools' || chosen === 'tools+json'
  if (wantsObject !== asksForObject || (mayCall && skipTools)) throw roomFault('invalid_request', { field: 'kind' })
  return chosen
}

/** The agent that was named, else the one the chat is with, else the single Chief. */
export async function chooseAgent(room: Room, named: string | undefined, ofChat?: string): Promise<Agent> {
  const registry = await room.agents.read()
  if (named !== undefined && ofChat !== undefined && named !== ofChat)
    throw roomFault('invalid_request', { field: 'agentId', agentId: ofChat })
  const wanted = named ?? ofChat
  if (wanted === undefined) {
    const [chief, ...others] = enabledChiefs(registry)
    if (!chief || others.length > 0) throw roomFault('agent_required', { count: enabledChiefs(registry).length })
    return chief
  }
  return enabledAgent(registry, wanted)
}

interface AnswerContext {
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
