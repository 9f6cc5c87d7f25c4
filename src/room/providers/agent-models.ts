import { ModelFault } from '../../models/chat.ts'
import type { ServiceFetch } from '../../models/checked-fetch.ts'
import type { ModelFaultCode } from '../../models/fault-words.ts'
import { detectLocal, listModels } from '../../models/list-models.ts'
import { knownProviders } from '../../models/providers.ts'
import type { SchemaMemory } from '../../models/service.ts'
import { canonical } from '../../receipts/canonical.ts'
import {
  builtinProvider,
  type Endpoint,
  type Endpoints,
  endpointOf,
  foundEndpointOf,
  scriptedProvider,
} from '../agents/endpoints.ts'
import type { Agent } from '../agents/registry.ts'
import { RoomFault, roomFault, roomFaults } from '../faults.ts'
import { respond } from '../responder/respond.ts'
import type { AgentModelStatus, ProviderModels } from '../schema.ts'
import type { JsonStore } from '../store/json-store.ts'
import type { Tool } from '../tools/tool.ts'
import type { AgentModel, AgentModels, CompletionRequest } from './agent-model.ts'
import {
  type EndpointSources,
  findService,
  keyVariables,
  type MissingPart,
  previewRequest,
  type RequestPreview,
  resolveEndpoint,
} from './resolve-endpoint.ts'
import { scriptedModels } from './scripted-model.ts'
import { answerFormOf, serviceAgentModel } from './service-model.ts'

export interface AgentModelsOptions extends EndpointSources {
  endpoints: JsonStore<Endpoints>
  /** What the built-in responder chooses from. */
  tools: () => Promise<readonly Tool[]>
  /** The most an agent may say with a model, where something limits that beside its endpoint. */
  outputCap?: ((agentId: string, model: string) => Promise<number | undefined>) | undefined
  fetch?: ServiceFetch | undefined
}

const shipped = [builtinProvider, ...Object.keys(knownProviders), 'custom']

const listPatienceMs = 5000

