import { withoutUndefined } from '../../kernel/json.ts'
import { anthropicModel } from '../../models/anthropic.ts'
import { type AnswerSchema, type ChatModel, type ChatRequest, ModelFault } from '../../models/chat.ts'
import type { ServiceFetch } from '../../models/checked-fetch.ts'
import { openAiModel } from '../../models/openai.ts'
import type { Provider } from '../../models/providers.ts'
import type { SchemaMemory } from '../../models/service.ts'
import type { Endpoint } from '../agents/endpoints.ts'
import { roleNamed } from '../agents/roles.ts'
import type { SchemaProfile } from '../protocol/response-schema.ts'
import type { AgentModel } from './agent-model.ts'

interface ServiceModelOptions {
  endpoint: Endpoint
  service: Provider
  model: string
  key: string | undefined
  role: string
  memory: SchemaMemory
  /** Called with whether the service could be reached. */
  reached: (reachable: boolean) => void
  fetch?: ServiceFetch | undefined
}

/** An agent whose model is behind a service. */
export function serviceAgentModel(options: ServiceModelOptions): AgentModel {
  const { endpoint, service, model, role, memory, reached } = options
  const chat = chatModel(options)
  const form = answerFormOf(endpoint, service.wire)
  return {
    provider: endpoint.provider,
    model,
    profile: memory.refused ? null : schemaProfileOf(form),
    async complete({ messages, schema, structured, progress, signal }) {
      const sent = schema && toSentSchema(schema, form)
      try {
        const { text, usage } = await chat.chat({
          messages,
          ...(sent && { schema: sent }),
          maxOutputTokens: endpoint.maxOutputTokens,
          ...samplingOf(endpoint, role, structured),
          ...(progress && { progress }),
          signal,
        })
        reached(true)
        return { text, usage }
      } catch (error) {
        if (error instanceof ModelFault) reached(!silent.includes(error.code))
        throw error
      }
    },
  }
}

const silent = ['provider_unreachable', 'provider_timeout']

function chatModel({ endpoint, service, model, key, memory, fetch }: ServiceModelOptions): ChatModel {
  const { timeoutMs, maxRetries } = endpoint
  const options = { provider: service, model, key, timeoutMs, maxRetries, memory, ...(fetch && { fetch }) }
  return service.wire === 'anthropic' ? anthropicModel(options) : openAiModel(options)
}

type Sampling = Pick<ChatRequest, 'temperature' | 'topP' | 'topK' | 'minP' | 'repeatPenalty'>

const coolest = 0.2

/** Sampling of the endpoint, else of the role; little freedom where a schema is asked for. */
export function samplingOf(endpoint: Endpoint, role: string, structured: boolean): Sampling {
  const preset = endpoint.useProviderDefaults ? undefined : roleNamed(role).sampling
  const temperature = endpoint.temperature ?? preset?.temperature
  // Services of this protocol refuse both at once, so the one that was not chosen is left out.
  const topP = endpoint.topP ?? (endpoint.provider === 'anthropic' ? undefined : preset?.topP)
  const { topK, minP, repeatPenalty } = endpoint
  const allowed = structured ? Math.min(temperature ?? coolest, coolest) : temperature
  return withoutUndefined({ temperature: allowed, topP, topK, minP, repeatPenalty })
}

/** How a model is made to answer in a given shape. */
type AnswerForm = Exclude<Endpoint['structured'], 'auto'>

/** As the endpoint says, else as its provider is known to take it best. */
export function answerFormOf(
  { provider, structured }: Pick<Endpoint, 'provider' | 'structured'>,
  wire: string,
): AnswerForm {
  // This protocol knows one way only.
  if (wire === 'anthropic') return structured === 'none' ? 'none' : 'tool'
  if (structured !== 'auto') return structured
  return provider === 'openai' ? 'schema-flat' : 'schema-paired'
}

function schemaProfileOf(form: AnswerForm): SchemaProfile | null {
  if (form === 'none') return null
  return form === 'schema-flat' ? 'flat' : 'paired'
}

/** What the service is sent for a schema that was asked for. */
function toSentSchema(schema: AnswerSchema, form: AnswerForm): AnswerSchema | undefined {
  if (form === 'none') return undefined
  return { ...schema, form: form === 'tool' || form === 'object' ? form : 'schema' }
}
