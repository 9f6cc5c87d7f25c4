import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '../../src/files/sha256.ts'
import { canonical } from '../../src/receipts/canonical.ts'
import { isSignedBy, keyOf } from '../../src/receipts/signing.ts'
import { fieldErrors } from '../../src/room/protocol/rejection.ts'
import type { Room } from '../../src/room/room.ts'
import { executeTask } from '../../src/room/tasks/execute-task.ts'
import { roomTaskExecute } from '../../src/room/tasks/operations.ts'
import { TaskPacket } from '../../src/room/tasks/packet.ts'
import { type SealedReceipt, TaskReceipt } from '../../src/room/tasks/receipt.ts'
import { routeTask } from '../../src/room/tasks/route-task.ts'
import { type OpenedRoom, openTestRoom } from './support/open-room.ts'

const scene = 'Story/Scenes/SCN-04-the-causeway.md'
const outline = 'Story/SCN-outline.md'
const request = 'Check scene 4 against canon. Does anything contradict?'

function packetOf(more: Partial<TaskPacket> = {}): TaskPacket {
  return {
    packet_id: 'pkt_0a1b2c3d4e5f',
    parent_issue_id: 1,
    intent: 'continuity_check',
    target: { scene_ref: 'The Causeway', resolution_method: 'number', canonical_path: scene },
    scope: { allowed: [], blocked: [] },
    inputs: { files: [scene, outline], canon: [], context: request },
    constraints: { rules: [], pov: '', tense: '', style: '', forbidden: [] },
    output_contract: { output_mode: 'json_only', expected_artifacts: [], stop_conditions: [] },
    handoff: { required_next_step: '', report_to_chief_only: true },
    timestamp: '2026-03-01T12:00:00.000Z',
    requested_by: { agent_id: 'chief', reason: '' },
    ...more,
  }
}

const quote = 'Ines pushed the hair out of her green eyes and walked faster.'
const call = `{"tool":"file_reader","args":{"file_path":"${scene}"},"nonce":"{{nonce}}"}`
const final = '{"action":"final","nonce":"{{nonce}}"}'

function reportOf(more: { [field: string]: unknown } = {}): string {
  return JSON.stringify({
    inputs_used: [scene],
    outputs_produced: [],
    reasoning_summary: 'Read it.',
    decisions: [],
    checks_performed: ['read'],
    assumptions: [],
    risks: [],
    next_recommended_action: { intent: 'edit_scene', reason: 'The eyes are gray in canon.' },
    stop_hook: { triggered: false },
    citations: [`${scene}: "${quote}" receipt_id: {{receipt:last}}`],
    report_excerpt: `Her eyes are green here.\nEvidence: ${scene}: "${quote}" receipt_id: {{receipt:last}}`,
    ...more,
  })
}

async function executed(room: Room, more: Partial<TaskPacket> = {}, agentId = 'continuity') {
  return executeTask(room, { packet: packetOf(more), agentId })
}

async function sealedOf(room: Room, filename: string | undefined): Promise<SealedReceipt> {
  return JSON.parse((await room.audit.issueFile(1, filename ?? ''))?.toString() ?? '')
}

/** A request that the Chief or the rules made a packet of. */
async function routed(room: Room, given: Parameters<typeof routeTask>[1]) {
  const { packet, ...rest } = await routeTask(room, given)
  if (!packet) throw new Error('There is no packet.')
  return { packet, ...rest }
}

it('packets are closed, and say every field that is missing or wrong', () => {
  expect(fieldErrors(TaskPacket, packetOf())).toEqual([])
  const { intent: _, ...rest } = packetOf()
  const wrong = { ...rest, packet_id: 'x', more: 1, handoff: { required_next_step: 'x' }, attempt: 0 }
  expect(fieldErrors(TaskPacket, wrong)).toEqual([
    'attempt:invalid',
    'handoff.report_to_chief_only:missing',
    'intent:missing',
    'more:invalid',
    'packet_id:invalid',
  ])
  expect(fieldErrors(TaskPacket, packetOf({ intent: 'clarify' }))).toEqual(['clarification:missing'])
  const one = { question: 'Which?', choices: ['a'] }
  expect(fieldErrors(TaskPacket, packetOf({ intent: 'clarify', clarification: one }))).toEqual([
    'clarification.choices:invalid',
  ])
})

