import { z } from 'zod'
import { jsonIn, withoutUndefined } from '../kernel/json.ts'
import { canonical } from '../receipts/canonical.ts'
import { type ChatModel, type ChatReply, type ChatRequest, ModelFault } from './chat.ts'
import type { Provider } from './providers.ts'
import { callService, readText, type ServiceModelOptions, serviceModel } from './service.ts'

const version = '2023-06-01'

/** The protocol has no answer without a limit. */
const defaultOutputTokens = 1200

/** A model behind the messages protocol: a schema becomes the one tool it must call, whose input is the answer. */
export function anthropicModel(options: ServiceModelOptions): ChatModel {
  const { provider, model, key } = options
  return serviceModel(options, (reach, request, withSchema) => {
    const call = {
      url: `${provider.base}/messages`,
      headers: anthropicHeaders(provider, key),
      body: bodyOf(model, request, withSchema),
      signal: request.signal,
    }
    return callService(reach, call, async response => replyIn(jsonIn((await readText(response)) ?? ''), model))
  })
}

export function anthropicHeaders({ headers }: Provider, key: string | undefined): { [name: string]: string } {
  return { ...headers, 'anthropic-version': version, ...(key && { 'x-api-key': key }) }
}

function bodyOf(
  model: string,
  { messages, schema, maxOutputTokens, temperature, topP, topK }: ChatRequest,
  structured: boolean,
) {
  const system = messages.filter(({ role, content }) => role === 'system' && content !== '')
  return {
    model,
    max_tokens: maxOutputTokens ?? defaultOutputTokens,
    ...(system.length > 0 && { system: system.map(({ content }) => content).join('\n\n') }),
    messages: messages.filter(({ role }) => role !== 'system'),
    // This protocol goes no further than 1.
    ...withoutUndefined({ temperature: temperature && Math.min(temperature, 1), top_p: topP, top_k: topK }),
    ...(schema &&
      structured && {
        tools: [{ name: envelope, description: 'The answer.', input_schema: schema.schema }],
        tool_choice: { type: 'tool', name: envelope },
      }),
  }
}

const envelope = 'envelope'

const Message = z.object({
  model: z.string().optional(),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional(), input: z.unknown().optional() })),
  stop_reason: z.string().nullish(),
  usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }).nullish(),
})

function replyIn(message: unknown, asked: string): ChatReply {
  const parsed = Message.safeParse(message)
  if (!parsed.success) throw new ModelFault('provider_bad_request')
  const { content, stop_reason, usage, model } = parsed.data
  // Only what was said counts; blocks of reasoning are dropped.
  const text = content
    .map(block => (block.type === 'text' ? (block.text ?? '') : block.type === 'tool_use' ? asText(block.input) : ''))
    .join('')
  if (text.trim() === '') throw new ModelFault('provider_empty')
  return {
    text,
    finish: stop_reason === 'max_tokens' ? 'length' : stop_reason === 'refusal' ? 'filter' : 'stop',
    usage: usage ? { input: usage.input_tokens, output: usage.output_tokens } : null,
    model: model ?? asked,
  }
}

/** The same input is the same text, whatever order the service keeps. */
function asText(input: unknown): string {
  return typeof input === 'object' && input !== null ? canonical(input) : ''
}
