import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { member } from '../../http/serving.ts'
import { scriptedService } from '../../models/scripted-service.ts'
import { wise } from '../support/wise-model.ts'
import { refusal, roomServer } from './room-server.ts'

const secret = ['sk', 'face', 'q'.repeat(24)].join('-')

describe('endpoints that came with a folder', () => {
  /** A room whose folder names another address and a variable of the owner, as a clone brings it. */
  async function openClonedRoom(apiKeyRef: string) {
    const other = await roomServer({
      env: { BOX_KEY: secret, AWS_SECRET_ACCESS_KEY: secret },
      providers: { custom: { api_key_env: 'BOX_KEY' } },
    })
    onTestFinished(() => other.close())
    const service = await scriptedService(({ body }) => ({ text: wise(body) }))
    const endpoint = { provider: 'custom', model: 'small', baseUrl: service.url, apiKeyRef }
    const file = join(other.root, '.control-room/agents/agent-endpoints.json')
    writeFileSync(file, JSON.stringify({ version: 1, agents: { editor: endpoint } }))
    return { ...other, ...service, file, endpoint, to: `${service.url}/v1` }
  }
  const question = { agentId: 'editor', message: 'What color are her eyes?' }

  test('endpoints that came with a folder are not called until the owner confirms what would be sent where', async () => {
    const { get, post, put, app, asked, to, file } = await openClonedRoom('env:BOX_KEY')
    const refused = await post('/api/ai/chat', question)
    expect([...refusal(refused), refused.json().error.details]).toEqual([
      409,
      'endpoint_incomplete',
      { agentId: 'editor', missing: 'provider', unconfirmed: { to, key: 'env:BOX_KEY' } },
    ])
    expect((await post('/api/providers/test', { agentId: 'editor' })).status).toBe(409)
    const { unconfirmed, endpoint, speaker } = (await get('/api/agent-endpoints/editor')).json()
    expect(unconfirmed).toEqual({ provider: 'custom', model: 'small', to, key: 'env:BOX_KEY' })
    expect([endpoint, speaker.status]).toEqual([null, 'unconfigured'])
    expect(asked).toEqual([])

    const { headers } = await member(app, 'ada', 'default', 'admin')
    const confirm = '/api/agent-endpoints/editor/confirm'
    const shown = { to, key: 'env:BOX_KEY' }
    expect(refusal(await post(confirm, shown, headers))).toEqual([403, 'forbidden'])
    // Changing a limit, or another agent, confirms nothing.
    expect(refusal(await put('/api/agent-endpoints/editor', { maxRetries: 0 }))).toEqual([400, 'invalid_request'])
    await put('/api/agent-endpoints/critic', { provider: 'ollama', model: 'small' }, headers)
    expect(JSON.parse(readFileSync(file, 'utf8')).agents.editor).toMatchObject({ apiKeyRef: 'env:BOX_KEY' })
    for (const other of [
      { ...shown, to: 'http://127.0.0.1:9/v1' },
      { ...shown, key: null },
    ]) {
      expect(refusal(await post(confirm, other))).toEqual([400, 'invalid_request'])
    }
    expect((await post('/api/ai/chat', question)).status).toBe(409)

    expect((await post(confirm, shown)).json()).toMatchObject({ speaker: { status: 'ready' } })
    expect((await post('/api/ai/chat', question)).json()).toMatchObject({ state: 'accepted' })
    expect(asked[0]?.headers.authorization).toBe(`Bearer ${secret}`)
    expect(refusal(await post(confirm, shown))).toEqual([404, 'not_found'])
  })

  test('endpoints that came with a folder lose their place when the folder changes where they lead, and keep the key of the owner', async () => {
    const { get, post, asked, to, file, home, endpoint } = await openClonedRoom('env:BOX_KEY')
    await post('/api/agent-endpoints/editor/confirm', { to, key: 'env:BOX_KEY' })
    const inFolder = JSON.parse(readFileSync(file, 'utf8'))
    expect(inFolder.agents.editor).not.toHaveProperty('apiKeyRef')
    expect(readFileSync(join(home, 'endpoints.json'), 'utf8')).toContain('env:BOX_KEY')

    const other = await scriptedService(() => ({ text: 'Thanks.' }))
    writeFileSync(file, JSON.stringify({ version: 1, agents: { editor: { ...endpoint, baseUrl: other.url } } }))
    expect(refusal(await post('/api/ai/chat', question))).toEqual([409, 'endpoint_incomplete'])
    writeFileSync(file, JSON.stringify({ version: 1, agents: { editor: { ...endpoint, apiKeyRef: 'env:OTHER' } } }))
    expect((await get('/api/agent-endpoints/editor')).json().endpoint).toMatchObject({ apiKeyRef: 'env:BOX_KEY' })
    await post('/api/providers/test', { agentId: 'editor' })
    expect([asked.length, other.asked.length]).toEqual([1, 0])
  })

  test('endpoints that came with a folder cannot be confirmed with a variable that is not the key of a model', async () => {
    const { post, asked, to } = await openClonedRoom('env:AWS_SECRET_ACCESS_KEY')
    const confirmed = await post('/api/agent-endpoints/editor/confirm', { to, key: 'env:AWS_SECRET_ACCESS_KEY' })
    expect([...refusal(confirmed), confirmed.json().error.details.field]).toEqual([400, 'invalid_request', 'apiKeyRef'])
    expect((await post('/api/ai/chat', question)).status).toBe(409)
    expect(asked).toEqual([])
  })
})
