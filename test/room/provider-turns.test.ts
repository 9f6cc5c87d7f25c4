import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Endpoint } from '../../src/room/agents/endpoints.ts'
import { roomConferenceOpen } from '../../src/room/conference/operations.ts'
import { roomEndpointUpdate } from '../../src/room/providers/operations.ts'
import { messagesService, said } from '../models/messages-service.ts'
import { type Asked, type Reply, scriptedService } from '../models/scripted-service.ts'
import { tempHome } from '../support/tempdir.ts'
import { meetingIn } from './support/conference.ts'
import { type OpenedRoom, openTestRoom } from './support/open-room.ts'
import { wise } from './support/wise-model.ts'

const key = ['sk', 'room', 'k'.repeat(24)].join('-')
const question = 'What color are her eyes?'

/** The shape each request asked for, null where it asked for none. */
const shapes = (asked: readonly Asked[]) => asked.map(({ body }) => body.response_format?.json_schema.name ?? null)

async function speakThrough({ room }: OpenedRoom, agentId: string, endpoint: object): Promise<void> {
  await room.endpoints.change(file => ({
    next: { ...file, agents: { ...file.agents, [agentId]: Endpoint.parse({ model: 'small', ...endpoint }) } },
    result: null,
  }))
}

it('a conference through a model service sends a schema on required first and on decision steps and nowhere else, and the key nowhere but there', async () => {
  const { url, asked } = await scriptedService(({ body }) => ({ text: wise(body) }))
  const home = tempHome()
  const opened = await openTestRoom({ home })
  const { id } = await opened.room.keys.add({ provider: 'custom', label: 'Box', value: key })
  const meeting = meetingIn(opened)
  const told: unknown[] = []
  for (const agentId of ['chief', 'continuity']) {
    const given = { provider: 'custom', baseUrl: url, model: 'small', apiKeyRef: `custom:${id}` }
    told.push(await meeting.call(roomEndpointUpdate, { id: agentId, ...given }))
  }
  const conference = await meeting.call(roomConferenceOpen, { attendees: ['chief', 'continuity'] })
  const round = meetingIn(opened, conference.id)

  told.push(await round.round(question, { toolPolicy: { requireTool: true, allowedTools: ['file_reader'] } }))
  expect(shapes(asked)).toEqual(['tool_call_envelope', 'tool_decision_envelope', null, null])
  told.push(await round.round(question))
  expect(shapes(asked).slice(4)).toEqual([null, 'tool_decision_envelope', null, null])
  told.push(conference, await round.events(), await opened.room.keys.list())

  const [call, decision] = asked.map(({ body }) => body.response_format?.json_schema)
  expect(call).toMatchObject({ strict: true, schema: { properties: { tool: { enum: ['file_reader'] } } } })
  expect(decision).toMatchObject({ strict: true, schema: { anyOf: [expect.anything(), expect.anything()] } })
  expect(asked.map(({ body }) => body.temperature)).toEqual([0.2, 0.2, 0.2, 0.1, 0.2, 0.2, 0.2, 0.1])
  expect(asked.every(({ headers }) => headers.authorization === `Bearer ${key}`)).toBe(true)
  expect(JSON.stringify(asked.map(({ body }) => body))).not.toContain(key)
  expect(JSON.stringify(told)).not.toContain(key)
  expect(filesWith(key, opened.root)).toEqual([])
  expect(filesWith(key, home)).toEqual(['keys.json'])
  expect(JSON.stringify(await opened.room.keys.list())).toContain('"lastUsedAt":"')
})

it('a conference through a model service holds OpenAI to the flat profile and understands what it says in it', async () => {
  const { url, asked } = await scriptedService(({ body }) => {
    const decision = body.response_format?.json_schema.name === 'tool_decision_envelope'
    return { text: decision ? wise(body).replace('"final"', '"final","tool":null,"args":null') : wise(body) }
  })
  const opened = await openTestRoom()
  await speakThrough(opened, 'continuity', { provider: 'openai', baseUrl: url })
  const { state } = await opened.turn('continuity', question, { requireTool: true })
  expect(state).toBe('accepted')
  const [call, decision] = asked.map(({ body }) => body.response_format?.json_schema)
  expect(call?.schema).not.toHaveProperty('anyOf')
  expect(decision?.schema).toMatchObject({ required: ['action', 'tool', 'args', 'nonce'] })
})

