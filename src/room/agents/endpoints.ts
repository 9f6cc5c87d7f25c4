import { join } from 'node:path'
import { z } from 'zod'
import { type JsonStore, jsonStore } from '../store/json-store.ts'

export const structuredForms = ['auto', 'schema-paired', 'schema-flat', 'object', 'tool', 'none'] as const

/** Where an agent's replies come from. Never a key, only what names one. */
export const Endpoint = z.looseObject({
  provider: z.string().max(40),
  model: z.string().max(200).optional(),
  baseUrl: z.url().optional(),
  apiKeyRef: z
    .string()
    .regex(/^(env:[A-Za-z_][A-Za-z0-9_]*|[a-z0-9-]+:[A-Za-z0-9_-]+)$/)
    .optional(),
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().min(0).max(1).optional(),
  topK: z.int().min(0).optional(),
  minP: z.number().min(0).max(1).optional(),
  repeatPenalty: z.number().min(0).max(3).optional(),
  maxOutputTokens: z.int().min(1).max(100_000).default(1200),
  timeoutMs: z.int().min(1000).max(600_000).default(120_000),
  maxRetries: z.int().min(0).max(6).default(2),
  useProviderDefaults: z.boolean().default(false),
  structured: z.enum(structuredForms).default('auto'),
})
export type Endpoint = z.output<typeof Endpoint>

const Endpoints = z.looseObject({ version: z.literal(1), agents: z.record(z.string(), Endpoint) })
export type Endpoints = z.output<typeof Endpoints>

export function endpointStore(controlRoom: string): JsonStore<Endpoints> {
  return jsonStore({
    file: join(controlRoom, 'agents', 'agent-endpoints.json'),
    locks: join(controlRoom, 'locks'),
    schema: Endpoints,
    empty: (): Endpoints => ({ version: 1, agents: {} }),
  })
}

export const builtinProvider = 'builtin'

/** An agent nobody gave an endpoint speaks through the built-in responder. */
export function endpointOf({ agents }: Endpoints, agentId: string): Endpoint | undefined {
  return Object.hasOwn(agents, agentId) ? agents[agentId] : undefined
}
