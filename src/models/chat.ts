/** One language model behind whatever protocol its service speaks. */
export interface ChatModel {
  /** `<provider>/<model>`. */
  name: string
  /** It runs on this machine: nothing that is sent to it leaves. */
  local: boolean
  chat(request: ChatRequest): Promise<ChatReply>
}

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

export interface ChatRequest {
  messages: readonly ChatMessage[]
  /** The shape of the answer, for services that can hold the model to it; others are only told by the messages. */
  schema?: AnswerSchema
  maxOutputTokens?: number
  temperature?: number
  topP?: number
  topK?: number
  minP?: number
  repeatPenalty?: number
  /** Told how many bytes have come so far, where the service can say; the text itself only comes whole. */
  progress?: (bytes: number) => void
  signal?: AbortSignal
}

export interface AnswerSchema {
  name: string
  schema: object
  strict?: boolean
  /** How a service of the OpenAI protocol is told: by the schema, by asking for any object, or as a forced tool. */
  form?: 'schema' | 'object' | 'tool'
}

export interface ChatReply {
  text: string
  finish: 'stop' | 'length' | 'filter'
  /** Null where the service does not say. */
  usage: { input: number; output: number } | null
  /** As the service names what answered. */
  model: string
}

export const modelFaultCodes = [
  'provider_unreachable',
  'provider_timeout',
  'provider_rate_limited',
  'provider_server_error',
  'provider_auth',
  'provider_bad_request',
  'provider_empty',
  'model_missing',
] as const
export type ModelFaultCode = (typeof modelFaultCodes)[number]

/** A call that brought no answer. The message is ours: what a service says may repeat what it was sent. */
export class ModelFault extends Error {
  override readonly name = 'ModelFault'

  constructor(
    readonly code: ModelFaultCode,
    /** How long the service asked to be left alone. */
    readonly retryAfterMs?: number,
    /** Of the response, where there was one. */
    readonly status?: number,
  ) {
    super(words[code])
  }
}

const words: { [code in ModelFaultCode]: string } = {
  provider_unreachable: 'The model service cannot be reached.',
  provider_timeout: 'The model service did not answer in time.',
  provider_rate_limited: 'The model service asks to be called less often.',
  provider_server_error: 'The model service failed.',
  provider_auth: 'The model service did not accept the key.',
  provider_bad_request: 'The model service did not accept the request.',
  provider_empty: 'The model answered without any text.',
  model_missing: 'The model service does not have that model.',
}
