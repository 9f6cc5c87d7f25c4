import { z } from 'zod'
import { jsonIn, withoutUndefined } from '../kernel/json.ts'
import { type AnswerSchema, type ChatModel, type ChatReply, type ChatRequest, ModelFault } from './chat.ts'
import type { Provider } from './providers.ts'
import { callService, eventData, maxAnswerBytes, readText, type ServiceModelOptions, serviceModel } from './service.ts'

/** A model behind a service that speaks the OpenAI chat protocol. */
export function openAiModel(options: ServiceModelOptions): ChatModel {
  const { provider, model, key } = options
  return serviceModel(options, (reach, request, withSchema) => {
    const progress = asTool(request, withSchema) ? undefined : request.progress
    const call = {
      url: `${provider.base}/chat/completions`,
      headers: openAiHeaders(provider, key),
      body: bodyOf(provider.name, model, { ...request, progress }, withSchema),
      signal: request.signal,
    }
    return callService(reach, call, async response => {
      const streamed = response.headers.get('content-type')?.startsWith('text/event-stream')
      const completion =
        progress && streamed ? await collectStream(response, progress) : jsonIn((await readText(response)) ?? '')
      return replyIn(completion, model)
    })
  })
}

export function openAiHeaders({ headers }: Provider, key: string | undefined): { [name: string]: string } {
  return { ...headers, ...(key && { authorization: `Bearer ${key}` }) }
}

/** The pieces of a tool call are not put together here, so such a reply comes in one. */
function asTool({ schema }: ChatRequest, withSchema: boolean): boolean {
  return withSchema && schema?.form === 'tool'
}

function bodyOf(
  provider: string,
  model: string,
  {
    messages,
    schema,
    progress,
    ...rest
  }: Omit<ChatRequest, 'progress'> & { progress: ChatRequest['progress'] | undefined },
  structured: boolean,
) {
  return {
    model,
    messages,
    stream: progress !== undefined,
    ...(progress && { stream_options: { include_usage: true } }),
    ...samplingOf(provider, rest),
    ...(schema && structured && formatOf(schema)),
  }
}

function samplingOf(
  provider: string,
  { maxOutputTokens, temperature, topP, topK, minP, repeatPenalty }: Omit<ChatRequest, 'messages'>,
) {
  const penalty = provider === 'openrouter' ? 'repetition_penalty' : 'repeat_penalty'
  return withoutUndefined({
    max_tokens: maxOutputTokens,
    temperature,
    top_p: topP,
    // The vendor's own service knows none of these and refuses requests that name them.
    ...(provider !== 'openai' && { top_k: topK, min_p: minP, [penalty]: repeatPenalty }),
  })
}

function formatOf({ name, schema, strict = false, form }: AnswerSchema): object {
  if (form === 'object') return { response_format: { type: 'json_object' } }
  if (form !== 'tool') return { response_format: { type: 'json_schema', json_schema: { name, schema, strict } } }
  return {
    tools: [{ type: 'function', function: { name: 'envelope', description: 'The answer.', parameters: schema } }],
    tool_choice: { type: 'function', function: { name: 'envelope' } },
  }
}

const Usage = z.object({ prompt_tokens: z.number(), completion_tokens: z.number() })

const Completion = z.object({
  model: z.string().optional(),
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          tool_calls: z.array(z.object({ function: z.object({ arguments: z.string() }) })).nullish(),
        }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: Usage.nullish(),
})

const Chunk = z.object({
  model: z.string().optional(),
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish() }).optional(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
  usage: Usage.nullish(),
})

/** A streamed answer as the one object it would have been otherwise. */
async function collectStream(
  response: Response,
  progress: (bytes: number) => void,
): Promise<z.input<typeof Completion>> {
  let content = ''
  let bytes = 0
  const whole: { finish_reason?: string; model?: string; usage?: z.output<typeof Usage> } = {}
  for await (const data of eventData(response)) {
    if (data === '[DONE]') break
    const chunk = Chunk.safeParse(jsonIn(data))
    // Some services send an error as an event of a stream that began well.
    if (!chunk.success || bytes > maxAnswerBytes) throw new ModelFault('provider_bad_request')
    const { choices, usage, model } = chunk.data
    const said = choices[0]?.delta?.content ?? ''
    content += said
    bytes += Buffer.byteLength(said)
    if (said) progress(bytes)
    if (model) whole.model = model
    if (usage) whole.usage = usage
    if (choices[0]?.finish_reason) whole.finish_reason = choices[0].finish_reason
  }
  const { finish_reason, ...rest } = whole
  return { ...rest, choices: [{ message: { content }, finish_reason }] }
}

function replyIn(completion: unknown, asked: string): ChatReply {
  const parsed = Completion.safeParse(completion)
  const [choice] = parsed.data?.choices ?? []
  // Some services answer 200 with an error in the body.
  if (!parsed.success || !choice) throw new ModelFault('provider_bad_request')
  const content = choice.message.tool_calls?.[0]?.function.arguments ?? choice.message.content ?? ''
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