it('packets are made by rules where the Chief has no model, and filed with the issue', async () => {
  const { room } = await openTestRoom()
  const { packet, fallback, taskId, details } = await routed(room, { message: request, issueId: 1 })
  expect({ fallback, details }).toEqual({ fallback: false, details: undefined })
  expect(taskId).toMatch(/^task_[0-9a-f]{16}$/)
  expect(packet).toMatchObject({
    parent_issue_id: 1,
    intent: 'continuity_check',
    target: { resolution_method: 'number', canonical_path: scene },
    inputs: { files: [scene, outline] },
    output_contract: { output_mode: 'json_only', expected_artifacts: [] },
    requested_by: { agent_id: 'chief' },
  })
  expect(fieldErrors(TaskPacket, packet)).toEqual([])
  const [entry] = (await room.audit.issue(1))?.entries ?? []
  expect(entry).toMatchObject({ kind: 'packet', packetId: packet.packet_id })
  expect(JSON.parse(String(await room.audit.issueFile(1, entry?.filename ?? '')))).toEqual(packet)

  const intents = await Promise.all(
    ['Reorder the outline', 'Write it', 'Copyedit this', 'Give reader feedback', 'Prioritise the issues'].map(
      async message => (await routed(room, { message, issueId: 2 })).packet.intent,
    ),
  )
  expect(intents).toEqual(['plan_scene', 'write_beat', 'edit_scene', 'critique_scene', 'summarize_context'])
})

it('packets ask which file is meant when a named one is none or several, and take the choice', async () => {
  const { room } = await openTestRoom()
  const unclear = await routed(room, { message: 'Check scene 42 against canon.', issueId: 1 })
  expect(unclear.packet).toMatchObject({
    intent: 'clarify',
    target: { scene_ref: 'scene 42', resolution_method: 'none' },
  })
  expect(unclear.packet.clarification?.choices).toHaveLength(4)
  const missing = await routed(room, { message: 'Check Story/Scenes/SCN-04-the-causewy.md.', issueId: 1 })
  expect(missing.packet.clarification?.choices[0]).toBe(scene)
  const chosen = await routed(room, {
    message: 'Check scene 42 against canon.',
    issueId: 1,
    clarificationChoice: scene,
    parentPacketId: unclear.packet.packet_id,
  })
  expect(chosen.packet).toMatchObject({
    intent: 'continuity_check',
    parent_packet_id: unclear.packet.packet_id,
    target: { canonical_path: scene, resolution_method: 'path' },
  })
  await expect(routed(room, { message: 'x', issueId: 1, clarificationChoice: 'Story/none.md' })).rejects.toMatchObject({
    wire: 'invalid_request',
  })
})

it('packets are the Chief’s own where they fit, with what the server knows set by it; else the rules make one', async () => {
  const { room, script, agent } = await openTestRoom()
  const { packet_id: _id, timestamp: _at, requested_by: _by, ...written } = packetOf({ intent: 'finalize' })
  script('chief', [
    JSON.stringify({ ...written, parent_issue_id: 99, packet_id: 'mine', requested_by: { reason: 'so' } }),
  ])
  const { packet, fallback } = await routed(room, { message: request, issueId: 2 })
  expect(fallback).toBe(false)
  expect(packet).toMatchObject({
    intent: 'finalize',
    parent_issue_id: 2,
    requested_by: { agent_id: 'chief', reason: 'so' },
  })
  expect(packet.packet_id).toMatch(/^pkt_/)

  const bad = { ...written, inputs: { ...written.inputs, files: ['Story/none.md'] } }
  const model = script('chief', [JSON.stringify(bad), '{}', '{{fail:provider_auth}}'])
  const plain = await routed(room, { message: request, issueId: 2, fallback: true })
  expect(plain).toMatchObject({ fallback: true, packet: { intent: 'continuity_check' } })
  expect(model.requests).toHaveLength(2)
  expect(model.requests[1]?.messages.at(-1)?.content).toContain('inputs.files[0]:invalid')
  expect(await routed(room, { message: request, issueId: 2, fallback: true })).toMatchObject({
    fallback: true,
    details: ['provider_auth'],
  })

  await expect(routed(room, { message: 'x', issueId: 99 })).rejects.toMatchObject({ wire: 'not_found' })
  const { id } = await agent('chief')
  await room.agents.change(registry => ({
    next: { ...registry, agents: registry.agents.map(each => (each.id === id ? { ...each, enabled: false } : each)) },
    result: null,
  }))
  await expect(routed(room, { message: 'x', issueId: 1 })).rejects.toMatchObject({
    wire: 'chief_required',
    details: { count: 0 },
  })
})

