import { expect, it } from 'vitest'
import { changeOf, draftOf } from './endpoint-draft.ts'

it('takes away what is left empty, and keeps what is typed as numbers', () => {
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

it('leaves the built-in responder without address, key and model', () => {
  const draft = { ...draftOf(null), baseUrl: 'http://127.0.0.1:9', keyRef: 'openai:k1', model: 'large' }
  expect(changeOf(draft)).toEqual({ provider: 'builtin', baseUrl: null, apiKeyRef: null, model: null })
})
