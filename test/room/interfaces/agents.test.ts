import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { member, send } from '../../http/serving.ts'
import { scriptedService } from '../../models/scripted-service.ts'
import { wise } from '../support/wise-model.ts'
import { bytesOf, type RoomServer, refusal, roomServer } from './room-server.ts'

const secret = ['sk', 'face', 'q'.repeat(24)].join('-')

let server: RoomServer
/** Everything any request of this file was answered with. */
const answers: string[] = []

beforeAll(async () => {
  const opened = await roomServer({
    env: { BOX_KEY: secret, DAYBOOK_TOKEN: secret, AWS_SECRET_ACCESS_KEY: secret },
    providers: { custom: { api_key_env: 'BOX_KEY' } },
  })
  const kept =
    <A extends unknown[], R extends { text: string }>(work: (...args: A) => Promise<R>) =>
    async (...args: A) => {
      const answer = await work(...args)
      answers.push(answer.text)
      return answer
    }
  const { get, post, put } = opened
  server = { ...opened, get: kept(get), post: kept(post), put: kept(put), send: kept(opened.send) }
})
afterAll(() => server.close())

const remove = (path: string) => server.send(path, { method: 'DELETE' })
const ids = (answer: { json(): { agents: { id: string }[] } }) => answer.json().agents.map(({ id }) => id)

test('agents are the six of a new room, each on the built-in responder', async () => {
  const answer = await server.get('/api/agents')
  expect(answer.status).toBe(200)
  expect(ids(answer)).toEqual(['chief', 'planner', 'writer', 'editor', 'critic', 'continuity'])
  expect(answer.json()).toMatchObject({ nextCursor: null, warnings: [] })
  expect(answer.json().agents[0]).toMatchObject({
    role: 'assistant',
    speaker: { status: 'builtin', provider: 'builtin', structured: 'none' },
  })
})

test('agents come in pieces when asked for in pieces', async () => {
  const first = (await server.get('/api/agents/all?limit=4')).json()
  expect(first.nextCursor).toBe('editor')
  expect(ids(await server.get('/api/agents/all?limit=4&cursor=editor'))).toEqual(['critic', 'continuity'])
  expect(refusal(await server.get('/api/agents?cursor=nobody'))).toEqual([400, 'invalid_request'])
  expect(refusal(await server.get('/api/agents?limit=0'))).toEqual([400, 'invalid_request'])
})

test('agents are added, changed and switched off, never lost, with a word about chiefs', async () => {
  const added = await server.post('/api/agents', { name: 'Vale', role: 'Moderator', color: 'teal' })
  expect([added.status, added.json().warnings]).toEqual([201, ['chief_required:2']])
  const { notifications } = (await server.get('/api/notifications?level=warning')).json()
  expect(notifications).toMatchObject([{ message: 'The room needs exactly one enabled Chief and has 2.' }])
  expect(added.json().agent).toMatchObject({ id: 'vale', role: 'Moderator', roleKey: 'assistant', enabled: true })
  const off = await server.put('/api/agents/vale/status', { enabled: false })
  expect(off.json()).toMatchObject({ agent: { enabled: false }, warnings: [] })
  expect(ids(await server.get('/api/agents'))).not.toContain('vale')
  expect(ids(await server.get('/api/agents/all'))).toContain('vale')
  const changed = await server.put('/api/agents/vale', { name: 'Vale II', color: null })
  expect(changed.json().agent).toMatchObject({ id: 'vale', name: 'Vale II' })
  expect(changed.json().agent).not.toHaveProperty('color')
  expect((await server.get('/api/agents/vale')).json().name).toBe('Vale II')
  const last = await server.put('/api/agents/chief/status', { enabled: false })
  expect(last.json().warnings).toEqual(['chief_required:0'])
  await server.put('/api/agents/chief/status', { enabled: true })
})