it('A packet that does not fit is a STOP_HOOK, and the rules make one only where they are asked to', async () => {
  const { room, script } = await openTestRoom()
  script('chief', ['I would give this to the critic.', 'To the critic, I said.', '{{fail:provider_auth}}'])
  expect(await routeTask(room, { message: request, issueId: 1 })).toMatchObject({
    packet: null,
    fallback: false,
    stopHook: { type: 'invalid-packet' },
    content: 'STOP_HOOK: error\nReason: invalid-packet',
  })
  expect(await routeTask(room, { message: request, issueId: 1 })).toMatchObject({
    packet: null,
    stopHook: { type: 'error', detail: 'provider_auth' },
    content: 'STOP_HOOK: error\nReason: error',
    details: ['provider_auth'],
  })
  expect((await room.audit.issue(1))?.entries ?? []).toEqual([])
})

it('carrying out a packet ends, without a model, in a sealed report that is filed, linked and commented in the issue', async () => {
  const { room } = await openTestRoom()
  const { packet } = await routed(room, { message: request, issueId: 1 })
  const done = await executeTask(room, { packet: JSON.stringify(packet), agentId: 'continuity' })
  expect(done.stopHook).toBeNull()
  expect(fieldErrors(TaskReceipt, done.receipt)).toEqual([])
  expect(done.receipt).toMatchObject({
    packet_id: packet.packet_id,
    issue_id: 1,
    actor: { agent_id: 'continuity', provider: 'builtin', decoding: { source: 'unknown' } },
    stop_hook: { triggered: false },
    attempt: 1,
  })
  expect(done.receipt.report_excerpt).toContain('green eyes')
  expect(done.toolReceipts).toHaveLength(1)
  const entries = (await room.audit.issue(1))?.entries ?? []
  expect(entries.map(({ kind }) => kind)).toEqual(['packet', 'receipt', 'session-receipts', 'session-receipts-ref'])
  expect(done.audit).toEqual([entries[1]?.filename, entries[2]?.filename])

  const { receipt, seal } = await sealedOf(room, entries[1]?.filename)
  const key = keyOf(Buffer.from(readFileSync(join(room.control, 'audit', 'secret.key'), 'utf8'), 'base64'))
  expect(receipt).toEqual(done.receipt)
  expect(seal).toMatchObject({ key_id: key.id, sha256: sha256(canonical(receipt)) })
  expect(isSignedBy(key, receipt, seal.signature)).toBe(true)

  expect((await room.issues.get(1))?.comments.at(-1)).toMatchObject({
    author: 'system',
    action: { type: 'receipt', details: { receipt_id: receipt.receipt_id, task_id: done.taskId } },
  })
  expect((await room.audit.verify()).status).toBe('ok')
})

it('carrying out a packet takes a report that holds, from whatever model', async () => {
  const { room, script } = await openTestRoom()
  const model = script('continuity', [call, final, reportOf({ packet_id: 'pkt_0a1b2c3d4e5f', issue_id: 1 })])
  const done = await executed(room)
  expect(done).toMatchObject({ stopHook: null, receipt: { actor: { provider: 'scripted', model: 'script' } } })
  expect(model.requests).toHaveLength(3)
  expect(model.requests[0]?.messages.at(-1)?.content).toContain(request)
})

