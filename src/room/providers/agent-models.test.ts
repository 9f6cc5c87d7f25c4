import { describe, expect, it } from 'vitest'
import { scriptedService } from '../../../test/models/scripted-service.ts'
import { tempHome } from '../../../test/support/tempdir.ts'
import { Endpoint, endpointStore } from '../agents/endpoints.ts'
import { type Agent, defaultRoster } from '../agents/registry.ts'
import { openVault } from '../keys/vault.ts'
import { tools } from '../tools/registry.ts'
import type { CompletionRequest } from './agent-model.ts'
import { type AgentModelsOptions, openAgentModels } from './agent-models.ts'

const key = ['sk', 's'.repeat(24)].join('-')
const [chief] = defaultRoster('2026-03-01T12:00:00.000Z').agents as [Agent, ...Agent[]]
const step = {
  messages: [{ role: 'user' as const, content: 'Hello.' }],
  structured: false,
  turn: null,
  signal: new AbortController().signal,
} satisfies CompletionRequest
const schema = { name: 'tool_call_envelope', schema: { type: 'object' }, strict: true }

async function speakersFor(endpoint: object | undefined, more: Partial<AgentModelsOptions> = {}) {
  const home = tempHome()
  const keys = openVault({ home, clock: Date.now })
  const endpoints = endpointStore({ control: home, home, project: 'p' })
  if (endpoint) {
    const agents = { chief: Endpoint.parse(endpoint) }
    await endpoints.change(() => ({ next: { agents, found: {} }, result: null }))
  }
  const options = { keys, endpoints, providers: {}, env: {}, tools: async () => tools, ...more }
  return { keys, speakers: openAgentModels(options) }
}

const incomplete = (missing: string) => ({ wire: 'endpoint_incomplete', details: { agentId: 'chief', missing } })

it.each([undefined, { provider: 'builtin' }])(
  'the built-in responder speaks for an agent with the endpoint %j',
  async endpoint => {
    const { speakers } = await speakersFor(endpoint)
    expect(await speakers.of(chief)).toMatchObject({ provider: 'builtin', profile: null })
    expect(await speakers.status(chief)).toMatchObject({ status: 'builtin', structured: 'none' })
  },
)

