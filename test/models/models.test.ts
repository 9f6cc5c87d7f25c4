import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadSettings } from '../../src/config.ts'
import { detectLocal } from '../../src/models/list-models.ts'
import { openModel } from '../../src/models/open.ts'
import { openAiModel } from '../../src/models/openai.ts'
import { findProvider, parseModelName } from '../../src/models/providers.ts'
import { tempHome } from '../support/tempdir.ts'
import { type Reply, scriptedService } from './scripted-service.ts'

const key = ['sk', 'x'.repeat(24)].join('-')
const hello = [{ role: 'user', content: 'Hello.' }] as const
const schema = { name: 'answer', schema: { type: 'object', properties: { said: { type: 'string' } } } }

async function modelOn(
  answer: Reply | ((nth: number) => Reply),
  options: { timeoutMs?: number; maxRetries?: number } = {},
) {
  const service = await scriptedService((_, nth) => (typeof answer === 'function' ? answer(nth) : answer))
  const provider = findProvider('own', { own: { base_url: service.url, headers: { 'x-team': 'blue' } } })
  if (!provider) throw new Error('The provider is not known.')
  return { ...service, model: openAiModel({ provider, model: 'small', key, maxRetries: 1, ...options }) }
}

describe('a model behind the OpenAI protocol', () => {
  it('a model behind the OpenAI protocol is asked with its key and answers with text, usage and its own name', async () => {
    const { model, asked } = await modelOn({ text: 'Hi.', usage: { input: 7, output: 2 } })
    expect(await model.chat({ messages: hello, maxOutputTokens: 50, temperature: 0 })).toEqual({
      text: 'Hi.',
      finish: 'stop',
      usage: { input: 7, output: 2 },
      model: 'small-2026',
    })
    expect(asked).toMatchObject([
      {
        path: '/v1/chat/completions',
        headers: { authorization: `Bearer ${key}`, 'x-team': 'blue' },
        body: { model: 'small', messages: hello, max_tokens: 50, temperature: 0, stream: false },
      },
    ])
    expect(model).toMatchObject({ name: 'own/small', local: true })
  })

  it('a model behind the OpenAI protocol tells how much has come while it answers, and the text only when it is whole', async () => {
    const { model, asked } = await modelOn({ text: 'Grüße, 世界 👋 and more.', usage: { input: 7, output: 9 } })
    const told: number[] = []
    expect(await model.chat({ messages: hello, progress: bytes => told.push(bytes) })).toEqual({
      text: 'Grüße, 世界 👋 and more.',
      finish: 'stop',
      usage: { input: 7, output: 9 },
      model: 'small-2026',
    })
    expect(told.at(-1)).toBe(Buffer.byteLength('Grüße, 世界 👋 and more.'))
    expect(told).toEqual([...told].sort((a, b) => a - b))
    expect(asked[0]?.body).toMatchObject({ stream: true })
  })

  it('a model behind the OpenAI protocol takes a whole answer from a service that does not stream', async () => {
    const { model } = await modelOn({ raw: JSON.stringify({ choices: [{ message: { content: 'Whole.' } }] }) })
    expect(await model.chat({ messages: hello, progress: () => {} })).toMatchObject({ text: 'Whole.', usage: null })
  })

  it('a model behind the OpenAI protocol is held to a schema where that is offered', async () => {
    const { model, asked } = await modelOn({ text: '{"said":"x"}' })
    await model.chat({ messages: hello, schema })
    expect(asked[0]?.body.response_format).toEqual({
      type: 'json_schema',
      json_schema: { ...schema, strict: false },
    })
  })

  it('a model behind the OpenAI protocol is asked without the schema when its service refuses one, then and later', async () => {
    const { model, asked } = await modelOn(nth => (nth === 1 ? { status: 400 } : { text: 'plain' }))
    expect(await model.chat({ messages: hello, schema })).toMatchObject({ text: 'plain' })
    await model.chat({ messages: hello, schema })
    expect(asked.map(({ body }) => body.response_format !== undefined)).toEqual([true, false, false])
  })

  it('a model behind the OpenAI protocol takes a refusal of everything for what it is, not for a refusal of the schema', async () => {
    const { model, asked } = await modelOn(nth => (nth < 3 ? { status: 400 } : { text: 'now' }))
    await expect(model.chat({ messages: hello, schema })).rejects.toMatchObject({ code: 'provider_bad_request' })
    await model.chat({ messages: hello, schema })
    expect(asked.map(({ body }) => body.response_format !== undefined)).toEqual([true, false, true])
  })

  it.each([
    ['object', { response_format: { type: 'json_object' } }],
    ['tool', { tool_choice: { type: 'function', function: { name: 'envelope' } } }],
  ] as const)('a model behind the OpenAI protocol can be asked for an answer as %s', async (form, sent) => {
    const { model, asked } = await modelOn({
      raw: JSON.stringify({
        choices: [{ message: { content: null, tool_calls: [{ function: { arguments: '{"said":"x"}' } }] } }],
      }),
    })
    const reply = await model.chat({ messages: hello, schema: { ...schema, form }, progress: () => {} })
    expect(reply.text).toBe('{"said":"x"}')
    expect(asked[0]?.body).toMatchObject({ ...sent, stream: form !== 'tool' })
  })

  it('a model behind the OpenAI protocol passes on how freely it should speak', async () => {
    const { model, asked } = await modelOn({ text: 'Hi.' })
    await model.chat({ messages: hello, temperature: 0.3, topP: 0.9, topK: 40, minP: 0.05, repeatPenalty: 1.1 })
    expect(asked[0]?.body).toMatchObject({ temperature: 0.3, top_p: 0.9, top_k: 40, min_p: 0.05, repeat_penalty: 1.1 })
  })

  it('a model behind the OpenAI protocol does not follow to where its service sends it', async () => {
    const elsewhere = await scriptedService(() => ({ text: 'stolen' }))
    const { model, asked } = await modelOn({
      status: 307,
      headers: { location: `${elsewhere.url}/v1/chat/completions` },
    })
    await expect(model.chat({ messages: hello })).rejects.toMatchObject({ code: 'provider_bad_request' })
    expect([asked.length, elsewhere.asked.length]).toEqual([1, 0])
  })

  it.each([
    ['length', 'length'],
    ['content_filter', 'filter'],
    ['tool_calls', 'stop'],
  ])('a model behind the OpenAI protocol says that it ended by %s', async (finish, said) => {
    const { model } = await modelOn({ text: 'So far', finish })
    expect(await model.chat({ messages: hello })).toMatchObject({ finish: said })
  })

  it.each([
    ['a rate limit', { status: 429, headers: { 'retry-after': '0' } }],
    ['a failing service', { status: 503 }],
    ['no text at all', { text: null }],
    ['a call that was hung up', { hangsUp: true }],
  ] satisfies [string, Reply][])('a model behind the OpenAI protocol is asked again after %s', async (_, first) => {
    const { model, asked } = await modelOn(nth => (nth === 1 ? first : { text: 'Now.' }))
    expect(await model.chat({ messages: hello })).toMatchObject({ text: 'Now.' })
    expect(asked.length).toBe(2)
  })

  it.each([
    ['provider_auth', { status: 401 }, 1],
    ['provider_auth', { status: 403 }, 1],
    ['provider_bad_request', { status: 422 }, 1],
    ['provider_bad_request', { raw: '{"error":{"message":"bad"}}' }, 1],
    ['provider_bad_request', { raw: 'not json' }, 1],
    [
      'provider_bad_request',
      { raw: JSON.stringify({ choices: [{ message: { content: 'x'.repeat(9_000_000) } }] }) },
      1,
    ],
    ['model_missing', { status: 404 }, 1],
    ['model_missing', { status: 400, body: '{"error":{"message":"model \'small\' not found"}}' }, 1],
    ['provider_server_error', { status: 500 }, 2],
    ['provider_empty', { text: ' ' }, 2],
  ] satisfies [string, Reply, number][])(
    'a model behind the OpenAI protocol fails with %s (%#)',
    async (code, answer, times) => {
      const { model, asked } = await modelOn(answer)
      await expect(model.chat({ messages: hello })).rejects.toMatchObject({ code })
      expect(asked.length).toBe(times)
    },
  )

  it('a model behind the OpenAI protocol never repeats the key or what the service said in a failure', async () => {
    const { model } = await modelOn({ status: 400, body: `{"error":{"message":"${key} is odd"}}` })
    const error = await model.chat({ messages: hello }).catch(each => each)
    expect(JSON.stringify([error.message, error.stack])).not.toContain(key)
  })

  it('a model behind the OpenAI protocol fails when the service does not answer in time, or is not there', async () => {
    const silent = await modelOn('silence', { timeoutMs: 30, maxRetries: 0 })
    await expect(silent.model.chat({ messages: hello })).rejects.toMatchObject({ code: 'provider_timeout' })
    const provider = findProvider('own', { own: { base_url: 'http://127.0.0.1:9' } })
    if (!provider) throw new Error('The provider is not known.')
    const absent = openAiModel({ provider, model: 'small', key: undefined, maxRetries: 0 })
    await expect(absent.chat({ messages: hello })).rejects.toMatchObject({ code: 'provider_unreachable' })
  })

  it('a model behind the OpenAI protocol stops when the caller does not want the answer any more', async () => {
    const { model } = await modelOn('silence')
    const stop = new AbortController()
    const waiting = model.chat({ messages: hello, signal: stop.signal })
    stop.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  })
})