test('agents are brought along from elsewhere and put in order', async () => {
  const at = '2026-01-01T00:00:00.000Z'
  const scout = { id: 'scout', name: 'Scout', role: 'scout', enabled: true, createdAt: at, updatedAt: at, own: [1] }
  const brought = await server.post('/api/agents/import', { agents: [scout] })
  expect([brought.status, brought.json().agents[0]]).toEqual([201, expect.objectContaining({ own: [1] })])
  const order = ids(await server.get('/api/agents/all')).reverse()
  expect((await server.put('/api/agents/order', { order })).json().order).toEqual(order)
  expect(ids(await server.get('/api/agents/all'))).toEqual(order)
  await server.put('/api/agents/order', { order: [...order].reverse() })
})

test.each([
  ['POST', '/api/agents', { name: 'X', role: 'x', id: 'writer' }, 409, 'agent_exists'],
  ['POST', '/api/agents', { name: 'X' }, 400, 'invalid_request'],
  ['POST', '/api/agents', { name: 'X', role: 'x', id: 'Not An Id' }, 400, 'invalid_request'],
  ['POST', '/api/agents', { name: 'X', role: 'x', more: 1 }, 400, 'invalid_request'],
  ['PUT', '/api/agents/nobody', { name: 'X' }, 404, 'not_found'],
  ['PUT', '/api/agents/writer', { apiKey: 'x' }, 400, 'invalid_request'],
  ['PUT', '/api/agents/nobody/status', { enabled: true }, 404, 'not_found'],
  ['PUT', '/api/agents/order', { order: ['chief'] }, 400, 'invalid_request'],
  ['POST', '/api/agents/import', { agents: [] }, 400, 'invalid_request'],
  ['PUT', '/api/agent-endpoints/nobody', { provider: 'ollama' }, 404, 'not_found'],
  ['PUT', '/api/agent-endpoints/editor', { model: 'x' }, 400, 'invalid_request'],
  ['PUT', '/api/agent-endpoints/editor', { provider: 'scripted' }, 400, 'invalid_request'],
  ['PUT', '/api/agent-endpoints/editor', { provider: 'custom', apiKey: secret }, 400, 'invalid_request'],
  ['PUT', '/api/agent-endpoints/editor', { provider: 'custom', apiKeyRef: secret }, 400, 'invalid_request'],
  ['PUT', '/api/agent-endpoints/editor', { provider: 'custom', apiKeyRef: `custom:${secret}` }, 400, 'invalid_request'],
  [
    'PUT',
    '/api/agent-endpoints/editor',
    { provider: 'custom', apiKeyRef: 'env:DAYBOOK_TOKEN' },
    400,
    'invalid_request',
  ],
  // A variable that no provider names for its key.
  [
    'PUT',
    '/api/agent-endpoints/editor',
    { provider: 'custom', baseUrl: 'http://127.0.0.1:9', apiKeyRef: 'env:AWS_SECRET_ACCESS_KEY' },
    400,
    'invalid_request',
  ],
  ['PUT', '/api/agent-endpoints/editor', { provider: 'custom', baseUrl: 'ftp://box' }, 400, 'invalid_request'],
  ['PUT', '/api/agent-endpoints/editor', { provider: 'custom', baseUrl: 'http://u:p@box' }, 400, 'invalid_request'],
  [
    'PUT',
    '/api/agent-endpoints/editor',
    { provider: 'custom', baseUrl: 'http://169.254.169.254' },
    400,
    'invalid_request',
  ],
  ['PUT', '/api/agent-endpoints/editor', { provider: 'custom', timeoutMs: 600_001 }, 400, 'invalid_request'],
  ['PUT', '/api/agent-endpoints/editor', { provider: 'custom', maxRetries: 7 }, 400, 'invalid_request'],
  ['PUT', '/api/role-settings/writer', { freedomLevel: 'total' }, 400, 'invalid_request'],
  ['POST', '/api/providers/test', { agentId: 'nobody' }, 404, 'not_found'],
  ['POST', '/api/settings/keys', { provider: 'openai', label: 'x' }, 400, 'invalid_request'],
  ['POST', '/api/settings/keys', { provider: 'openai', label: 'x', value: 'two\nlines' }, 400, 'invalid_request'],
  ['POST', '/api/prompts', { id: 'file-reader', name: 'x', prompt: 'x', example: 'x' }, 409, 'prompt_exists'],
  ['POST', '/api/prompts', { id: 'new-one', name: 'x', prompt: 'x', example: 'x' }, 422, 'bad_example'],
  ['PUT', '/api/prompts/file-reader', { example: '{}' }, 422, 'bad_example'],
  ['PUT', '/api/prompts/unheard-of', { prompt: 'x' }, 404, 'not_found'],
])('agents: %s %s with %j is refused and changes nothing', async (method, path, body, status, code) => {
  const before = bytesOf(server.root)
  const send = method === 'PUT' ? server.put : server.post
  expect(refusal(await send(path, body))).toEqual([status, code])
  expect(bytesOf(server.root)).toEqual(before)
})

