import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { withLock } from '../../files/lock.ts'
import { ownValue } from '../../kernel/json.ts'
import { type JsonStore, jsonStoreIn } from '../store/json-store.ts'

const structuredForms = ['auto', 'schema-paired', 'schema-flat', 'object', 'tool', 'none'] as const

/** Where an agent's replies come from. Never a key, only what names one. */
export const Endpoint = z.looseObject({
  provider: z.string().max(40),
  model: z.string().max(200).optional(),
  baseUrl: z.url().optional(),
  apiKeyRef: z
    .string()
    .regex(/^(env:[A-Za-z_][A-Za-z0-9_]*|[a-z0-9-]+:[A-Za-z0-9_-]+)$/)
    .optional()
    .describe('env:NAME, or <provider>:<id> of a stored key; never the key itself'),
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().min(0).max(1).optional(),
  topK: z.int().min(0).optional(),
  minP: z.number().min(0).max(1).optional(),
  repeatPenalty: z.number().min(0).max(3).optional(),
  maxOutputTokens: z.int().min(1).max(100_000).default(1200),
  timeoutMs: z.int().min(1000).max(600_000).default(120_000),
  maxRetries: z.int().min(0).max(6).default(2),
  useProviderDefaults: z.boolean().default(false),
  structured: z.enum(structuredForms).default('auto'),
})
export type Endpoint = z.output<typeof Endpoint>

/** The endpoints of a room's agents. */
export interface Endpoints {
  /** Endpoints in use: written by this Daybook, or confirmed by its owner. */
  agents: { readonly [agentId: string]: Endpoint }
  /** Endpoints that came with the folder. Nothing is sent to them before the owner confirms them. */
  found: { readonly [agentId: string]: Endpoint }
}

interface EndpointPlace {
  /** `<workspace>/.control-room`. */
  control: string
  /** The home folder of the program. */
  home: string
  project: string
}

/**
 * A person who can write into a workspace, by a commit for example, must not decide where this machine sends texts and keys.
 * So the folder keeps the endpoints, and DAYBOOK_HOME keeps where each may lead and which key is sent with it.
 */
export function endpointStore({ control, home, project }: EndpointPlace): JsonStore<Endpoints> {
  const folder = jsonStoreIn(control, 'agents/agent-endpoints.json', EndpointFile, { version: 1, agents: {} })
  const confirmed = jsonStoreIn(home, 'endpoints.json', ConfirmedFile, { version: 1, projects: {} })

  async function read(): Promise<Endpoints> {
    const { agents } = await folder.read()
    return splitByConfirmation(ownValue((await confirmed.read()).projects, project) ?? {}, agents)
  }

  return {
    read,
    change: work =>
      withLock(join(control, 'locks', 'endpoints.lock'), 'named', waitMs, async () => {
        const before = await read()
        const done = work(before)
        if (!('next' in done)) return done.result
        const { agents, found } = done.next
        await confirmed.change(file => {
          const next = { ...file, projects: { ...file.projects, [project]: destinationsOf(agents) } }
          return isDeepStrictEqual(next, file) ? { result: null } : { next, result: null }
        })
        await folder.change(file => {
          const written = Object.entries(agents).map(([id, { apiKeyRef: _, ...rest }]) => [id, rest] as const)
          return { next: { ...file, agents: { ...found, ...Object.fromEntries(written) } }, result: null }
        })
        return done.result
      }),
  }
}

export const builtinProvider = 'builtin'
export const scriptedProvider = 'scripted'

/** An agent without an endpoint uses the built-in responder. */
export function endpointOf({ agents }: Pick<Endpoints, 'agents'>, agentId: string): Endpoint | undefined {
  return ownValue(agents, agentId)
}

/** The endpoint that the owner has not confirmed yet. */
export function foundEndpointOf({ found }: Pick<Endpoints, 'found'>, agentId: string): Endpoint | undefined {
  return ownValue(found, agentId)
}

/** Where an endpoint leads, and which key goes there. */
export type Destination = Pick<Endpoint, 'provider' | 'baseUrl' | 'apiKeyRef'>

const waitMs = 30_000

const EndpointFile = z.looseObject({ version: z.literal(1), agents: z.record(z.string(), Endpoint) })
type EndpointFile = z.output<typeof EndpointFile>

const ConfirmedFile = z.looseObject({
  version: z.literal(1),
  projects: z.record(
    z.string(),
    z.record(z.string(), Endpoint.pick({ provider: true, baseUrl: true, apiKeyRef: true })),
  ),
})

function splitByConfirmation(
  confirmed: { [agentId: string]: Destination },
  written: EndpointFile['agents'],
): Endpoints {
  const all = Object.entries(written).map(([id, endpoint]) => {
    const inUse = confirmedAs(ownValue(confirmed, id), endpoint)
    return { id, endpoint: inUse ?? endpoint, isFound: inUse === undefined }
  })
  const those = (wanted: boolean) =>
    Object.fromEntries(all.filter(({ isFound }) => isFound === wanted).map(({ id, endpoint }) => [id, endpoint]))
  return { agents: those(false), found: those(true) }
}

/** With the key of the confirmation, whatever the folder names. */
function confirmedAs(
  destination: Destination | undefined,
  { apiKeyRef: _, ...written }: Endpoint,
): Endpoint | undefined {
  if (isLocal(written.provider)) return written
  if (destination?.provider !== written.provider || destination.baseUrl !== written.baseUrl) return undefined
  return { ...written, ...(destination.apiKeyRef !== undefined && { apiKeyRef: destination.apiKeyRef }) }
}

function destinationsOf(agents: Endpoints['agents']): { [agentId: string]: Destination } {
  const sending = Object.entries(agents).filter(([, { provider }]) => !isLocal(provider))
  return Object.fromEntries(
    sending.map(([id, { provider, baseUrl, apiKeyRef }]) => [
      id,
      { provider, ...(baseUrl !== undefined && { baseUrl }), ...(apiKeyRef !== undefined && { apiKeyRef }) },
    ]),
  )
}

/** They answer within this process and send nothing anywhere. */
function isLocal(provider: string): boolean {
  return provider === builtinProvider || provider === scriptedProvider
}
