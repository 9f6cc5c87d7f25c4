import type { ServiceFetch } from './checked-fetch.ts'
import { listModels } from './list-models.ts'
import { findProvider, knownProviders, type Provider, type ProviderSettings } from './providers.ts'

export interface DetectedProvider {
  provider: string
  base: string
  reachable: boolean
  models: string[]
}

const patienceMs = 500

/** Asks the services that run on this machine, and nobody else, which models they have. */
export function detectLocal(settings: ProviderSettings, fetch?: ServiceFetch | undefined): Promise<DetectedProvider[]> {
  const local = Object.keys(knownProviders).filter(name => knownProviders[name]?.local)
  return Promise.all(
    local.flatMap(name => {
      const provider = findProvider(name, settings)
      // A setting may have moved the service to another machine, which is then not ours to knock at.
      return provider?.local ? [modelsOf(provider, fetch)] : []
    }),
  )
}

async function modelsOf(provider: Provider, fetch: ServiceFetch | undefined): Promise<DetectedProvider> {
  const { name, base } = provider
  try {
    // Whoever answers there was not chosen by anybody yet, so it gets no key.
    const models = await listModels(provider, undefined, { timeoutMs: patienceMs, fetch })
    return { provider: name, base, reachable: true, models }
  } catch {
    return { provider: name, base, reachable: false, models: [] }
  }
}