test('a service is chosen, tested, listed and used, its key named and never shown', async () => {
  const { url, asked } = await scriptedService(({ body }) => ({ text: wise(body) }), ['small', 'large'])
  const chosen = await server.put('/api/agent-endpoints/continuity', {
    provider: 'custom',
    baseUrl: `${url}/v1/`,
    apiKeyRef: 'env:BOX_KEY',
  })
  expect(chosen.json()).toMatchObject({
    agentId: 'continuity',
    endpoint: { provider: 'custom', apiKeyRef: 'env:BOX_KEY', maxOutputTokens: 1200, maxRetries: 2 },
    speaker: { status: 'incomplete', model: null },
  })
  expect(refusal(await server.post('/api/providers/test', { agentId: 'continuity' }))).toEqual([
    409,
    'endpoint_incomplete',
  ])
  const query = { provider: 'custom', baseUrl: url, apiKeyRef: 'env:BOX_KEY' }
  expect((await server.post('/api/providers/models', query)).json()).toEqual({
    provider: 'custom',
    baseUrl: `${url}/v1`,
    models: ['small', 'large'],
    reachable: true,
    code: null,
  })
  await server.put('/api/agent-endpoints/continuity', { model: 'small' })
  expect((await server.get('/api/agent-endpoints/continuity')).json().speaker).toEqual({
    status: 'ready',
    provider: 'custom',
    model: 'small',
    structured: 'schema-paired',
  })
  expect((await server.post('/api/providers/test', { agentId: 'continuity' })).json()).toEqual({
    ok: true,
    code: null,
    latencyMs: expect.any(Number),
    provider: 'custom',
    model: 'small',
  })
  expect(asked[0]?.headers.authorization).toBe(`Bearer ${secret}`)
  const turn = await server.post('/api/ai/chat', { agentId: 'continuity', message: 'What color are her eyes?' })
  expect(turn.json()).toMatchObject({ state: 'accepted' })
})

test('a service that is gone is unreachable, and its test says which way', async () => {
  await server.put('/api/agent-endpoints/critic', { provider: 'custom', baseUrl: 'http://127.0.0.1:9', model: 'm' })
  expect((await server.post('/api/providers/test', { agentId: 'critic' })).json()).toMatchObject({
    ok: false,
    code: 'provider_unreachable',
  })
  expect((await server.get('/api/agents/critic')).json().speaker.status).toBe('unreachable')
  const listed = await server.post('/api/providers/models', { provider: 'custom', baseUrl: 'http://127.0.0.1:9' })
  expect(listed.json()).toMatchObject({ reachable: false, models: [], code: 'provider_unreachable' })
  await server.put('/api/agent-endpoints/critic', { provider: 'builtin', baseUrl: null, model: null })
  expect((await server.get('/api/agents/critic')).json().speaker.status).toBe('builtin')
  expect((await server.post('/api/providers/test', { agentId: 'critic' })).json()).toMatchObject({ ok: true })
})

