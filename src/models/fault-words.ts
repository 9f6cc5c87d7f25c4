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

/** Why a model service gave no answer, in words of ours: what a service says may repeat what it was sent. */
export const modelFaultWords: { readonly [code in ModelFaultCode]: string } = {
  provider_unreachable: 'The model service cannot be reached.',
  provider_timeout: 'The model service did not answer in time.',
  provider_rate_limited: 'The model service asks to be called less often.',
  provider_server_error: 'The model service failed.',
  provider_auth: 'The model service did not accept the key.',
  provider_bad_request: 'The model service did not accept the request.',
  provider_empty: 'The model answered without any text.',
  model_missing: 'The model service does not have that model.',
}