it.each([
  ['http://box:8000', 'http://box:8000/v1'],
  ['http://box:8000/', 'http://box:8000/v1'],
  ['http://box:8000/v1', 'http://box:8000/v1'],
  ['https://gate.example/api/v1/', 'https://gate.example/api/v1'],
])('the provider of a model at %s is called at %s', (base_url, base) => {
  expect(findProvider('own', { own: { base_url } })).toMatchObject({ base, local: false })
})

it('the provider of a model is known by name, may be changed by a setting, and is nothing otherwise', () => {
  expect(findProvider('ollama', {})).toMatchObject({ base: 'http://127.0.0.1:11434/v1', local: true })
  expect(findProvider('openai', {})).toMatchObject({ api_key_env: 'OPENAI_API_KEY', local: false })
  expect(findProvider('ollama', { ollama: { base_url: 'http://big:1' } })).toMatchObject({ local: false })
  for (const name of ['nobody', '__proto__', 'constructor']) expect(findProvider(name, {})).toBeUndefined()
})

it('the provider is the part of a model name before the first slash', () => {
  expect(parseModelName('openrouter/meta/llama-4')).toEqual({ provider: 'openrouter', model: 'meta/llama-4' })
  for (const name of ['', 'gpt', '/gpt', 'openai/', ' / ']) expect(parseModelName(name)).toBeUndefined()
})