it('a conference through a model service forces the one tool of Anthropic where a shape is asked, and sends none where prose is', async () => {
  const { url, asked } = await messagesService(({ body }) => {
    const text = wise({ messages: body.messages ?? [] })
    return body.tools
      ? said([{ type: 'tool_use', id: 't', name: 'envelope', input: JSON.parse(text) }], 'tool_use')
      : said([{ type: 'text', text }])
  })
  const opened = await openTestRoom()
  await speakThrough(opened, 'continuity', { provider: 'anthropic', baseUrl: url })
  const { state, receipts } = await opened.turn('continuity', question, { requireTool: true })
  expect([state, receipts.length]).toEqual(['accepted', 1])
  expect(asked.map(({ body }) => body.tool_choice ?? null)).toEqual([
    { type: 'tool', name: 'envelope' },
    { type: 'tool', name: 'envelope' },
    null,
  ])
  expect(asked[0]?.body.tools).toMatchObject([{ name: 'envelope', input_schema: { anyOf: expect.any(Array) } }])
  expect(asked.every(({ body }) => body.max_tokens === 1200)).toBe(true)
})

it.each([400, 422])(
  'a service that takes no schema is asked once more without it after %i, then never again, and its agent says so',
  async status => {
    const { url, asked } = await scriptedService(({ body }) =>
      body.response_format ? { status } : { text: wise(body) },
    )
    const opened = await openTestRoom()
    await speakThrough(opened, 'continuity', { provider: 'custom', baseUrl: url })
    const agent = await opened.agent('continuity')
    expect(await opened.room.agentModels.status(agent)).toMatchObject({ structured: 'schema-paired' })

    const first = await opened.turn('continuity', question, { requireTool: true })
    expect([first.state, first.receipts.length]).toEqual(['accepted', 1])
    expect(shapes(asked)).toEqual(['tool_call_envelope', null, null, null])
    expect(await opened.room.agentModels.status(agent)).toMatchObject({ status: 'ready', structured: 'none' })
    await opened.turn('continuity', question, { requireTool: true })
    expect(shapes(asked).slice(4)).toEqual([null, null, null])
  },
)

it('a service that takes no schema has its replies read as strictly as any other', async () => {
  const { url } = await scriptedService(({ body }) =>
    body.response_format ? { status: 400 } : { text: `Sure! ${wise(body)}` },
  )
  const opened = await openTestRoom()
  await speakThrough(opened, 'continuity', { provider: 'custom', baseUrl: url })
  const { state, stopHook, receipts } = await opened.turn('continuity', question, { requireTool: true })
  expect([state, stopHook?.type, receipts]).toEqual(['rejected', 'tool_call_rejected', []])
})

describe('a service that fails after a tool has run', () => {
  let opened: OpenedRoom
  beforeAll(async () => {
    opened = await openTestRoom()
  })
  afterAll(() => opened.close())

  it.each([
    ['provider_rate_limited', { status: 429, headers: { 'retry-after': '0' } }, 2],
    ['provider_server_error', { status: 500 }, 2],
    ['provider_timeout', 'silence', 1],
    ['provider_unreachable', { hangsUp: true }, 2],
    ['provider_bad_request', { raw: 'garbage' }, 1],
    ['provider_bad_request', { raw: '{"error":{"message":"bad"}}' }, 1],
    ['provider_empty', { text: '' }, 2],
    ['provider_auth', { status: 401 }, 1],
    ['model_missing', { status: 404 }, 1],
  ] satisfies [string, Reply, number][])(
    'a service that fails after a tool has run ends the turn with %s, runs no tool again and lets the next one in',
    async (code, failing, calls) => {
      let broken = true
      const { url, asked } = await scriptedService(({ body }) => {
        const text = wise(body)
        return broken && text.includes('Evidence:') ? failing : { text }
      })
      const maxRetries = calls - 1
      await speakThrough(opened, 'continuity', { provider: 'custom', baseUrl: url, timeoutMs: 1000, maxRetries })
      const turn = await opened.turn('continuity', question, { requireTool: true })
      expect(turn).toMatchObject({
        state: 'error',
        content: `STOP_HOOK: error\nReason: ${code}`,
        stopHook: { type: 'error', code },
      })
      expect(turn.receipts).toHaveLength(1)
      expect(turn.events.filter(({ type }) => type === 'tool.started')).toHaveLength(1)
      expect(asked).toHaveLength(2 + calls)
      // The same call again, word for word.
      expect(new Set(asked.slice(2).map(({ body }) => JSON.stringify(body))).size).toBe(1)
      expect(await opened.room.turnQueue.view()).toEqual({ holder: null, waiting: [] })
      broken = false
      expect((await opened.turn('continuity', question, { requireTool: true })).state).toBe('accepted')
    },
  )
})

/** Paths under a folder whose bytes hold a text. */
function filesWith(text: string, folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => readFileSync(path).includes(text))
    .map(path => path.slice(folder.length + 1))
}
