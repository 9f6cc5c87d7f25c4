import { type ModelFaultCode, modelFaultWords } from './fault-words.ts'

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
  /** The shape of the answer, for services that can hold the model to it; others only get it in the messages. */
  schema?: AnswerSchema
  maxOutputTokens?: number
  temperature?: number
  topP?: number
  topK?: number
  minP?: number
  repeatPenalty?: number
  /** Called with how many bytes have come so far, where the service can say; the text itself only comes whole. */
  progress?: (bytes: number) => void
  signal?: AbortSignal
}

export interface AnswerSchema {
  name: string
  schema: object
  strict?: boolean
  /** How a service of the OpenAI protocol gets it: as the schema, by asking for any object, or as a forced tool. */
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

/** A call without an answer. The message is ours: what a service says may repeat what it was sent. */
export class ModelFault extends Error {
  override readonly name = 'ModelFault'

  constructor(
    readonly code: ModelFaultCode,
    /** How long the service asked to be left alone. */
    readonly retryAfterMs?: number,
    /** The HTTP status of the response, where there was one. */
    readonly status?: number,
  ) {
    super(modelFaultWords[code])
  }
}
