import { z } from 'zod'
import { surfaces } from '../../receipts/receipt.ts'
import { StopHook, TurnBudget, Verdict } from '../schema.ts'
import { turnEnds, turnKinds } from '../turns/turn.ts'

const Size = z.object({ sha256: z.string(), bytes: z.int() })

/** Somebody asked; the turn stands in the queue or runs until another line says how it ended. */
const Begun = z.object({
  v: z.literal(1),
  type: z.literal('begun'),
  turnId: z.string(),
  sessionId: z.string(),
  agentId: z.string(),
  role: z.string(),
  kind: z.enum(turnKinds),
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
  state: z.enum(turnEnds),
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
  modelCalls: z.array(
    z.object({
      for: z.enum(['call', 'decision', 'final', 'retry', 'raw']),
      prompt: Size,
      reply: Size.nullable(),
      usage: z.object({ input: z.int(), output: z.int() }).nullable(),
      schema: z.string().nullable(),
      texts: z
        .object({
          prompt: z.array(z.object({ role: z.string(), content: z.string() })),
          reply: z.string().nullable(),
        })
        .optional(),
    }),
  ),
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

export const ChatLine = z.discriminatedUnion('type', [Begun, Ended, Dropped])
export type ChatLine = z.output<typeof ChatLine>

export const ChatInfo = z.looseObject({
  v: z.literal(1),
  id: z.string(),
  agentId: z.string(),
  title: z.string(),
  turns: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type ChatInfo = z.output<typeof ChatInfo>
