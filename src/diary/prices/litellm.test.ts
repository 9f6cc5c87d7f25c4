import { expect, it } from 'vitest'
import { pricesFromLiteLlm } from './litellm.ts'

it('prices of LiteLLM are read as dollars per token, by kind, length of the prompt and speed', () => {
  const models = pricesFromLiteLlm({
    sample_spec: { input_cost_per_token: 0, output_cost_per_token: 0 },
    'm-large': {
      input_cost_per_token: 3e-6,
      output_cost_per_token: 1.5e-5,
      cache_read_input_token_cost: 3e-7,
      cache_creation_input_token_cost: 3.75e-6,
      cache_creation_input_token_cost_above_1hr: 6e-6,
      input_cost_per_token_above_200k_tokens: 6e-6,
      output_cost_per_token_above_200k_tokens: 2.25e-5,
      provider_specific_entry: { fast: 6 },
      mode: 'chat',
    },
    painter: { output_cost_per_image: 0.04 },
    'm-odd': {
      input_cost_per_token: 1e-6,
      output_cost_per_token: 1e-6,
      input_cost_per_token_above_77k_tokens: 2e-6,
      output_cost_per_token_above_77k_tokens: 2e-6,
    },
  })
  expect(models).toEqual({
    'm-large': {
      input: 3,
      output: 15,
      cache_read: 0.3,
      cache_write: 3.75,
      cache_write_1h: 6,
      fast: 6,
      long: [{ above: 200_000, input: 6, output: 22.5 }],
    },
  })
})

it('what is not a price list is refused', () => {
  expect(pricesFromLiteLlm([])).toBeNull()
  expect(pricesFromLiteLlm({ version: '1', models: [] })).toBeNull()
  expect(pricesFromLiteLlm({ m: { input_cost_per_token: -1, output_cost_per_token: 1e-6 } })).toBeNull()
  expect(pricesFromLiteLlm({ m: { input_cost_per_token: 3, output_cost_per_token: 15 } })).toBeNull()
})
