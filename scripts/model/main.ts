// Chats with an agent whose replies are genuine tokens of stories15M. Started by `npm run test:model`.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Answer, startDaybook } from './daybook.ts'
import { type ServedCall, serveModel } from './service.ts'
import { openTextGenerator, promptTokens } from './text-generator.ts'

const [weights = ''] = process.argv.slice(2)
const home = realpathSync(mkdtempSync(join(tmpdir(), 'daybook-model-')))
const workspace = join(home, 'workspace')
const generator = openTextGenerator(weights)
const service = await serveModel(generator)
const daybook = await startDaybook(home)
const required = { requireTool: true }
const question = 'Where does Ines cross the causeway?'
const mood = {
  type: 'object',
  properties: { mood: { type: 'string', enum: ['calm', 'tense', 'sad'] }, why: { type: 'string', maxLength: 30 } },
  required: ['mood', 'why'],
  additionalProperties: false,
}
try {
  print(`stories15M sees ${generator.context} tokens; the service uses the last ${promptTokens} of every prompt.`)
  mkdirSync(workspace)
  await daybook.ask('POST', '/api/workspace', { path: workspace, name: 'Model', sample: true })
  const endpoint = { provider: 'custom', baseUrl: service.url, model: 'stories15M', maxOutputTokens: 170 }
  await daybook.ask('PUT', '/api/agent-endpoints/critic', { ...endpoint, timeoutMs: 300_000 })

  const one = { requireTool: true, allowedTools: ['file_locator'] }
  const located = await chat('one tool, prose', { message: question, toolPolicy: one })
  assert.ok(located.ended.receipts.length > 0, 'a valid envelope was generated and its tool was run')
  const free = await chat('all tools, prose', { message: question, toolPolicy: required })
  assert.ok(free.ended.receipts.length > 0, 'whatever tool it chose was run')
  const object = await chat('one tool, object', { message: question, toolPolicy: one, responseSchema: mood })
  assert.equal(object.ended.state, 'accepted', 'an object that fits is accepted')
  assert.ok(['calm', 'tense', 'sad'].includes(JSON.parse(object.ended.content).mood))
  const raw = await chat('raw', { message: 'Once upon a time there was a keeper of a bell.', skipTools: true })
  assert.equal(raw.ended.state, 'accepted')
  await cancelled()

  const report = await daybook.ask('POST', '/api/audit/verify', {})
  assert.equal(report.status, 'ok', 'every receipt verifies')
  const generated = service.calls.flatMap(call => call.generated ?? [])
  const tokens = sum(generated.map(each => each.tokens))
  const seconds = sum(generated.map(each => each.milliseconds)) / 1000
  const all = tokens + sum(generated.map(each => each.promptTokens))
  print(
    `${service.calls.length} model calls, ${tokens} tokens generated, ${all} with prompts, ${(all / seconds).toFixed(1)} tokens/s.`,
  )
  print('All receipts verify. No step broke.')
} finally {
  await daybook.close()
  service.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
}

/** One turn with progress events; the journal must hold what the model really generated. */
async function chat(about: string, request: object) {
  const before = service.calls.length
  const progress: number[] = []
  const done = await daybook.watch('/api/ai/chat', { agentId: 'critic', ...request }, event => {
    if (event.event === 'turn.progress') progress.push(event.bytes)
  })
  assert.equal(done.event, 'turn.done', 'the stream ends with the answer')
  assert.ok(
    progress.some(bytes => bytes > 0),
    'progress was reported while the reply grew',
  )
  const ended = journaled(done)
  assert.ok(['accepted', 'rejected', 'stopped'].includes(ended.state), `a turn ended ${ended.state}`)
  assert.equal(done.state, ended.state)
  assert.deepEqual(done.receipts, ended.receipts)
  sameCalls(ended.modelCalls, service.calls.slice(before))
  for (const id of ended.receipts) {
    const receipt = await daybook.ask('GET', `/api/audit/receipts/${id}`)
    assert.match(JSON.stringify(receipt), new RegExp(id), 'the receipt can be shown')
  }
  const calls = service.calls.slice(before)
  const steps = calls.map(
    call => `${call.schema ?? 'prose'} ${call.generated?.tokens}${call.generated?.finish === 'length' ? ' (cut)' : ''}`,
  )
  const tools = ended.calls.map(({ toolId, ok }: Answer) => `${toolId} ${ok ? 'ok' : 'failed'}`).join(', ')
  const verdict = ended.stopHook ? `${ended.stopHook.type} ${ended.stopHook.code ?? ended.stopHook.reason ?? ''}` : ''
  print(
    `${about}: ${steps.join(', ')}; ran ${tools || 'nothing'}; ${ended.state} ${ended.verdict?.reason ?? ''} ${verdict}`,
  )
  print(`  end of the reply: ${JSON.stringify(calls.at(-1)?.generated?.text.slice(0, 110))}`)
  return { ended }
}

/** A turn that is cancelled while the model generates. */
async function cancelled(): Promise<void> {
  const turnId = `turn_${randomBytes(8).toString('hex')}`
  let asked = false
  const request = { agentId: 'critic', turnId, message: 'Tell me of the fog.', skipTools: true }
  const done = await daybook.watch('/api/ai/chat', request, event => {
    if (asked || event.event !== 'turn.progress' || !(event.bytes > 0)) return
    asked = true
    void daybook.ask('POST', `/api/ai/turns/${turnId}/cancel`, {})
  })
  assert.equal(done.state, 'cancelled', 'a turn can be cancelled while the model generates')
  assert.equal(journaled(done).modelCalls[0].reply, null, 'nothing of it is kept')
  print('cancelled while generating: nothing kept')
}

function journaled({ sessionId, turnId }: Answer): Answer {
  const file = join(workspace, '.control-room/chats', sessionId, 'turns.jsonl')
  const lines: Answer[] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  const ended = lines.find(line => line.type === 'ended' && line.turnId === turnId)
  assert.ok(ended, 'the turn is in the journal')
  return ended
}

function sameCalls(kept: Answer[], served: readonly ServedCall[]): void {
  assert.equal(kept.length, served.length, 'every model call is in the journal, and no other')
  for (const [index, { generated, schema, streamed }] of served.entries()) {
    assert.ok(generated && streamed)
    assert.equal(kept[index].schema, schema)
    assert.deepEqual(kept[index].usage, { input: generated.promptTokens, output: generated.tokens })
    assert.equal(kept[index].reply.sha256, createHash('sha256').update(generated.text).digest('hex'))
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0)
}

function print(line: string): void {
  process.stdout.write(`${line.trimEnd()}\n`)
}
