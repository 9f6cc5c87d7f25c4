import { z } from 'zod'
import { knownProviders, type Provider, type ProviderSettings, providerNamed } from './providers.ts'

export interface DetectedProvider {
  provider: string
  base: string
  reachable: boolean
  models: string[]
}

const ModelList = z.object({ data: z.array(z.object({ id: z.string() })) })
const patienceMs = 500

/** Asks the services that run on this machine, and nobody else, which models they have. */
export function detectLocal(
  settings: ProviderSettings,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<DetectedProvider[]> {
  const local = Object.keys(knownProviders).filter(name => knownProviders[name]?.local)
  return Promise.all(
    local.flatMap(name => {
      const provider = providerNamed(name, settings)
      // A setting may have moved the service to another machine, which is then not ours to knock at.
      return provider?.local ? [modelsOf(provider, fetch)] : []
    }),
  )
}

async function modelsOf({ name, base }: Provider, fetch: typeof globalThis.fetch): Promise<DetectedProvider> {
  const provider = { provider: name, base }
  try {
    const response = await fetch(`${base}/models`, { signal: AbortSignal.timeout(patienceMs), redirect: 'error' })
    const { data } = ModelList.parse(await response.json())
    return { ...provider, reachable: true, models: data.map(({ id }) => id) }
  } catch {
    return { ...provider, reachable: false, models: [] }
  }
}
