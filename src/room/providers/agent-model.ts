import type { z } from 'zod'
import type { ChatMessage } from '../../models/chat.ts'
import type { ModelFaultCode } from '../../models/fault-words.ts'
import type { Destination, Endpoint } from '../agents/endpoints.ts'
import type { Agent } from '../agents/registry.ts'
import type { SchemaProfile } from '../protocol/response-schema.ts'
import type { ResponderContext } from '../responder/answer.ts'
import type { ProviderModels, SpeakerView } from '../schema.ts'
import type { RequestPreview } from './resolve-endpoint.ts'

/** What answers for an agent: a model service, the built-in responder, a script. */
export interface AgentModel {
  provider: string
  model: string
  /** How calls and decisions are described to it; null where it gets no schema. */
  profile: SchemaProfile | null
  /** One reply. What fails is a ModelFault; transport is retried within, a tool never is. */
  complete(step: CompletionRequest): Promise<Completion>
}

export interface CompletionRequest {
  messages: readonly ChatMessage[]
  /** The shape of the reply, sent where the service can hold a model to it. */
  schema?: { name: string; schema: object; strict: boolean }
  /** Calls, decisions and objects are asked for with little freedom, prose with the agent's own. */
  structured: boolean
  /** The same step as values, for the built-in responder, which needs no prompt. Null for raw and json turns. */
  turn: ResponderContext | null
  /** Of json kinds: the object of the built-in responder. */
  builtinObject?: () => Promise<object | undefined>
  progress?: (bytes: number) => void
  signal: AbortSignal
}

export interface Completion {
  text: string
  usage: { input: number; output: number } | null
}

/** The models of a room's agents. */
export interface AgentModels {
  /** Refused as `endpoint_incomplete` (details: provider, model or key) before anything is queued. */
  of(agent: Agent): Promise<AgentModel>
  status(agent: Agent): Promise<z.output<typeof SpeakerView>>
  /** Those that may be chosen, in the order they are shown. */
  providers(): readonly string[]
  /** Looks at the two places on this machine where model services usually are, and nowhere else. */
  detect(): Promise<ProviderModels[]>
  /** The models of one service; refused as `endpoint_incomplete` without what it takes to ask. */
  modelsOf(endpoint: Destination): Promise<ModelListing>
  /** What calling an endpoint would send where. */
  previewRequest(endpoint: Destination & Pick<Endpoint, 'model'>): RequestPreview
  /** The environment variables that endpoints may name as `env:NAME`. */
  keyVariables(): readonly string[]
  /** One call of fixed text. */
  test(agent: Agent, signal: AbortSignal): Promise<ConnectionTest>
}

interface ModelListing extends ProviderModels {
  /** Why nothing could be listed. */
  code: ModelFaultCode | null
}

interface ConnectionTest {
  ok: boolean
  code: ModelFaultCode | null
  latencyMs: number
  provider: string
  model: string
}