test.each([
  [{ provider: 'openai', model: 'gpt' }, 'unconfigured', 'key'],
  [{ provider: 'custom', model: 'm' }, 'unconfigured', 'provider'],
  [
    { provider: 'custom', model: 'm', baseUrl: 'http://127.0.0.1:9', apiKeyRef: 'env:OPENAI_API_KEY' },
    'unconfigured',
    'key',
  ],
  [{ provider: 'lmstudio' }, 'incomplete', 'model'],
])('an endpoint %j is %s and starts no turn', async (endpoint, status, missing) => {
  const blank = { baseUrl: null, model: null, apiKeyRef: null }
  const { speaker } = (await server.put('/api/agent-endpoints/planner', { ...blank, ...endpoint })).json()
  expect(speaker.status).toBe(status)
  const refused = await server.post('/api/ai/chat', { agentId: 'planner', message: 'Hello' })
  expect(refusal(refused)).toEqual([409, 'endpoint_incomplete'])
  expect(refused.json().error.details).toMatchObject({ missing })
  await server.put('/api/agent-endpoints/planner', { ...blank, provider: 'builtin' })
})

test('only an endpoint that may be chosen is offered', async () => {
  const { providers, endpoints } = (await server.get('/api/agent-endpoints')).json()
  expect(providers).toEqual([
    'builtin',
    'lmstudio',
    'ollama',
    'llamacpp',
    'openai',
    'anthropic',
    'openrouter',
    'custom',
  ])
  expect(endpoints.find(({ agentId }: { agentId: string }) => agentId === 'writer')).toMatchObject({ endpoint: null })
})

test('looking for services answers for the two addresses of this machine', async () => {
  const { providers } = (await server.post('/api/providers/detect')).json()
  expect(providers.map(({ provider, baseUrl }: { [name: string]: string }) => [provider, baseUrl])).toEqual([
    ['lmstudio', 'http://127.0.0.1:1234/v1'],
    ['ollama', 'http://127.0.0.1:11434/v1'],
  ])
})

test('role settings reach every agent of the role', async () => {
  const changed = await server.put('/api/role-settings/Beta-Reader', { roleCharter: 'Read as a sailor.' })
  expect(changed.json()).toMatchObject({ role: 'critic', settings: { roleCharter: 'Read as a sailor.' } })
  expect((await server.get('/api/role-settings/critic')).json()).toEqual(changed.json())
  const { roleSettings } = (await server.get('/api/role-settings')).json()
  expect(roleSettings.map(({ role }: { role: string }) => role)).toContain('librarian')
  await server.put('/api/role-settings/critic', { roleCharter: null })
  expect((await server.get('/api/role-settings/critic')).json().settings).toEqual({})
})

test('prompts of the project are used, warned about, and taken back', async () => {
  const changed = await server.put('/api/prompts/file-locator', {
    prompt: 'Find files the way of this project.',
    example: '{"tool":"file_locator","args":{"search_criteria":"x"},"nonce":"<TOOL_NONCE>"}',
  })
  expect(changed.json()).toMatchObject({
    prompt: 'Find files the way of this project.',
    provenance: { prompt: 'project', example: 'bundled', name: 'bundled' },
    warnings: ['core_override:prompt', 'core_locked:example'],
  })
  const sees: string[] = []
  const { url } = await scriptedService(({ body }) => {
    sees.push(body.messages.at(-1)?.content ?? '')
    return { text: wise(body) }
  })
  await server.put('/api/agent-endpoints/editor', { provider: 'custom', baseUrl: url, model: 'small' })
  await server.post('/api/prompts', {
    id: 'scene-impact',
    name: 'Impact',
    prompt: 'Says what a change leads to.',
    example: '{"tool":"scene_impact","args":{},"nonce":"<TOOL_NONCE>"}',
  })
  expect((await server.get('/api/prompts/scene-impact')).json()).toMatchObject({
    warnings: ['no_executor'],
    executable: false,
  })
  await server.post('/api/ai/chat', { agentId: 'editor', message: 'What color are her eyes?' })
  expect(sees[0]).toContain('file_locator: Find files the way of this project.\n')
  expect(sees[0]).toContain('"search_criteria":"Story/SCN-outline.md"')
  expect(sees[0]).not.toContain('scene_impact')
  expect(
    refusal(
      await server.post('/api/prompts', {
        id: 'scene-impact',
        name: 'Again',
        prompt: 'x',
        example: '{"tool":"scene_impact","args":{},"nonce":"<TOOL_NONCE>"}',
      }),
    ),
  ).toEqual([409, 'prompt_exists'])

  for (const id of ['file-locator', 'scene-impact']) expect((await remove(`/api/prompts/${id}`)).status).toBe(200)
  expect(refusal(await remove('/api/prompts/file-locator'))).toEqual([404, 'not_found'])
  const { prompts, warnings } = (await server.get('/api/prompts')).json()
  expect([prompts.length, warnings]).toEqual([9, []])
  await server.put('/api/agent-endpoints/editor', { provider: 'builtin', baseUrl: null, model: null })
})

