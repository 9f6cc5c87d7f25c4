import type { TurnSpec } from '../turns/turn.ts'
import type { ChatRequest } from './request.ts'

/** The shape of the object a request asks for. */
export async function expectedAnswer({ responseSchema }: ChatRequest): Promise<TurnSpec['answer']> {
  return responseSchema && { name: 'response', schema: responseSchema }
}
