import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { type ChatModel, type ChatReply, type ChatRequest, ModelFault, type ModelFaultCode } from './chat.ts'
import type { Provider } from './providers.ts'

export interface OpenAiOptions {
  provider: Provider
  model: string
  key: string | undefined
  /** Of one call to the service. */
  timeoutMs?: number
  maxRetries?: number
  fetch?: typeof globalThis.fetch
}

/** A model behind a service that speaks the OpenAI chat protocol. */
export function openAiModel({
  provider,
  model,
  key,
  timeoutMs = 120_000,
  maxRetries = 2,
  fetch = globalThis.fetch,
}: OpenAiOptions): ChatModel {
  // A service that refused a schema once is not offered one again.
  let structured = true
  return {
    name: `${provider.name}/${model}`,
    local: provider.local,
    chat: request => retrying(maxRetries, request.signal, () => structuredOrPlain(request)),
  }

  async function structuredOrPlain(request: ChatRequest): Promise<ChatReply> {
    if (!request.schema || !structured) return once(bodyOf(model, request, false), request.signal)
    try {
      return await once(bodyOf(model, request, true), request.signal)
    } catch (error) {
      if (!(error instanceof ModelFault) || error.code !== 'provider_bad_request') throw error
      const reply = await once(bodyOf(model, request, false), request.signal)
      structured = false
      return reply
    }
  }

  async function once(body: object, signal: AbortSignal | undefined): Promise<ChatReply> {
    const limit = AbortSignal.timeout(timeoutMs)
    const response = await answered(signal, limit, () =>
      fetch(`${provider.base}/chat/completions`, {
        method: 'POST',
        headers: {
          ...provider.headers,
          'content-type': 'application/json',
          ...(key && { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        redirect: 'error',
      }),
    )
    const text = await answered(signal, limit, () => response.text())
    if (!response.ok) throw refusalOf(response, text)
    return replyIn(text, model)
  }
}

async function answered<T>(signal: AbortSignal | undefined, limit: AbortSignal, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch {
    signal?.throwIfAborted()
    throw new ModelFault(limit.aborted ? 'provider_timeout' : 'provider_unreachable')
  }
}

function bodyOf(model: string, { messages, schema, maxOutputTokens, temperature }: ChatRequest, structured: boolean) {
  return {
    model,
    messages,
    stream: false,
    ...(maxOutputTokens !== undefined && { max_tokens: maxOutputTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(schema &&
      structured && {
        response_format: {
          type: 'json_schema',
          json_schema: { name: schema.name, schema: schema.schema, strict: schema.strict ?? false },
        },
      }),
  }
}

function refusalOf({ status, headers }: Response, text: string): ModelFault {
  if (status === 401 || status === 403) return new ModelFault('provider_auth')
  if (status === 429) return new ModelFault('provider_rate_limited', retryAfter(headers.get('retry-after')))
  if (status >= 500) return new ModelFault('provider_server_error')
  return new ModelFault(
    status === 404 || /model[^"]{0,40}not[ _]found/i.test(text) ? 'model_missing' : 'provider_bad_request',
  )
}

function retryAfter(header: string | null): number | undefined {
  const seconds = Number(header)
  return header && Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 30) * 1000 : undefined
}

const Completion = z.object({
  model: z.string().optional(),
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish(),
})

function replyIn(text: string, asked: string): ChatReply {
  const parsed = Completion.safeParse(jsonIn(text))
  const [choice] = parsed.data?.choices ?? []
  // Some services answer 200 with an error in the body.
  if (!parsed.success || !choice) throw new ModelFault('provider_bad_request')
  const content = choice.message.content ?? ''
  if (content.trim() === '') throw new ModelFault('provider_empty')
  const { usage, model } = parsed.data
  return {
    text: content,
    finish:
      choice.finish_reason === 'length' ? 'length' : choice.finish_reason === 'content_filter' ? 'filter' : 'stop',
    usage: usage ? { input: usage.prompt_tokens, output: usage.completion_tokens } : null,
    model: model ?? asked,
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const mostTries: { [code in ModelFaultCode]: number } = {
  provider_unreachable: Number.POSITIVE_INFINITY,
  provider_rate_limited: Number.POSITIVE_INFINITY,
  provider_server_error: Number.POSITIVE_INFINITY,
  provider_timeout: 1,
  provider_empty: 1,
  provider_auth: 0,
  provider_bad_request: 0,
  model_missing: 0,
}

async function retrying<T>(most: number, signal: AbortSignal | undefined, ask: () => Promise<T>): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ModelFault) || tried >= Math.min(most, mostTries[error.code])) throw error
      const pause = error.retryAfterMs ?? 350 * 2 ** tried + Math.random() * 220
      await setTimeout(pause, undefined, { signal })
    }
  }
}
