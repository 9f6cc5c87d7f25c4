import { wrongBaseUrl } from '../../models/addresses.ts'
import { keyOf } from '../../models/keys.ts'
import { type Provider, type ProviderSettings, providerNamed } from '../../models/providers.ts'
import type { Endpoint } from '../agents/endpoints.ts'
import type { KeyVault } from '../keys/vault.ts'

export interface Desk {
  keys: KeyVault
  /** The section `models.providers` of the config file. */
  providers: ProviderSettings
  env: { readonly [name: string]: string | undefined }
}

export type Named = Pick<Endpoint, 'provider' | 'baseUrl' | 'apiKeyRef'>

export type Missing = 'provider' | 'model' | 'key'

/** The service an endpoint means, with its key; or what keeps it from being called. */
export async function settled(
  desk: Desk,
  endpoint: Named,
): Promise<{ service: Provider; key: string | undefined } | { missing: Missing }> {
  const service = serviceOf(desk, endpoint)
  if (!service) return { missing: 'provider' }
  const key = await keyFor(desk, endpoint, service)
  return key === missing ? { missing: 'key' } : { service, key }
}

export function serviceOf({ providers }: Pick<Desk, 'providers'>, { provider, baseUrl }: Named): Provider | undefined {
  const own = Object.hasOwn(providers, provider) ? providers[provider] : undefined
  const service = providerNamed(
    provider,
    baseUrl === undefined ? providers : { ...providers, [provider]: { ...own, base_url: baseUrl } },
  )
  return service && wrongBaseUrl(service.base) === undefined ? service : undefined
}

/** Variables with this program's own settings are no keys of model services. */
export function mayHoldKey(variable: string): boolean {
  return !variable.startsWith('DAYBOOK_')
}

const missing = Symbol('missing')

async function keyFor(
  { keys, env }: Desk,
  { provider, baseUrl, apiKeyRef }: Named,
  service: Provider,
): Promise<string | undefined | typeof missing> {
  if (apiKeyRef?.startsWith('env:')) {
    const variable = apiKeyRef.slice('env:'.length)
    return (mayHoldKey(variable) && env[variable]) || missing
  }
  if (apiKeyRef !== undefined) {
    const [of, id = ''] = apiKeyRef.split(':')
    // A key that was stored for one service is not handed to another.
    return (of === provider && (await keys.valueOf(provider, id))) || missing
  }
  // The key of a vendor goes to the vendor, not to wherever an endpoint points instead.
  if (baseUrl !== undefined) return undefined
  return keyOf(service, { ...env }).catch(() => missing)
}
