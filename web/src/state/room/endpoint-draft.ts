import type { Endpoint } from '../../../../src/room/agents/endpoints.ts'
import type { Input } from '../../operations.ts'

/** An endpoint being edited: an empty field is not set. */
export interface EndpointDraft {
  provider: string
  baseUrl: string
  keyRef: string
  model: string
  numbers: { [name in LimitName]: string }
}

export const limitNames = ['temperature', 'topP', 'maxOutputTokens', 'timeoutMs', 'maxRetries'] as const
export type LimitName = (typeof limitNames)[number]

/** Those that call no service have no address, key or model. */
export function isHosted(provider: string): boolean {
  return provider !== 'builtin' && provider !== 'scripted'
}

export function draftOf(endpoint: Endpoint | null): EndpointDraft {
  const { provider = 'builtin', baseUrl = '', apiKeyRef = '', model = '' } = endpoint ?? {}
  const number = (name: LimitName) => (endpoint?.[name] === undefined ? '' : String(endpoint[name]))
  return {
    provider,
    baseUrl,
    keyRef: apiKeyRef,
    model,
    numbers: {
      temperature: number('temperature'),
      topP: number('topP'),
      maxOutputTokens: number('maxOutputTokens'),
      timeoutMs: number('timeoutMs'),
      maxRetries: number('maxRetries'),
    },
  }
}

/** The endpoint as it is sent: every field, null for those to be removed. */
export function changeOf(draft: EndpointDraft): Omit<Input<'room_endpoint_update'>, 'id'> {
  const { provider, baseUrl, keyRef, model, numbers } = draft
  if (!isHosted(provider)) return { provider, baseUrl: null, apiKeyRef: null, model: null }
  const number = (name: LimitName) => (numbers[name].trim() === '' ? null : Number(numbers[name]))
  return {
    provider,
    baseUrl: baseUrl.trim() || null,
    apiKeyRef: keyRef.trim() || null,
    model: model.trim() || null,
    temperature: number('temperature'),
    topP: number('topP'),
    maxOutputTokens: number('maxOutputTokens'),
    timeoutMs: number('timeoutMs'),
    maxRetries: number('maxRetries'),
  }
}
