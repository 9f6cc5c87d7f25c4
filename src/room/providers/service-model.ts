import { anthropicModel } from '../../models/anthropic.ts'
import { type ChatModel, ModelFault } from '../../models/chat.ts'
import type { ServiceFetch } from '../../models/checked-fetch.ts'
import { openAiModel } from '../../models/openai.ts'
import type { Provider } from '../../models/providers.ts'
import type { SchemaMemory } from '../../models/service.ts'
import type { Endpoint } from '../agents/endpoints.ts'
import type { AgentModel } from './agent-model.ts'
import { answerFormOf, schemaProfileOf, toSentSchema } from './answer-form.ts'
import { samplingOf } from './sampling.ts'

export interface ServiceModelOptions {
  endpoint: Endpoint
  service: Provider
  model: string
  key: string | undefined
  role: string
  memory: SchemaMemory
  /** Told whether the service could be reached. */
  reached: (reachable: boolean) => void
  fetch?: ServiceFetch | undefined
}

/** An agent that speaks through a model service. */
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
