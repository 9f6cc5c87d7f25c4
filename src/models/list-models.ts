import { z } from 'zod'
import { jsonIn } from '../kernel/json.ts'
import { anthropicHeaders } from './anthropic.ts'
import { ModelFault } from './chat.ts'
import { checkedFetch, type ServiceFetch } from './checked-fetch.ts'
import { openAiHeaders } from './openai.ts'
import { findProvider, knownProviders, type Provider, type ProviderSettings } from './providers.ts'
import { callService, readText } from './service.ts'

const ModelList = z.object({ data: z.array(z.object({ id: z.string() })) })

/** The names of the models a service offers; throws ModelFault. */
export function listModels(
  provider: Provider,
  key: string | undefined,
  { timeoutMs, fetch = checkedFetch() }: { timeoutMs: number; fetch?: ServiceFetch | undefined },
): Promise<string[]> {
  const headers = provider.wire === 'anthropic' ? anthropicHeaders(provider, key) : openAiHeaders(provider, key)
  const call = { url: `${provider.base}/models`, headers, signal: undefined }
  return callService({ timeoutMs, fetch }, call, async response => {
    const list = ModelList.safeParse(jsonIn((await readText(response)) ?? ''))
    if (!list.success) throw new ModelFault('provider_bad_request')
    return list.data.data.map(({ id }) => id)
  })
}

const detectTimeoutMs = 500

/** Asks the services that run on this machine, and no others, which models they have. */
export function detectLocal(settings: ProviderSettings, fetch?: ServiceFetch | undefined) {
  const local = Object.keys(knownProviders).filter(name => knownProviders[name]?.local)
  return Promise.all(
    local.flatMap(name => {
      const provider = findProvider(name, settings)
      // A setting may have moved the service to another machine; then it is not asked.
      return provider?.local ? [modelsOf(provider, fetch)] : []
    }),
  )
}

async function modelsOf(provider: Provider, fetch: ServiceFetch | undefined) {
  const { name, base } = provider
  try {
    // The service there was not chosen yet, so it gets no key.
    const models = await listModels(provider, undefined, { timeoutMs: detectTimeoutMs, fetch })
    return { provider: name, base, reachable: true, models }
  } catch {
    return { provider: name, base, reachable: false, models: [] }
  }
}