test('keys are stored, named by endpoints, locked, unlocked and removed, and never shown', async () => {
  const added = await server.post('/api/settings/keys', { provider: 'custom', label: 'Box', value: secret })
  expect([added.status, Object.keys(added.json()).sort()]).toEqual([
    201,
    ['createdAt', 'id', 'label', 'lastUsedAt', 'origin', 'provider'],
  ])
  const { id } = added.json()
  const { url, asked } = await scriptedService(() => ({ text: 'ready' }))
  const endpoint = { provider: 'custom', baseUrl: url, model: 'small', apiKeyRef: `custom:${id}` }
  await server.put('/api/agent-endpoints/writer', endpoint)
  await server.post('/api/providers/test', { agentId: 'writer' })
  expect(asked[0]?.headers.authorization).toBe(`Bearer ${secret}`)

  const passphrase = ['horse', 'battery'].join(' ')
  expect((await server.put('/api/settings/keys/passphrase', { passphrase })).json()).toEqual({ vault: 'unlocked' })
  expect((await server.post('/api/settings/keys/lock')).json()).toEqual({ vault: 'locked' })
  for (const answer of [
    await server.get('/api/settings/keys'),
    await server.post('/api/settings/keys', { provider: 'openai', label: 'x', value: secret }),
    await server.post('/api/providers/test', { agentId: 'writer' }),
    await server.post('/api/ai/chat', { agentId: 'writer', message: 'Hello' }),
    await server.post('/api/settings/keys/unlock', { passphrase: 'wrong' }),
    await remove(`/api/settings/keys/custom/${id}`),
  ]) {
    expect(refusal(answer)).toEqual([401, 'vault_locked'])
  }
  expect((await server.get('/api/agents/writer')).json().speaker.status).toBe('unconfigured')
  expect((await server.post('/api/settings/keys/unlock', { passphrase })).json()).toEqual({ vault: 'unlocked' })
  const listed = (await server.get('/api/settings/keys')).json()
  expect(listed.keys).toMatchObject([{ provider: 'custom', id, label: 'Box', lastUsedAt: expect.any(String) }])
  expect((await remove(`/api/settings/keys/custom/${id}`)).status).toBe(200)
  expect((await server.get('/api/agents/writer')).json().speaker.status).toBe('unconfigured')
  await server.put('/api/settings/keys/passphrase', { passphrase: null })
})

test('keys appear in no answer, no log and no file but the one that keeps them', async () => {
  expect(answers.length).toBeGreaterThan(50)
  expect(answers.filter(text => text.includes(secret))).toEqual([])
  expect(server.log.filter(line => line.includes(secret))).toEqual([])
  const holding = [server.root, server.home].flatMap(folder =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .filter(path => readFileSync(path).includes(secret)),
  )
  expect(holding).toEqual([])
})

