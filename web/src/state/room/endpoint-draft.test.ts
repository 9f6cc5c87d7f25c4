import { expect, it } from 'vitest'
import { changeOf, draftOf } from './endpoint-draft.ts'

it('empty fields of an endpoint are removed, and typed numbers are sent as numbers', () => {
  const draft = draftOf(null)
  expect(
    changeOf({ ...draft, provider: 'ollama', model: ' small ', numbers: { ...draft.numbers, topP: '0.5' } }),
  ).toEqual({
    provider: 'ollama',
    baseUrl: null,
    apiKeyRef: null,
    model: 'small',
    temperature: null,
    topP: 0.5,
    maxOutputTokens: null,
    timeoutMs: null,
    maxRetries: null,
  })
})

it('the built-in responder has no address, key or model', () => {
  const draft = { ...draftOf(null), baseUrl: 'http://127.0.0.1:9', keyRef: 'openai:k1', model: 'large' }
  expect(changeOf(draft)).toEqual({ provider: 'builtin', baseUrl: null, apiKeyRef: null, model: null })
})
