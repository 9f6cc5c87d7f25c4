import type { AnswerSchema } from '../../models/chat.ts'
import type { Endpoint } from '../agents/endpoints.ts'
import type { SchemaProfile } from '../protocol/response-schema.ts'

/** How a model is held to the shape of an answer. */
export type AnswerForm = Exclude<Endpoint['structured'], 'auto'>

/** As the endpoint says, else as its provider is known to take it best. */
export function answerFormOf(
  { provider, structured }: Pick<Endpoint, 'provider' | 'structured'>,
  wire: string,
): AnswerForm {
  // This protocol knows one way only.
  if (wire === 'anthropic') return structured === 'none' ? 'none' : 'tool'
  if (structured !== 'auto') return structured
  return provider === 'openai' ? 'schema-flat' : 'schema-paired'
}

export function schemaProfileOf(form: AnswerForm): SchemaProfile | null {
  if (form === 'none') return null
  return form === 'schema-flat' ? 'flat' : 'paired'
}

/** What the service is sent for a schema that was asked for. */
export function toSentSchema(schema: AnswerSchema, form: AnswerForm): AnswerSchema | undefined {
  if (form === 'none') return undefined
  return { ...schema, form: form === 'tool' || form === 'object' ? form : 'schema' }
}