test('readers and writers may look at agents and change nothing about them', async () => {
  const reader = await member(server.app, 'rhea', 'default', 'reader')
  const writer = await member(server.app, 'wren', 'default', 'writer')
  const asked = (headers: { [name: string]: string }) => async (method: string, path: string, body?: object) => {
    const sent = { headers: { 'content-type': 'application/json', ...headers }, method }
    return (await send(server.port, path, !body ? sent : { ...sent, body: JSON.stringify(body) })).status
  }
  const changes: [string, string, object?][] = [
    ['POST', '/api/agents', { name: 'X', role: 'x' }],
    ['PUT', '/api/agents/writer', { name: 'X' }],
    ['PUT', '/api/agents/writer/status', { enabled: false }],
    ['PUT', '/api/agents/order', { order: [] }],
    ['PUT', '/api/agent-endpoints/writer', { provider: 'ollama' }],
    ['PUT', '/api/role-settings/writer', { roleCharter: 'x' }],
    ['POST', '/api/providers/models', { provider: 'ollama' }],
    ['POST', '/api/providers/test', { agentId: 'writer' }],
    ['GET', '/api/settings/keys'],
    ['POST', '/api/settings/keys', { provider: 'openai', label: 'x', value: 'x' }],
    ['POST', '/api/settings/keys/unlock', { passphrase: 'x' }],
    ['POST', '/api/prompts', { id: 'a', name: 'x', prompt: 'x', example: 'x' }],
    ['PUT', '/api/prompts/file-reader', { prompt: 'x' }],
    ['DELETE', '/api/prompts/file-reader'],
  ]
  for (const { headers } of [reader, writer]) {
    for (const [method, path, body] of changes)
      expect([path, await asked(headers)(method, path, body)]).toEqual([path, 403])
    for (const path of ['/api/agents', '/api/agents/all', '/api/agent-endpoints', '/api/role-settings', '/api/prompts'])
      expect([path, await asked(headers)('GET', path)]).toEqual([path, 200])
  }
  expect(await asked(reader.headers)('POST', '/api/providers/detect', {})).toBe(403)
})