it('carrying out a packet stops before it begins when artifacts are wanted and none is named', async () => {
  const { room, script } = await openTestRoom()
  const model = script('continuity', [])
  const contract = { output_mode: 'patch' as const, expected_artifacts: [], stop_conditions: [] }
  expect(await executed(room, { output_contract: contract })).toMatchObject({
    stopHook: { type: 'expected-artifacts', detail: 'patch' },
    toolReceipts: [],
  })
  expect(model.requests).toHaveLength(0)
})

it('carrying out a packet tries as often as the settings say when there is no report at all', async () => {
  const { room, script } = await openTestRoom()
  await room.workspace.changeSettings({ tasks: { maxAttempts: 1 } })
  const model = script('continuity', [call, final, '{"inputs_used":[]}', 'prose', reportOf()])
  const done = await executed(room)
  expect(done).toMatchObject({ stopHook: { type: 'invalid-receipt' }, receipt: { attempt: 1 } })
  expect(model.requests).toHaveLength(4)
})

it('carrying out a packet ends at once when the agent stops or cannot be reached', async () => {
  const { room, script } = await openTestRoom()
  script('continuity', ['STOP_HOOK: conflict\nTwo cards disagree.'])
  expect(await executed(room)).toMatchObject({ stopHook: { type: 'conflict' }, receipt: { attempt: 1 } })
  script('continuity', ['{{fail:provider_auth}}'])
  expect(await executed(room)).toMatchObject({ stopHook: { type: 'error', detail: 'provider_auth' } })
})

it('carrying out a packet keeps tools away from what the packet blocks', async () => {
  const { room, script } = await openTestRoom()
  const model = script('continuity', [call, '{{fail:provider_auth}}'])
  const { taskId } = await executed(room, { scope: { allowed: [], blocked: [scene, 'file_locator'] } })
  expect((await room.audit.receiptsOf(taskId))[0]).toMatchObject({ ok: false, error: { code: 'path_denied' } })
  expect(model.requests[0]?.messages.at(-1)?.content).not.toMatch(/allowed.*file_locator/i)
})

it('carrying out a packet refuses what does not fit or is not there, and does a task once per key', async () => {
  const { room, script, context } = await openTestRoom()
  const packet = packetOf({ inputs: { files: ['Story/none.md'], canon: [], context: '' } })
  await expect(executeTask(room, { packet, agentId: 'continuity' })).rejects.toMatchObject({
    wire: 'packet_invalid',
    details: { details: ['inputs.files[0]:invalid'] },
  })
  await expect(executeTask(room, { packet: '{', agentId: 'continuity' })).rejects.toMatchObject({
    wire: 'packet_invalid',
    details: { details: ['object:invalid'] },
  })
  await expect(executed(room, { parent_issue_id: 99 })).rejects.toMatchObject({ wire: 'not_found' })
  await expect(executed(room, {}, 'nobody')).rejects.toMatchObject({ wire: 'not_found' })

  const model = script('continuity', [call, final, reportOf()])
  const input = { packet: { ...packetOf() }, agentId: 'continuity', idempotencyKey: 'once' }
  const [first, second] = await Promise.all([
    roomTaskExecute.run(input, context()),
    roomTaskExecute.run(input, context()),
  ])
  expect(second).toEqual(first)
  expect(model.requests).toHaveLength(3)
})

