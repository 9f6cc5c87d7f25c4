import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Answer } from '../../http/serving.ts'
import { type RoomServer, roomServer } from './room-server.ts'

const scene = 'Story/Scenes/SCN-04-the-causeway.md'

let server: RoomServer
beforeAll(async () => {
  server = await roomServer()
})
afterAll(() => server.close())

function read(answer: Answer) {
  const isJson = answer.headers['content-type']?.startsWith('application/json')
  return { status: answer.status, text: answer.text, json: isJson ? answer.json() : undefined }
}

const get = async (path: string) => read(await server.get(path))
const post = async (path: string, body?: unknown) => read(await server.post(path, body))

async function ended(runId: string) {
  await expect.poll(async () => (await get(`/api/runs/${runId}`)).json.status).toMatch(/done|failed/)
  return (await get(`/api/runs/${runId}`)).json
}

it('a fresh machine without a model indexes the canon and serves it', async () => {
  const started = await post('/api/canon/index')
  expect(started).toMatchObject({ status: 202, json: { status: 'building' } })
  await expect.poll(async () => (await get('/api/canon/index/status')).json.status).toBe('indexed')
  expect((await get('/api/canon/index/status')).json).toMatchObject({ fileCount: 8, cardCount: 8, stale: [] })
  expect((await get('/api/file?path=Canon.md')).json).toMatchObject({ origin: 'virtual', readonly: true })
  expect(await post('/api/canon/index', { wait: true })).toMatchObject({
    status: 200,
    json: { status: 'indexed', fileCount: 8, fallbacks: 0, failures: [] },
  })
  expect(await post('/api/canon/index/retry', { wait: true })).toMatchObject({ status: 200 })
  expect(await post('/api/canon/index/cancel')).toMatchObject({ status: 202, json: { status: 'idle' } })
  const events = await get('/api/canon/index/events?after=0')
  expect(events.text).toContain('event: canon.finished')
})

it('a fresh machine without a model runs a recipe, and shows everything about it', async () => {
  const args = { scene_path: scene }
  const started = await post('/api/runs', { recipe_id: 'analytical_scene_validate', args })
  expect(started.status).toBe(201)
  const id = started.json.run_id
  const run = await ended(id)
  expect(run).toMatchObject({ status: 'done', cache_summary: { comment: { type: 'artifact' } } })
  expect(run.steps).toHaveLength(4)
  expect((await get(`/api/runs/${id}/steps`)).json.steps[0]).toMatchObject({ tool: 'scene_draft_validator' })
  expect((await get(`/api/runs/${id}/cache/canon`)).json).toMatchObject({
    type: 'pointer',
    data: { status: 'contradiction' },
  })
  expect((await get('/api/runs?status=done')).json.runs[0]).toMatchObject({ run_id: id })
  expect((await get('/api/runs?recipe_id=none')).json.runs).toEqual([])
  const events = (await get(`/api/runs/${id}/events`)).text
  expect(events.match(/event: run\.step\.finished/g)).toHaveLength(4)
  expect(events).toContain('event: run.finished')
  expect((await get('/api/recipes')).json.recipes).toHaveLength(6)
})

it('a fresh machine without a model routes and carries out a task', async () => {
  const message = 'Check scene 4 against canon. Does anything contradict?'
  const routed = await post('/api/ai/chief/route', { message, issueId: 1 })
  expect(routed).toMatchObject({ status: 200, json: { fallback: false, packet: { intent: 'continuity_check' } } })
  const { packet } = routed.json
  const done = await post('/api/ai/task/execute', { packet, agentId: 'continuity' })
  expect(done).toMatchObject({ status: 200, json: { stopHook: null, receipt: { packet_id: packet.packet_id } } })
  expect((await get('/api/audit/issues/1')).status).toBe(200)
})

it('a fresh machine without a model leaves an audit that verifies', async () => {
  expect((await post('/api/audit/verify')).json).toMatchObject({ status: 'ok' })
})

it.each<[string, string, object | undefined, number, string]>([
  ['POST', '/api/runs', { recipe_id: 'none' }, 400, 'unknown_recipe'],
  ['POST', '/api/runs', { recipe_id: 'structural_outline', more: 1 }, 400, 'invalid_request'],
  ['GET', '/api/runs/run_000000000000', undefined, 404, 'not_found'],
  ['GET', '/api/runs/run_000000000000/steps', undefined, 404, 'not_found'],
  ['GET', '/api/runs/run_000000000000/events', undefined, 404, 'not_found'],
  ['POST', '/api/runs/run_000000000000/cancel', {}, 404, 'not_found'],
  ['POST', '/api/runs/run_000000000000/resume', {}, 404, 'not_found'],
  ['POST', '/api/canon/index', { agentId: 'nobody' }, 404, 'not_found'],
  ['POST', '/api/canon/index', { entries: [{}] }, 422, 'schema_invalid'],
  ['POST', '/api/ai/chief/route', { message: 'x', issueId: 99 }, 404, 'not_found'],
  ['POST', '/api/ai/task/execute', { packet: {}, agentId: 'editor' }, 422, 'packet_invalid'],
])('a room refuses %s %s with %j', async (method, path, body, status, code) => {
  const answer = method === 'GET' ? await get(path) : await post(path, body)
  expect({ status: answer.status, code: answer.json.error.code }).toEqual({ status, code })
})

it('a run that has ended is neither cancelled nor resumed', async () => {
  const { run_id } = (await post('/api/runs', { recipe_id: 'structural_outline' })).json
  await ended(run_id)
  for (const what of ['cancel', 'resume']) {
    const { status, json } = await post(`/api/runs/${run_id}/${what}`)
    expect({ status, error: json.error }).toMatchObject({
      status: 409,
      error: { code: 'run_state', details: { status: 'done' } },
    })
  }
  expect((await get(`/api/runs/${run_id}/cache/none`)).status).toBe(404)
})