/** Finds the model of each agent of a room. */
export function openAgentModels(options: AgentModelsOptions): AgentModels {
  const { endpoints, tools, env, fetch } = options
  // Only for tests; otherwise the provider does not exist.
  const scripted = scriptedModels(env)
  const builtin = builtinAgentModel(tools)
  // By the address of a service: whether it answered last time.
  const reachable = new Map<string, boolean>()
  // By service and model: whether it refused a schema. Remembered until the process ends.
  const memories = new Map<string, SchemaMemory>()
  let detecting: Promise<ProviderModels[]> | undefined

  return {
    async of(agent) {
      const found = await resolveModel(agent)
      if ('missing' in found) throw roomFault('endpoint_incomplete', { agentId: agent.id, missing: found.missing })
      return found.model
    },

    async status(agent) {
      const file = await endpoints.read()
      const found = foundEndpointOf(file, agent.id)
      if (found) {
        return { status: 'unconfigured', provider: found.provider, model: found.model ?? null, structured: 'none' }
      }
      const endpoint = inUse(file, agent)
      if (!endpoint) return { status: 'builtin', provider: builtinProvider, model: builtinModel, structured: 'none' }
      const resolved = await resolveModel(agent).catch(unusableKey)
      const service = findService(options, endpoint)
      const refused = memoryOf(service?.base, endpoint).refused
      return {
        status: 'missing' in resolved ? statusOf(resolved.missing) : reach(service?.base),
        provider: endpoint.provider,
        model: endpoint.model ?? null,
        structured:
          refused || endpoint.provider === scriptedProvider ? 'none' : answerFormOf(endpoint, service?.wire ?? ''),
      }
    },

    providers: () => [
      ...shipped,
      ...Object.keys(options.providers).filter(name => !shipped.includes(name)),
      ...(scripted ? [scriptedProvider] : []),
    ],

    detect,

    async modelsOf(endpoint) {
      const found = await resolveEndpoint(options, endpoint)
      if ('missing' in found) throw roomFault('endpoint_incomplete', { missing: found.missing })
      const { service, key } = found
      const place = { provider: endpoint.provider, baseUrl: service.base }
      try {
        const models = await listModels(service, key, { timeoutMs: listPatienceMs, fetch })
        return { ...place, reachable: true, models, code: null }
      } catch (error) {
        return { ...place, reachable: false, models: [], code: codeOf(error) }
      }
    },

    previewRequest: endpoint => previewRequest(options, endpoint),

    keyVariables: () => keyVariables(options),

    async test(agent, signal) {
      const found = await resolveModel(agent, { maxRetries: 0 })
      if ('missing' in found) throw roomFault('endpoint_incomplete', { agentId: agent.id, missing: found.missing })
      const { model } = found
      const started = performance.now()
      const messages = [{ role: 'user', content: 'This is a connection test. Answer with one word.' }] as const
      const code = await model.complete({ messages, structured: false, turn: null, signal }).then(() => null, codeOf)
      const latencyMs = Math.round(performance.now() - started)
      return { ok: code === null, code, latencyMs, provider: model.provider, model: model.model }
    },
  }

  /** Undefined: the agent needs no service. */
  function inUse(file: Endpoints, agent: Agent): Endpoint | undefined {
    const endpoint = endpointOf(file, agent.id)
    return endpoint?.provider === builtinProvider ? undefined : endpoint
  }

  async function resolveModel(
    agent: Agent,
    changed: Partial<Pick<Endpoint, 'maxRetries'>> = {},
  ): Promise<{ model: AgentModel } | { missing: MissingPart }> {
    const file = await endpoints.read()
    const waiting = foundEndpointOf(file, agent.id)
    if (waiting) throw unconfirmedEndpoint(agent, previewRequest(options, waiting))
    const endpoint = inUse(file, agent)
    if (!endpoint) return { model: builtin }
    if (endpoint.provider === scriptedProvider) {
      return scripted ? { model: scripted(agent) } : { missing: 'provider' }
    }
    const found = await resolveEndpoint(options, endpoint)
    if ('missing' in found) return found
    if (!endpoint.model) return { missing: 'model' }
    const { service, key } = found
    const cap = (await options.outputCap?.(agent.id, endpoint.model)) ?? endpoint.maxOutputTokens
    const maxOutputTokens = Math.min(endpoint.maxOutputTokens, cap)
    return {
      model: serviceAgentModel({
        endpoint: { ...endpoint, ...changed, maxOutputTokens },
        service,
        model: endpoint.model,
        key,
        role: agent.role,
        memory: memoryOf(service.base, endpoint),
        reached: answered => reachable.set(service.base, answered),
        fetch,
      }),
    }
  }

  function memoryOf(base: string | undefined, { provider, model }: Endpoint): SchemaMemory {
    const name = JSON.stringify([provider, base, model])
    const memory = memories.get(name) ?? { refused: false }
    memories.set(name, memory)
    return memory
  }

  function reach(base: string | undefined): AgentModelStatus {
    if (base === undefined) return 'ready'
    const known = reachable.get(base)
    if (known === undefined && isLocal(base)) void detect()
    if (detecting && isLocal(base)) return 'checking'
    return known === false ? 'unreachable' : 'ready'
  }

  function isLocal(base: string): boolean {
    return ['lmstudio', 'ollama'].some(provider => findService(options, { provider })?.base === base)
  }

  function detect(): Promise<ProviderModels[]> {
    detecting ??= detectLocal(options.providers, fetch)
      .then(found => {
        for (const { base, reachable: answered } of found) reachable.set(base, answered)
        return found.map(({ provider, base, reachable: answered, models }) => ({
          provider,
          baseUrl: base,
          models,
          reachable: answered,
        }))
      })
      .finally(() => {
        detecting = undefined
      })
    return detecting
  }
}

/** The owner did not choose this service, so the agent has none. */
function unconfirmedEndpoint({ id }: Agent, { to, key }: RequestPreview): RoomFault {
  const details = { agentId: id, missing: 'provider', unconfirmed: { to, key } }
  return new RoomFault('endpoint_incomplete', 'REFUSED', roomFaults.endpoint_incomplete[1], {
    details,
    hint: `This endpoint came with the folder. The owner confirms it: daybook room agents confirm ${id}`,
  })
}

/** A key that is locked or belongs elsewhere is missing, where only the status is asked for. */
function unusableKey(error: unknown): { missing: MissingPart } {
  if (error instanceof RoomFault && ['vault_locked', 'key_elsewhere'].includes(error.wire)) return { missing: 'key' }
  throw error
}

function statusOf(missing: MissingPart): AgentModelStatus {
  return missing === 'model' ? 'incomplete' : 'unconfigured'
}

function codeOf(error: unknown): ModelFaultCode {
  if (error instanceof ModelFault) return error.code
  throw error
}

export const builtinModel = 'extractive'

/** The responder that needs no model: it can say only what tools have found, and says so when that is not enough. */
function builtinAgentModel(tools: () => Promise<readonly Tool[]>): AgentModel {
  return {
    provider: builtinProvider,
    model: builtinModel,
    profile: null,
    async complete(step) {
      step.signal.throwIfAborted()
      return { text: await textOf(step, tools), usage: null }
    },
  }
}

async function textOf(
  { turn, builtinObject }: CompletionRequest,
  tools: () => Promise<readonly Tool[]>,
): Promise<string> {
  if (turn && (turn.step !== 'final' || !builtinObject)) return respond(turn, await tools())
  const object = await builtinObject?.()
  return object ? canonical(object) : beyondIt
}

const beyondIt = [
  'STOP_HOOK: scope-exceeded',
  'This agent has no model. Give it one in the settings, or ask about the texts of the workspace.',
].join('\n')
