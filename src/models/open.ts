import { Fault } from '../kernel/fault.ts'
import { anthropicModel } from './anthropic.ts'
import type { ChatModel } from './chat.ts'
import type { ServiceFetch } from './checked-fetch.ts'
import { detectLocal } from './list-models.ts'
import { openAiModel } from './openai.ts'
import { findProvider, type ProviderSettings, parseModelName, readKey } from './providers.ts'

interface ModelChoice {
  /** `<provider>/<model>`; the first local model that answers when undefined. */
  name: string | undefined
  providers: ProviderSettings
  env: { [name: string]: string | undefined }
  fetch?: ServiceFetch
}

/** The model that was chosen, ready to be asked. Undefined when none was chosen and none runs here. */
export async function openModel({ name, providers, env, fetch }: ModelChoice): Promise<ChatModel | undefined> {
  const chosen = name ?? (await firstLocal(providers, fetch))
  if (chosen === undefined) return undefined
  const parts = parseModelName(chosen)
  if (!parts) {
    throw new Fault('INVALID_INPUT', 'The name of the model has no provider.', {
      details: { given: chosen },
      hint: 'Write it as <provider>/<model>, for example ollama/qwen3.',
    })
  }
  const provider = findProvider(parts.provider, providers)
  if (!provider) {
    throw new Fault('INVALID_INPUT', 'The provider of the model is not known.', {
      details: { provider: parts.provider },
      hint: 'Add it with its base_url to models.providers in the config file.',
    })
  }
  const key = await readKey(provider, env)
  const options = { provider, model: parts.model, key, ...(fetch && { fetch }) }
  return provider.wire === 'anthropic' ? anthropicModel(options) : openAiModel(options)
}

async function firstLocal(providers: ProviderSettings, fetch: ModelChoice['fetch']): Promise<string | undefined> {
  for (const { provider, models } of await detectLocal(providers, fetch)) {
    // Servers list embedding models too, which cannot chat.
    const model = models.find(id => !/embed/i.test(id))
    if (model !== undefined) return `${provider}/${model}`
  }
  return undefined
}
