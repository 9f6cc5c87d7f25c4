import { setTimeout } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import { type ChatModel, type ChatReply, type ChatRequest, ModelFault } from './chat.ts'
import { baseUrlProblem, checkedFetch, type ServiceFetch } from './checked-fetch.ts'
import type { ModelFaultCode } from './fault-words.ts'
import type { Provider } from './providers.ts'

/** How a service is reached, whatever protocol it speaks. */
interface Reach {
  /** The timeout of one call. */
  timeoutMs: number
  maxRetries: number
  fetch: ServiceFetch
}

interface ServiceCall {
  url: string
  headers: { [name: string]: string }
  /** Absent: the address is only read. */
  body?: object
  signal: AbortSignal | undefined
}

/** Calls once and hands the response to `read`; everything that goes wrong on the way is a ModelFault. */
export async function callService<T>(
  { timeoutMs, fetch }: Omit<Reach, 'maxRetries'>,
  { url, headers, body, signal }: ServiceCall,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    if (baseUrlProblem(url) !== undefined) throw new ModelFault('provider_bad_request')
    const response = await fetch(url, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    if (!response.ok) throw refusalOf(response, (await readText(response)) ?? '')
    return await read(response)
  } catch (error) {
    if (error instanceof ModelFault) throw error
    signal?.throwIfAborted()
    throw new ModelFault(limit.aborted ? 'provider_timeout' : 'provider_unreachable')
  }
}

/** Asks again where that can help; a call that was withdrawn is not repeated. */
async function withRetries<T>(maxRetries: number, signal: AbortSignal | undefined, ask: () => Promise<T>): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ModelFault) || tried >= Math.min(maxRetries, retriesByCode[error.code])) throw error
      const pause = error.retryAfterMs ?? 350 * 2 ** tried + Math.random() * 220
      await setTimeout(pause, undefined, { signal })
    }
  }
}

/** Whether a service refused a schema. Calls that share it learn from each other. */
export interface SchemaMemory {
  refused: boolean
}

/** Asks with the schema, or, when the service turns out not to take one, once more without it, then and later. */
async function retryWithoutSchema<T>(
  memory: SchemaMemory,
  wanted: boolean,
  ask: (withSchema: boolean) => Promise<T>,
): Promise<T> {
  if (!wanted || memory.refused) return ask(false)
  try {
    return await ask(true)
  } catch (error) {
    if (!refusedAsSent(error)) throw error
    memory.refused = true
    try {
      return await ask(false)
    } catch (again) {
      // What it did not like was something else.
      if (refusedAsSent(again)) memory.refused = false
      throw again
    }
  }
}

function refusedAsSent(error: unknown): boolean {
  return error instanceof ModelFault && error.code === 'provider_bad_request' && [400, 422].includes(error.status ?? 0)
}

function refusalOf({ status, headers }: Response, text: string): ModelFault {
  if (status === 401 || status === 403) return new ModelFault('provider_auth')
  if (status === 429) return new ModelFault('provider_rate_limited', retryAfter(headers.get('retry-after')))
  if (status >= 500) return new ModelFault('provider_server_error')
  return new ModelFault(
    status === 404 || /model[^"]{0,40}not[ _]found/i.test(text) ? 'model_missing' : 'provider_bad_request',
    undefined,
    status,
  )
}

function retryAfter(header: string | null): number | undefined {
  const seconds = Number(header)
  return header && Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 30) * 1000 : undefined
}

const retriesByCode: { [code in ModelFaultCode]: number } = {
  provider_unreachable: Number.POSITIVE_INFINITY,
  provider_rate_limited: Number.POSITIVE_INFINITY,
  provider_server_error: Number.POSITIVE_INFINITY,
  provider_timeout: 1,
  provider_empty: 1,
  provider_auth: 0,
  provider_bad_request: 0,
  model_missing: 0,
}

/** What both protocols are opened with. */
export interface ServiceModelOptions extends Partial<Reach> {
  provider: Provider
  model: string
  key: string | undefined
  memory?: SchemaMemory
}

/** A model behind a service: `once` sends one request, this retries it and leaves out a schema that was refused. */
export function serviceModel(
  {
    provider,
    model,
    timeoutMs = 120_000,
    maxRetries = 2,
    fetch = checkedFetch(),
    memory = { refused: false },
  }: ServiceModelOptions,
  once: (reach: Reach, request: ChatRequest, withSchema: boolean) => Promise<ChatReply>,
): ChatModel {
  const reach = { timeoutMs, maxRetries, fetch }
  return {
    name: `${provider.name}/${model}`,
    local: provider.local,
    chat: request =>
      withRetries(maxRetries, request.signal, () =>
        retryWithoutSchema(memory, request.schema !== undefined, withSchema => once(reach, request, withSchema)),
      ),
  }
}

/** The `data` of each event of a stream, as soon as it is whole. */
export async function* eventData(response: Response): AsyncGenerator<string> {
  if (!response.body) return
  const decoder = new TextDecoder()
  const whole: string[] = []
  const parser = createParser({ onEvent: ({ data }) => whole.push(data) })
  for await (const chunk of response.body) {
    parser.feed(decoder.decode(chunk, { stream: true }))
    yield* whole.splice(0)
  }
  // Some services end without the blank line that ends an event.
  parser.feed('\n\n')
  yield* whole
}

/** No answer of a model is longer than this many bytes. */
export const maxAnswerBytes = 8 * 1024 * 1024

/** The whole text of a response; undefined for one that is longer than any answer. */
export async function readText(response: Response): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  // Leaving the loop early hangs up.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxAnswerBytes) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