it('the built-in responder says the object it was handed, and stops where there is none', async () => {
  const { speakers } = await speakersFor(undefined)
  const builtin = await speakers.of(chief)
  const object = async () => ({ b: 1, a: 'é' })
  expect(await builtin.complete({ ...step, builtinObject: object })).toEqual({ text: '{"a":"é","b":1}', usage: null })
  for (const none of [step, { ...step, builtinObject: async () => undefined }]) {
    expect((await builtin.complete(none)).text).toMatch(/^STOP_HOOK: scope-exceeded\n\S/)
  }
  await expect(builtin.complete({ ...step, signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  })
})

it('the provider of tests is there only where tests ask for it', async () => {
  const { speakers } = await speakersFor({ provider: 'scripted' })
  expect(speakers.providers()).not.toContain('scripted')
  await expect(speakers.of(chief)).rejects.toMatchObject(incomplete('provider'))
  expect(await speakers.status(chief)).toMatchObject({ status: 'unconfigured' })
  const { speakers: tested } = await speakersFor({ provider: 'scripted' }, { env: { DAYBOOK_TEST_PROVIDERS: '1' } })
  expect(tested.providers()).toContain('scripted')
  expect(await tested.of(chief)).toMatchObject({ provider: 'scripted' })
  expect(await tested.status(chief)).toMatchObject({ status: 'ready', structured: 'none' })
})

it.each([
  [{ provider: 'nobody', model: 'm' }, 'provider', 'unconfigured'],
  [{ provider: 'custom', model: 'm' }, 'provider', 'unconfigured'],
  [{ provider: 'custom', model: 'm', baseUrl: 'http://169.254.169.254/' }, 'provider', 'unconfigured'],
  [{ provider: 'custom', model: 'm', baseUrl: 'http://u:p@box/' }, 'provider', 'unconfigured'],
  [{ provider: 'openai', model: 'm' }, 'key', 'unconfigured'],
  [{ provider: 'anthropic', model: 'm' }, 'key', 'unconfigured'],
  [{ provider: 'openai', model: 'm', apiKeyRef: 'env:OPENAI_API_KEY' }, 'key', 'unconfigured'],
  // There, but no provider names it for its key.
  [{ provider: 'openai', model: 'm', apiKeyRef: 'env:DATABASE_URL' }, 'key', 'unconfigured'],
  [{ provider: 'openai', model: 'm', apiKeyRef: 'env:DAYBOOK_TOKEN' }, 'key', 'unconfigured'],
  [{ provider: 'openai', model: 'm', apiKeyRef: 'openai:gone' }, 'key', 'unconfigured'],
  [{ provider: 'lmstudio' }, 'model', 'incomplete'],
])('what an endpoint lacks is named for %j', async (endpoint, missing, status) => {
  const { speakers } = await speakersFor(endpoint, { env: { DAYBOOK_TOKEN: key, DATABASE_URL: key } })
  await expect(speakers.of(chief)).rejects.toMatchObject(incomplete(missing))
  expect(await speakers.status(chief)).toMatchObject({ status })
})

it('the key of an endpoint goes from a variable to where the endpoint points', async () => {
  const { url, asked } = await scriptedService(() => ({ text: 'Hi.' }))
  const endpoint = { provider: 'openai', model: 'm', baseUrl: url, apiKeyRef: 'env:TEAM_KEY' }
  const { speakers } = await speakersFor(endpoint, {
    env: { TEAM_KEY: key },
    providers: { team: { api_key_env: 'TEAM_KEY' } },
  })
  await (await speakers.of(chief)).complete(step)
  expect(asked[0]?.headers.authorization).toBe(`Bearer ${key}`)
})

it('the key of an endpoint of a vendor stays away from other addresses, and a stored one from other providers', async () => {
  const { url, asked } = await scriptedService(() => ({ text: 'Hi.' }))
  const elsewhere = { provider: 'openai', model: 'm', baseUrl: url }
  const { speakers } = await speakersFor(elsewhere, { env: { OPENAI_API_KEY: key } })
  await (await speakers.of(chief)).complete(step)
  expect(asked[0]?.headers.authorization).toBeUndefined()

  const { keys, speakers: other } = await speakersFor({
    provider: 'custom',
    model: 'm',
    baseUrl: url,
    apiKeyRef: 'openai:x',
  })
  await keys.add({ provider: 'openai', label: 'x', value: key })
  await expect(other.of(chief)).rejects.toMatchObject(incomplete('key'))
})

it.each([
  ['ollama', 'auto', 'schema-paired', 'paired', 'json_schema'],
  ['lmstudio', 'auto', 'schema-paired', 'paired', 'json_schema'],
  ['openrouter', 'auto', 'schema-paired', 'paired', 'json_schema'],
  ['custom', 'auto', 'schema-paired', 'paired', 'json_schema'],
  ['openai', 'auto', 'schema-flat', 'flat', 'json_schema'],
  ['custom', 'schema-flat', 'schema-flat', 'flat', 'json_schema'],
  ['openai', 'schema-paired', 'schema-paired', 'paired', 'json_schema'],
  ['custom', 'object', 'object', 'paired', 'json_object'],
  ['custom', 'tool', 'tool', 'paired', undefined],
  ['custom', 'none', 'none', null, undefined],
])('how a model is held to a shape is for %s with %s: %s', async (provider, structured, shown, profile, sent) => {
  const { url, asked } = await scriptedService(() => ({ text: '{}' }))
  const { speakers } = await speakersFor({ provider, model: 'm', baseUrl: url, structured })
  const speaker = await speakers.of(chief)
  expect(speaker.profile).toBe(profile)
  await speaker.complete({ ...step, schema, structured: true })
  expect(asked[0]?.body.response_format?.type).toBe(sent)
  expect(asked[0]?.body.tools !== undefined).toBe(structured === 'tool')
  expect(await speakers.status(chief)).toMatchObject({ structured: shown })
})

it('how a model is held to a shape is one way only for Anthropic', async () => {
  const endpoint = { provider: 'anthropic', model: 'm', baseUrl: 'http://127.0.0.1:9', structured: 'schema-flat' }
  const { speakers } = await speakersFor(endpoint)
  expect(await speakers.of(chief)).toMatchObject({ profile: 'paired' })
  expect(await speakers.status(chief)).toMatchObject({ structured: 'tool' })
})

it('how a model is held to a shape is forgotten for all agents on a model that refused it, and for no other model', async () => {
  const { url } = await scriptedService(({ body }) => (body.response_format ? { status: 400 } : { text: 'x' }))
  const { speakers } = await speakersFor({ provider: 'custom', model: 'm', baseUrl: url })
  await (await speakers.of(chief)).complete({ ...step, schema, structured: true })
  expect(await speakers.of(chief)).toMatchObject({ profile: null })
  expect(await speakers.status(chief)).toMatchObject({ status: 'ready', structured: 'none' })
})

describe('services on this machine', () => {
  const answering = async (url: string | URL | Request) => {
    if (!String(url).includes('11434')) throw new Error('nobody there')
    return Response.json({ data: [{ id: 'qwen3' }] })
  }

  it('services on this machine are being checked until they have answered', async () => {
    const { speakers } = await speakersFor({ provider: 'ollama', model: 'qwen3' }, { fetch: answering })
    expect(await speakers.status(chief)).toMatchObject({ status: 'checking' })
    expect(await speakers.detect()).toEqual([
      { provider: 'lmstudio', baseUrl: 'http://127.0.0.1:1234/v1', models: [], reachable: false },
      { provider: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: ['qwen3'], reachable: true },
    ])
    expect(await speakers.status(chief)).toMatchObject({ status: 'ready', provider: 'ollama', model: 'qwen3' })
  })

  it('services on this machine that do not answer are unreachable, until they do', async () => {
    const { url } = await scriptedService(() => ({ text: 'Hi.' }))
    const { speakers } = await speakersFor({ provider: 'lmstudio', model: 'm' }, { fetch: answering })
    await speakers.detect()
    expect(await speakers.status(chief)).toMatchObject({ status: 'unreachable' })
    const gone = await speakersFor({ provider: 'custom', model: 'm', baseUrl: 'http://127.0.0.1:9', maxRetries: 0 })
    expect(await gone.speakers.status(chief)).toMatchObject({ status: 'ready' })
    await expect((await gone.speakers.of(chief)).complete(step)).rejects.toMatchObject({ code: 'provider_unreachable' })
    expect(await gone.speakers.status(chief)).toMatchObject({ status: 'unreachable' })
    const there = await speakersFor({ provider: 'custom', model: 'm', baseUrl: url })
    expect(await there.speakers.test(chief, step.signal)).toMatchObject({ ok: true, code: null, model: 'm' })
  })

  it('services on this machine are the only ones looked for without being chosen', async () => {
    const asked: string[] = []
    const fetch = async (url: string | URL | Request) => {
      asked.push(String(url))
      return answering(url)
    }
    const { speakers } = await speakersFor({ provider: 'custom', model: 'm', baseUrl: 'http://box.test' }, { fetch })
    await speakers.status(chief)
    expect(asked).toEqual([])
    await speakers.detect()
    expect(asked.sort()).toEqual(['http://127.0.0.1:11434/v1/models', 'http://127.0.0.1:1234/v1/models'])
  })
})
