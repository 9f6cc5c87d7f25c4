import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { Fault } from '../kernel/fault.ts'
import { ownValue } from '../kernel/json.ts'
import { lazy } from '../kernel/lazy.ts'
import { trimEndOf } from '../kernel/text.ts'

/** The section `models` of the config file. */
export const modelsConfigSchema = lazy(() =>
  z
    .strictObject({
      providers: z
        .record(
          z.string().regex(/^[a-z0-9][a-z0-9_-]*$/),
          z
            .strictObject({
              base_url: z.url().describe('Where its chat completions are; a trailing /v1 may be left out'),
              api_key_env: z
                .string()
                .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
                .describe('Environment variable that holds the key'),
              api_key_file: z.string().min(1).describe('File that holds the key and that only you may read'),
              headers: z.record(z.string(), z.string()).describe('Sent with every call; never a key'),
            })
            .partial(),
        )
        .describe('Services that speak the OpenAI chat protocol, by the name used in `<provider>/<model>`'),
    })
    .partial(),
)

export type ProviderSettings = { [name: string]: ProviderSetting }
type ProviderSetting = NonNullable<z.output<ReturnType<typeof modelsConfigSchema>>['providers']>[string]

interface KnownProvider {
  base_url: string
  api_key_env?: string
  /** Probed for, because it runs on this machine or not at all. */
  local?: true
  /** The OpenAI chat protocol unless said otherwise. */
  wire?: 'anthropic'
}

/** Services that need no setting but their key. */
export const knownProviders: { readonly [name: string]: KnownProvider } = {
  lmstudio: { base_url: 'http://127.0.0.1:1234', local: true },
  ollama: { base_url: 'http://127.0.0.1:11434', local: true },
  llamacpp: { base_url: 'http://127.0.0.1:8080' },
  openai: { base_url: 'https://api.openai.com', api_key_env: 'OPENAI_API_KEY' },
  anthropic: { base_url: 'https://api.anthropic.com', api_key_env: 'ANTHROPIC_API_KEY', wire: 'anthropic' },
  openrouter: { base_url: 'https://openrouter.ai/api', api_key_env: 'OPENROUTER_API_KEY' },
}

/** A service with everything settled but its key. */
export interface Provider extends ProviderSetting {
  name: string
  /** Ends in `/v1`. */
  base: string
  /** Nothing sent to it leaves this machine. */
  local: boolean
  wire: 'openai' | 'anthropic'
}

/** Undefined when nothing is known of it. */
export function findProvider(name: string, settings: ProviderSettings): Provider | undefined {
  const own = ownValue(settings, name)
  const known = ownValue(knownProviders, name)
  const { base_url, wire = 'openai', ...rest } = { ...known, ...own }
  if (base_url === undefined) return undefined
  const base = withVersion(base_url)
  return { ...rest, name, base, wire, local: isLoopback(base) }
}

/** Splits `<provider>/<model>` at the first stroke: the names of models may hold more of them. */
export function parseModelName(text: string): { provider: string; model: string } | undefined {
  const [, provider, model] = /^([^/\s]+)\/(\S.*)$/.exec(text.trim()) ?? []
  return provider && model ? { provider, model } : undefined
}

function withVersion(url: string): string {
  const base = trimEndOf(url, '/')
  return /\/v\d+$/.test(base) ? base : `${base}/v1`
}

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** The key of a service, read when it is needed and kept nowhere. Undefined when it needs none. */
export async function readKey(
  { name, api_key_env, api_key_file }: Provider,
  env: { [name: string]: string | undefined },
): Promise<string | undefined> {
  const key = (api_key_env && env[api_key_env]) || (api_key_file && keyIn(api_key_file))
  if (key) return key
  if (!api_key_env && !api_key_file) return undefined
  throw new Fault('INVALID_INPUT', `There is no key for the model provider ${name}.`, {
    hint: api_key_env ? `Set ${api_key_env}.` : `Put the key into the file that models.providers.${name} names.`,
  })
}

function keyIn(file: string): string {
  const unreadable = new Fault('INVALID_INPUT', 'The file with the key of the model provider cannot be used.', {
    details: { file },
    hint: 'It must exist and be readable by you alone: chmod 600.',
  })
  try {
    // On Windows the mode says nothing about who may read.
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) throw unreadable
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw unreadable
  }
}
