import { expect, it } from 'vitest'
import { anthropicModel } from '../../src/models/anthropic.ts'
import { findProvider } from '../../src/models/providers.ts'
import { messagesService, said } from './messages-service.ts'

const key = ['sk', 'ant', 'x'.repeat(24)].join('-')
const messages = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Hello.' },
] as const

async function service(reply: (nth: number) => { status?: number; body: object }) {
  const { url, asked } = await messagesService((_, nth) => reply(nth))
  const provider = findProvider('anthropic', { anthropic: { base_url: url } })
  if (!provider) throw new Error('The provider is not known.')
  return { asked, model: anthropicModel({ provider, model: 'claude', key, maxRetries: 1 }) }
}

it('the model of Anthropic asks with key, version, system text and always a limit, and takes only what was said', async () => {
  const { asked, model } = await service(() =>
    said([
      { type: 'thinking', thinking: 'hidden' },
      { type: 'text', text: 'Hi.' },
    ]),
  )
  expect(await model.chat({ messages, temperature: 0.2 })).toEqual({
    text: 'Hi.',
    finish: 'stop',
    usage: { input: 9, output: 3 },
    model: 'claude-1',
  })
  expect(asked).toMatchObject([
    {
      path: '/v1/messages',
      headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
      body: { model: 'claude', max_tokens: 1200, system: 'Be brief.', temperature: 0.2, messages: [messages[1]] },
    },
  ])
})

it('the model of Anthropic turns a schema into the one tool that must be called, and its input into canonical text', async () => {
  const { asked, model } = await service(() =>
    said(
      [{ type: 'tool_use', id: 't', name: 'envelope', input: { nonce: 'n', args: { b: 1, a: 'é' }, tool: 'x' } }],
      'tool_use',
    ),
  )
  const schema = { name: 'tool_call_envelope', schema: { type: 'object' } }
  expect((await model.chat({ messages, schema })).text).toBe('{"args":{"a":"é","b":1},"nonce":"n","tool":"x"}')
  expect(asked[0]?.body).toMatchObject({
    tools: [{ name: 'envelope', input_schema: { type: 'object' } }],
    tool_choice: { type: 'tool', name: 'envelope' },
  })
})

it.each([
  [401, 'provider_auth', 1],
  [429, 'provider_rate_limited', 2],
  [529, 'provider_server_error', 2],
  [400, 'provider_bad_request', 1],
  [404, 'model_missing', 1],
])('the model of Anthropic answers HTTP %i with %s after %i calls', async (status, code, calls) => {
  const { asked, model } = await service(() => ({
    status,
    body: { type: 'error', error: { type: 'x', message: key } },
  }))
  await expect(model.chat({ messages })).rejects.toMatchObject({ code, message: expect.not.stringContaining(key) })
  expect(asked).toHaveLength(calls)
})

it('the model of Anthropic says how an answer ended that was cut or refused', async () => {
  const { model } = await service(nth => said([{ type: 'text', text: 'So far' }], nth === 1 ? 'max_tokens' : 'refusal'))
  expect((await model.chat({ messages })).finish).toBe('length')
  expect((await model.chat({ messages })).finish).toBe('filter')
})

it('the model of Anthropic is asked without the tool when its service refuses one, then and later', async () => {
  const { asked, model } = await service(nth =>
    nth === 1 ? { status: 400, body: { type: 'error' } } : said([{ type: 'text', text: 'plain' }]),
  )
  const schema = { name: 'tool_call_envelope', schema: { type: 'object' } }
  expect((await model.chat({ messages, schema })).text).toBe('plain')
  await model.chat({ messages, schema })
  expect(asked.map(({ body }) => body.tools !== undefined)).toEqual([true, false, false])
})

it('the model of Anthropic sends what it knows of sampling and no more than it allows', async () => {
  const { asked, model } = await service(() => said([{ type: 'text', text: 'Hi.' }]))
  await model.chat({ messages, temperature: 1.4, topK: 40, minP: 0.1, repeatPenalty: 1.1 })
  expect(asked[0]?.body).toMatchObject({ temperature: 1, top_k: 40 })
  expect(Object.keys(asked[0]?.body ?? {}).filter(name => /min|repe/.test(name))).toEqual([])
})