describe('a report that does not hold', () => {
  let shared: OpenedRoom
  beforeAll(async () => {
    shared = await openTestRoom()
  })
  afterAll(() => shared.close())

  it.each<[type: string, detail: string, report: { [field: string]: unknown }, packet: Partial<TaskPacket>]>([
    ['mismatched-receipt', 'packet_id', { packet_id: 'pkt_ffffffffffff' }, {}],
    ['mismatched-receipt', 'issue_id', { issue_id: 2 }, {}],
    ['unexpected-artifacts', 'outputs_produced[0]', { outputs_produced: ['draft.md'] }, {}],
    ['unverified-inputs', 'inputs_used[1]', { inputs_used: [scene, 'Compendium/Lore/CONCEPT-fog-law.md'] }, {}],
    [
      'invalid-evidence',
      'citations[0]:quote-not-found',
      { citations: [`${scene}: "Ines pushed the boat away" receipt_id: {{receipt:last}}`] },
      {},
    ],
    [
      'invalid-evidence',
      'citations[0]:missing-receipt',
      { citations: [`${scene}: "${quote}" receipt_id: rcpt_000000000000`] },
      {},
    ],
    ['invalid-evidence', 'report_excerpt:missing', { report_excerpt: 'All is well.' }, {}],
  ])('%s (%s) is put on record in place of a report that does not hold', async (type, detail, report, packet) => {
    const { room, script } = shared
    const attempt = [call, final, reportOf(report)]
    const model = script('continuity', [...attempt, ...attempt])
    const done = await executed(room, packet)
    expect(done).toMatchObject({
      stopHook: { type, detail },
      content: `STOP_HOOK: error\nReason: ${type}`,
      receipt: {
        attempt: 2,
        stop_hook: { triggered: true, type, detail },
        report_excerpt: `STOP_HOOK: error\nReason: ${type}`,
      },
    })
    expect(model.requests).toHaveLength(6)
    expect(done.toolReceipts).toHaveLength(2)
    const entries = (await room.audit.issue(1))?.entries ?? []
    expect(entries.slice(-3).map(({ kind }) => kind)).toEqual(['receipt', 'session-receipts', 'session-receipts-ref'])
    expect((await sealedOf(room, entries.at(-3)?.filename)).receipt).toEqual(done.receipt)
  })

  it.each([
    [
      'quote-not-found',
      `Blue.\nEvidence: ${scene}: "Ines shut her blue eyes for a moment" receipt_id: {{receipt:last}}`,
    ],
    ['missing-quote', `A problem with the pacing.\nEvidence: ${scene} line 17 receipt_id: {{receipt:last}}`],
    ['missing', 'All is well.'],
    ['multiple', `Green.\nEvidence: ${scene}: "${quote}"\nEvidence: ${scene}: "${quote}"`],
    ['missing-receipt', `Green.\nEvidence: ${scene}: "${quote}" receipt_id: rcpt_000000000000`],
    ['wrong-source', `Green.\nEvidence: ${outline} line 5`],
    ['cot-leak', `I will look.\nEvidence: ${scene}: "${quote}"`],
    ['tool-syntax', `It says file_reader(x).\nEvidence: ${scene}: "${quote}"`],
  ])(
    'D8: a report that does not hold is refused for the same reason as the reply in a chat: %s',
    async (reason, text) => {
      const { room, script, turn } = shared
      await room.workspace.changeSettings({ 'evidence.retries': 0, 'tasks.maxAttempts': 1 })
      script('critic', [call, final, text])
      expect(await turn('critic', 'What colour are her eyes?')).toMatchObject({ stopHook: { code: reason } })
      script('critic', [call, final, reportOf({ report_excerpt: text, citations: [] })])
      expect(await executed(room, {}, 'critic')).toMatchObject({
        stopHook: { type: 'invalid-evidence', detail: `report_excerpt:${reason}` },
      })
    },
  )

  it.each([
    ['tool_call_invalid_format', `Sure: ${call}`],
    ['tool_call_nonce_invalid', call.replace('{{nonce}}', '0'.repeat(32))],
    ['tool_call_unknown_tool', call.replace('file_reader', 'shell')],
    ['tool_call_invalid_args', call.replace('"file_path"', '"nothing"')],
    ['tool_call_multiple', `${call}${call}`],
  ])('D8: a report that does not hold ends like a chat at a call that does not hold: %s', async (code, text) => {
    const { room, script, turn } = shared
    script('critic', [text])
    expect(await turn('critic', 'What colour are her eyes?')).toMatchObject({ state: 'rejected', stopHook: { code } })
    script('critic', [text, text])
    const done = await executed(room, {}, 'critic')
    expect(done).toMatchObject({ stopHook: { type: 'tool_call_rejected', detail: code }, toolReceipts: [] })
  })

  it('a report that does not hold leaves an audit that verifies', async () => {
    expect((await shared.room.audit.verify()).status).toBe('ok')
  })
})