describe('the machine is the owner’s', () => {
  /** An admin of the project who is not the owner. */
  const admin = async (id: string) => (await member(server.app, id, 'default', 'admin')).headers
  const attacker = async () => scriptedService(() => ({ text: 'Thanks.' }))
  const put = (path: string, body: object, headers = {}) => server.put(`/api/agent-endpoints/${path}`, body, headers)

  test('a stored key goes to the origin it was stored for and nowhere else, for any caller', async () => {
    const { url } = await attacker()
    const own = await scriptedService(() => ({ text: 'ready' }))
    const key = { provider: 'custom', label: 'Box', value: secret, baseUrl: own.url }
    const { id, origin } = (await server.post('/api/settings/keys', key)).json()
    expect(origin).toBe(own.url)
    const apiKeyRef = `custom:${id}`
    const elsewhere = { provider: 'custom', baseUrl: url, apiKeyRef }
    const headers = await admin('eve')
    for (const asked of [elsewhere, { provider: 'custom', baseUrl: url }, { provider: 'custom', apiKeyRef }]) {
      expect(refusal(await server.post('/api/providers/models', asked, headers))).toEqual([403, 'forbidden'])
      expect(refusal(await put('planner', { ...asked, model: 'm' }, headers))).toEqual([403, 'forbidden'])
    }
    expect(refusal(await server.post('/api/providers/models', elsewhere))).toEqual([409, 'key_elsewhere'])
    expect(refusal(await put('planner', { ...elsewhere, model: 'm' }))).toEqual([409, 'key_elsewhere'])
    const listed = await server.post('/api/providers/models', { ...elsewhere, baseUrl: own.url })
    expect(listed.json()).toMatchObject({ reachable: true })
    await remove(`/api/settings/keys/custom/${id}`)
  })

  test('an admin lists the models of what is set up, also of an endpoint that is in use', async () => {
    const { url } = await attacker()
    const named = { provider: 'custom', baseUrl: url, apiKeyRef: 'env:BOX_KEY' }
    await put('planner', { ...named, model: 'm' })
    const headers = await admin('ines')
    expect((await server.post('/api/providers/models', named, headers)).json()).toMatchObject({ reachable: true })
    const other = { ...named, baseUrl: 'http://127.0.0.1:9' }
    expect(refusal(await server.post('/api/providers/models', other, headers))).toEqual([403, 'forbidden'])
    await put('planner', { provider: 'builtin', baseUrl: null, model: null })
  })

  test('a change of provider or address does not take the key along', async () => {
    const { url, asked } = await attacker()
    const { url: good } = await scriptedService(() => ({ text: 'ready' }))
    const headers = await admin('anna')
    const named = { provider: 'custom', model: 'm', baseUrl: good, apiKeyRef: 'env:BOX_KEY' }
    expect((await put('planner', named)).json().endpoint).toMatchObject(named)

    const before = bytesOf(server.root)
    for (const change of [{ baseUrl: url }, { provider: 'openai' }, { apiKeyRef: 'env:OPENAI_API_KEY' }]) {
      expect(refusal(await put('planner', change, headers))).toEqual([403, 'forbidden'])
    }
    expect(bytesOf(server.root)).toEqual(before)
    // The same again, a model and limits are an admin's to say, and so is a provider as it is set up.
    expect((await put('planner', { ...named, model: 'n', maxRetries: 0 }, headers)).json().endpoint).toMatchObject({
      ...named,
      model: 'n',
    })
    const plain = (await put('planner', { provider: 'openai', baseUrl: null }, headers)).json().endpoint
    expect([plain.provider, plain.baseUrl, plain.apiKeyRef]).toEqual(['openai', undefined, undefined])

    await put('planner', named)
    const moved = (await put('planner', { baseUrl: url })).json().endpoint
    expect([moved.baseUrl, moved.apiKeyRef]).toEqual([url, undefined])
    await server.post('/api/providers/test', { agentId: 'planner' })
    expect(asked.map(({ headers: sent }) => sent.authorization)).toEqual([undefined])
    await put('planner', { provider: 'builtin', baseUrl: null, model: null })
  })

  test('names of variables and keys are not even compared for others', async () => {
    const headers = await admin('nils')
    const named = { provider: 'custom', model: 'm', baseUrl: 'http://127.0.0.1:9' }
    for (const apiKeyRef of ['env:BOX_KEY', 'env:NOT_THERE', 'custom:nothing']) {
      const refused = await put('planner', { ...named, apiKeyRef }, headers)
      expect([...refusal(refused), refused.json().error.details]).toEqual([403, 'forbidden', { needed: 'owner' }])
    }
  })

  test.each(['/api/providers/models', '/api/room/room_provider_models', '/api/room/room_provider_test'])(
    'a link to %s sends nothing: what sends a key is a POST',
    async path => {
      const { url, asked } = await attacker()
      const query = new URLSearchParams({ provider: 'custom', baseUrl: url, agentId: 'planner' })
      const answer = await server.get(`${path}?${query}`)
      expect([answer.status, answer.headers.allow]).toEqual([405, 'POST'])
      expect(asked).toEqual([])
    },
  )

  test('guessing the passphrase is answered with a wait', async () => {
    const passphrase = ['horse', 'staple'].join(' ')
    await server.put('/api/settings/keys/passphrase', { passphrase })
    await server.post('/api/settings/keys/lock')
    const guess = () => server.post('/api/settings/keys/unlock', { passphrase: 'no' })
    for (let nth = 0; nth < 5; nth++) expect(refusal(await guess())).toEqual([401, 'vault_locked'])
    // Where the machine is slow, the first waits are over before the next guess; each is twice as long as the one before.
    let last = await guess()
    while (last.status === 401) last = await guess()
    expect([...refusal(last), last.headers['retry-after']]).toEqual([
      429,
      'vault_throttled',
      expect.stringMatching(/^[1-9]\d*$/),
    ])
    await expect
      .poll(async () => (await server.post('/api/settings/keys/unlock', { passphrase })).status, { timeout: 20_000 })
      .toBe(200)
    await server.put('/api/settings/keys/passphrase', { passphrase: null })
  })
})
