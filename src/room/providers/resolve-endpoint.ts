import { ownValue } from '../../kernel/json.ts'
import { baseUrlProblem } from '../../models/checked-fetch.ts'
import { findProvider, knownProviders, type Provider, type ProviderSettings, readKey } from '../../models/providers.ts'
import type { Destination, Endpoint } from '../agents/endpoints.ts'
import type { KeyVault } from '../keys/vault.ts'

export interface EndpointSources {
  keys: KeyVault
  /** The section `models.providers` of the config file. */
  providers: ProviderSettings
  env: { readonly [name: string]: string | undefined }
}

export type MissingPart = 'provider' | 'model' | 'key'

/** The service an endpoint means, with its key; or what keeps it from being called. */
export async function resolveEndpoint(
  sources: EndpointSources,
  endpoint: Destination,
): Promise<{ service: Provider; key: string | undefined } | { missing: MissingPart }> {
  const service = findService(sources, endpoint)
  if (!service) return { missing: 'provider' }
  const key = await findKey(sources, endpoint, service)
  return key === missing ? { missing: 'key' } : { service, key }
}

export function findService(
  { providers }: Pick<EndpointSources, 'providers'>,
  { provider, baseUrl }: Destination,
): Provider | undefined {
  const own = ownValue(providers, provider)
  const service = findProvider(
    provider,
    baseUrl === undefined ? providers : { ...providers, [provider]: { ...own, base_url: baseUrl } },
  )
  return service && baseUrlProblem(service.base) === undefined ? service : undefined
}

/** What calling an endpoint would send where, for people to decide about. */
export interface RequestPreview {
  provider: string
  model: string | null
  /** Null when the endpoint names no service, or one that must not be called. */
  to: string | null
  /** `env:NAME`, `<provider>:<keyId>`, `file`, or null when no key is sent. */
  key: string | null
}

export function previewRequest(
  sources: Pick<EndpointSources, 'providers'>,
  endpoint: Destination & Pick<Endpoint, 'model'>,
): RequestPreview {
  const service = findService(sources, endpoint)
  const { provider, model = null, baseUrl, apiKeyRef } = endpoint
  const usual = baseUrl === undefined ? defaultKeyName(service) : null
  return { provider, model, to: service?.base ?? null, key: apiKeyRef ?? usual }
}

function defaultKeyName(service: Provider | undefined): string | null {
  if (service?.api_key_env) return `env:${service.api_key_env}`
  return service?.api_key_file ? 'file' : null
}

/** The environment holds more than keys of models: only variables that providers name for their key may be named. */
export function keyVariables({ providers }: Pick<EndpointSources, 'providers'>): string[] {
  const named = [...Object.values(knownProviders), ...Object.values(providers)].flatMap(each => each.api_key_env ?? [])
  return [...new Set(named)].filter(name => !name.startsWith('DAYBOOK_'))
}

const missing = Symbol('missing')

async function findKey(
  { keys, env, providers }: EndpointSources,
  { provider, baseUrl, apiKeyRef }: Destination,
  service: Provider,
): Promise<string | undefined | typeof missing> {
  if (apiKeyRef?.startsWith('env:')) {
    const variable = apiKeyRef.slice('env:'.length)
    return (keyVariables({ providers }).includes(variable) && env[variable]) || missing
  }
  if (apiKeyRef !== undefined) {
    const [of, id = ''] = apiKeyRef.split(':')
    // A key that was stored for one service is not handed to another, nor sent to another address of the same.
    return (of === provider && (await keys.valueOf(provider, id, new URL(service.base).origin))) || missing
  }
  // The key of a vendor goes to the vendor, not to wherever an endpoint points instead.
  if (baseUrl !== undefined) return undefined
  return readKey(service, { ...env }).catch(() => missing)
}