it('the provider of a model on this machine is found with its models; nothing else is asked', async () => {
  const asked: string[] = []
  const fetch = async (url: string | URL | Request) => {
    asked.push(String(url))
    if (String(url).includes('1234')) throw new Error('nobody there')
    return Response.json({ data: [{ id: 'nomic-embed-text' }, { id: 'qwen3:4b' }] })
  }
  expect(await detectLocal({}, fetch)).toEqual([
    { provider: 'lmstudio', base: 'http://127.0.0.1:1234/v1', reachable: false, models: [] },
    {
      provider: 'ollama',
      base: 'http://127.0.0.1:11434/v1',
      reachable: true,
      models: ['nomic-embed-text', 'qwen3:4b'],
    },
  ])
  expect(asked.sort()).toEqual(['http://127.0.0.1:11434/v1/models', 'http://127.0.0.1:1234/v1/models'])
  expect(await openModel({ name: undefined, providers: {}, env: {}, fetch })).toMatchObject({
    name: 'ollama/qwen3:4b',
  })
  await detectLocal({ ollama: { base_url: 'http://big:1' } }, fetch)
  expect(asked.filter(url => url.includes('big'))).toEqual([])
})

describe('the key of a provider', () => {
  const base_url = 'https://gate.example'
  const opened = (provider: object, env = {}) =>
    openModel({ name: 'own/m', providers: { own: { base_url, ...provider } }, env })

  it('the key of a provider comes from a variable or from a file that only its owner may read', async () => {
    const file = join(tempHome(), 'key')
    writeFileSync(file, `${key}\n`, { mode: 0o600 })
    expect(await opened({ api_key_env: 'OWN_KEY' }, { OWN_KEY: key })).toMatchObject({ name: 'own/m' })
    expect(await opened({ api_key_file: file })).toMatchObject({ name: 'own/m' })
    chmodSync(file, 0o644)
    await expect(opened({ api_key_file: file })).rejects.toMatchObject({ hint: expect.stringContaining('chmod 600') })
  })

  it('the key of a provider is asked for by the name of its variable, never by its value', async () => {
    await expect(opened({ api_key_env: 'OWN_KEY' })).rejects.toMatchObject({ hint: 'Set OWN_KEY.' })
  })

  it.each(['gpt', 'nobody/gpt'])('a model called %s is refused with the next step', async name => {
    const refusal = { code: 'INVALID_INPUT', hint: expect.stringMatching(/provider/) }
    await expect(openModel({ name, providers: {}, env: {} })).rejects.toMatchObject(refusal)
  })
})

describe('the section models of the config file', () => {
  const settingsFrom = (config: object) => {
    const file = join(tempHome(), 'config.json')
    writeFileSync(file, JSON.stringify(config))
    return loadSettings({}, { DAYBOOK_CONFIG: file, DAYBOOK_HOME: tempHome() })
  }

  it('the section models of the config file names the services a model may come from', () => {
    const own = { base_url: 'https://gate.example', api_key_env: 'OWN_KEY', headers: { 'x-team': 'blue' } }
    const { diary } = settingsFrom({ models: { providers: { own } }, diary: { model: 'own/m', consent: ['model'] } })
    expect(diary).toMatchObject({ providers: { own }, model: 'own/m', consent: ['model'] })
  })

  it('the section models of the config file holds no keys and nothing unknown', () => {
    for (const wrong of [{ api_key: key }, { base_url: 'nowhere' }, { api_key_env: 'not a name' }]) {
      const given = () => settingsFrom({ models: { providers: { own: wrong } } })
      expect(given).toThrow(/cannot be used/)
      expect(given).not.toThrow(key)
    }
  })
})
