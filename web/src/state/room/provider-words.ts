import type { ModelFaultCode } from '../../../../src/models/fault-words.ts'

export function providerName(provider: string): string {
  return names[provider] ?? provider
}

/** Why a service did not answer, and what to do about it. */
export function modelFaultWords(code: string): string {
  return faults.get(code) ?? 'The service did not answer as expected.'
}

const names: { readonly [provider: string]: string } = {
  builtin: 'Built-in responder (no model)',
  scripted: 'Scripted replies',
  lmstudio: 'LM Studio',
  ollama: 'Ollama',
  llamacpp: 'llama.cpp',
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  openrouter: 'OpenRouter',
  custom: 'Another service',
}

const faultWords: { readonly [code in ModelFaultCode]: string } = {
  provider_unreachable: 'It cannot be reached. Check the address and whether the service is running.',
  provider_timeout: 'It did not answer in time. Try again, or give it more time below.',
  provider_rate_limited: 'It is limiting the request rate. Wait a moment.',
  provider_server_error: 'It failed on its side. Try again.',
  provider_auth: 'It did not accept the key. Choose or store another one.',
  provider_bad_request: 'It rejected the request. Try another model.',
  provider_empty: 'The model returned no text. Try another model.',
  model_missing: 'It does not have that model. List the models and choose one.',
}
const faults = new Map<string, string>(Object.entries(faultWords))
