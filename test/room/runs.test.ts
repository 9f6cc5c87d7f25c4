import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Room } from '../../src/room/room.ts'
import {
  cancelRun,
  markInterruptedRuns,
  resumeRun,
  runNamed,
  startRun,
  type WantedRun,
} from '../../src/room/runs/lifecycle.ts'
import { runEvents, runFiles } from '../../src/room/runs/run-store.ts'
import { type OpenedRoom, openTestRoom } from './support/open-room.ts'

const scene = 'Story/Scenes/SCN-04-the-causeway.md'
const quote = 'Ines pushed the hair out of her green eyes and walked faster.'
const accepted = `Green eyes.\nEvidence: ${scene}: "${quote}" receipt_id: {{receipt:last}}`

let opened: OpenedRoom
let room: Room
beforeAll(async () => {
  opened = await openTestRoom()
  room = opened.room
})
afterAll(() => opened.close())

async function look(runId: string) {
  const files = runFiles(room, runId)
  return { run: await runNamed(room, runId), steps: await files.steps.read(), cache: await files.cache.read(), files }
}

async function whole(wanted: WantedRun) {
  const { run_id } = await startRun(room, wanted)
  await room.jobs.wait(run_id)
  return look(run_id)
}

function recipe(recipe_id: string, parts: { [key: string]: unknown }): string {
  mkdirSync(join(room.control, 'recipes'), { recursive: true })
  const made = { recipe_id, label: 'Own', task_patterns: [], phase_a: [], phase_b: [], dod: [], ...parts }
  writeFileSync(join(room.control, 'recipes', `${recipe_id}.json`), JSON.stringify(made))
  return recipe_id
}

const reading = { step_id: 'read', tool: 'file_reader', args: { file_path: scene }, output_slot: 'text' }
const looking = {
  step_id: 'look',
  agent_archetype: 'critic',
  input_slots: ['text'],
  output_slot: 'note',
  prompt_type: 'review',
}

it.each<[string, WantedRun['args']]>([
  ['structural_outline', {}],
  ['structural_canon', { scene_path: scene }],
  ['analytical_scene_validate', { scene_path: scene }],
  ['analytical_prose', { scene_path: scene }],
  ['analytical_consistency', { file_paths: [scene, 'Compendium/Characters/CHAR-ines-varga.md'] }],
])('runs on the built-in responder do %s to the end', async (recipe_id, args) => {
  const { run, steps, cache } = await whole({ recipe_id, args })
  expect(run).toMatchObject({ status: 'done', phase: 'complete', error: null, attempt: 1 })
  expect(steps.map(({ status }) => status)).toEqual(Array.from({ length: run.total_steps }, () => 'done'))
  expect(run.dod.every(({ ok }) => ok)).toBe(true)
  expect(Object.keys(cache)).toEqual(steps.map(({ output_slot }) => output_slot))
})

it('runs on the built-in responder stop where something has to be written', async () => {
  const { run, steps } = await whole({ recipe_id: 'creative_draft_scene', args: { scene_path: scene } })
  expect(run).toMatchObject({ status: 'failed', error: 'step_failed:write:scope-exceeded', phase: 'b' })
  expect(steps.map(({ step_id, status }) => `${step_id} ${status}`)).toEqual([
    'read_outline done',
    'draft_check done',
    'find_cards done',
    'compare done',
    'plan done',
    'write failed',
  ])
})

it('a run runs tools with receipts of its own session and keeps what they put out', async () => {
  const { run, steps, cache } = await whole({ recipe_id: 'structural_canon', args: { scene_path: scene } })
  const receipts = await room.audit.receiptsOf(`pipeline-${run.run_id}`)
  expect(receipts).toHaveLength(2)
  expect(receipts[1]).toMatchObject({
    run_id: run.run_id,
    turn_id: 'step-1',
    agent_id: null,
    surface: 'run',
    nonce: null,
    tool_id: 'canon_checker',
  })
  expect(steps[1]).toMatchObject({
    step_index: 1,
    tool: 'canon_checker',
    receipt_id: receipts[1]?.receipt_id,
    output_hash: receipts[1]?.outputs.sha256,
  })
  expect(cache.canon).toMatchObject({ type: 'pointer', data: { phase: 'compare', status: 'contradiction' } })
})

it('a run hands an agent the slots as data, and keeps its text without the Evidence line, with the verdict', async () => {
  const model = opened.script('critic', [accepted])
  const own = recipe('own', { phase_a: [reading], phase_b: [looking] })
  const { cache, steps } = await whole({ recipe_id: own, description: 'Look at the eyes.' })
  expect(cache.note).toMatchObject({
    type: 'artifact',
    agent_id: 'critic',
    text: 'Green eyes.',
    evidence: { status: 'accepted', spans: [{ path: scene }] },
  })
  expect(steps[1]).toMatchObject({
    agent_id: 'critic',
    input_slot_refs: ['text'],
    turn_id: expect.stringMatching(/^turn_/),
  })
  const shown = model.requests[0]?.messages.at(-1)?.content ?? ''
  expect(shown).toContain('Look at the eyes.')
  expect(shown).toContain('<<<DATA')
  expect(shown).not.toContain('ABSTAIN')
})

it.each<[what: string, error: string, parts: object, replies?: string[]]>([
  [
    'a rejected text',
    'grounding_required:missing-receipt',
    { phase_b: [looking] },
    ['ABSTAIN', accepted.replace('{{receipt:last}}', 'rcpt_000000000000')],
  ],
  ['a stop of the agent', 'conflict', { phase_b: [looking] }, ['STOP_HOOK: conflict\nNo.']],
  ['a provider that fails', 'error:provider_auth', { phase_b: [looking] }, ['{{fail:provider_auth}}']],
  ['no agent of the kind', 'no_agent', { phase_b: [{ ...looking, agent_archetype: 'librarian' }] }],
  [
    'an address that leads nowhere',
    'ref_unresolved:path',
    { phase_a: [{ ...reading, args: { file_path: { $ref: 'task.args.path' } } }] },
  ],
  ['a tool that fails', 'file_not_found', { phase_a: [{ ...reading, args: { file_path: 'Story/none.md' } }] }],
])('a run fails with %s', async (_, error, parts, replies = []) => {
  opened.script('critic', replies)
  const { run, steps } = await whole({ recipe_id: recipe('failing', { phase_a: [reading], ...parts }) })
  expect(run.status).toBe('failed')
  expect(steps.at(-1)).toMatchObject({ status: 'failed', error })
  expect(run.error).toBe(`step_failed:${steps.at(-1)?.step_id}:${error}`)
})

it('a run has a receipt of arguments that turned out not to fit', async () => {
  const open = { ...reading, args: { file_path: { $ref: 'task.args.path' } } }
  const { run, steps } = await whole({ recipe_id: recipe('open', { phase_a: [open] }), args: { path: 7 } })
  expect(run).toMatchObject({ status: 'failed', error: 'step_failed:read:invalid-args' })
  const [receipt] = await room.audit.receiptsOf(run.session_id)
  expect(receipt).toMatchObject({ ok: false, error: { code: 'invalid-args' }, inputs: { file_path: 7 } })
  expect(steps[0]?.receipt_id).toBe(receipt?.receipt_id)
  expect((await room.telemetry.summary()).tools.file_reader?.errors).toMatchObject({ 'invalid-args': 1 })
})

it('a run is not done before every check holds, and says which does not', async () => {
  const dod = [
    { check: 'slot_not_null', slot: 'text' },
    { check: 'slot_field_equals', slot: 'text', field: 'file_path', expected: scene },
    { check: 'slot_field_equals', slot: 'text', field: 'start_line', expected: 2 },
    { check: 'file_exists', path: scene },
    { check: 'file_exists', path: 'Story/none.md' },
  ]
  const { run } = await whole({ recipe_id: recipe('checked', { phase_a: [reading], dod }) })
  expect(run).toMatchObject({ status: 'failed', phase: 'dod', error: 'dod_failed:slot_field_equals' })
  expect(run.dod.map(({ ok }) => ok)).toEqual([true, true, false, true, false])
})

it('a run ends when it is cancelled in a call that hangs, and goes on from there without running its tools again', async () => {
  const own = recipe('own', { phase_a: [reading], phase_b: [looking] })
  opened.script('critic', ['{{hang}}'])
  const { run_id, status } = await startRun(room, { recipe_id: own })
  expect(status).toBe('pending')
  await expect.poll(async () => (await runNamed(room, run_id)).phase).toBe('b')
  await expect(resumeRun(room, run_id)).rejects.toMatchObject({ wire: 'run_state' })
  expect(await cancelRun(room, run_id)).toMatchObject({ status: 'cancelled', error: null })
  expect((await look(run_id)).steps.map(({ status }) => status)).toEqual(['done', 'cancelled'])
  await expect(cancelRun(room, run_id)).rejects.toMatchObject({ wire: 'run_state', details: { status: 'cancelled' } })

  opened.script('critic', [accepted])
  expect(await resumeRun(room, run_id)).toMatchObject({ status: 'pending', attempt: 2 })
  await room.jobs.wait(run_id)
  const { run, steps } = await look(run_id)
  expect(run).toMatchObject({ status: 'done', attempt: 2 })
  expect(steps.map(({ step_index, status, attempt }) => [step_index, status, attempt])).toEqual([
    [0, 'done', 1],
    [1, 'cancelled', 1],
    [1, 'done', 2],
  ])
  expect(await room.audit.receiptsOf(run.session_id)).toHaveLength(1)
  await expect(resumeRun(room, run_id)).rejects.toMatchObject({ wire: 'run_state', details: { status: 'done' } })
})

it('a run is left as it is when the program ends, and marked as interrupted when the room opens again', async () => {
  const critic = opened.script('critic', ['{{hang}}', accepted])
  const { run_id } = await startRun(room, { recipe_id: recipe('own', { phase_a: [reading], phase_b: [looking] }) })
  // Left before its model is asked, the run would meet the call that hangs only when it is resumed.
  await expect.poll(() => critic.requests.length).toBe(1)
  expect(await markInterruptedRuns(room)).toEqual([])
  await room.jobs.leave()
  expect((await runNamed(room, run_id)).status).toBe('running')
  expect(await markInterruptedRuns(room)).toEqual([run_id])
  await resumeRun(room, run_id)
  await room.jobs.wait(run_id)
  expect((await runNamed(room, run_id)).status).toBe('done')
})

it('a run is not resumed when its slots or its recipe are not what they were', async () => {
  opened.script('critic', ['STOP_HOOK: error\nNo.'])
  const own = recipe('own', { phase_a: [reading], phase_b: [looking] })
  const first = await whole({ recipe_id: own })
  await first.files.cache.change(cache => {
    const { text } = cache
    if (text?.type !== 'pointer') throw new Error('There is no slot.')
    return { next: { ...cache, text: { ...text, sha256: 'a'.repeat(64) } }, result: null }
  })
  await expect(resumeRun(room, first.run.run_id)).rejects.toMatchObject({ code: 'AUDIT_TAMPERED' })

  opened.script('critic', ['STOP_HOOK: error\nNo.', accepted])
  const second = await whole({ recipe_id: own })
  recipe('own', { phase_a: [reading], phase_b: [looking], label: 'Another' })
  await resumeRun(room, second.run.run_id)
  await room.jobs.wait(second.run.run_id)
  expect(await runNamed(room, second.run.run_id)).toMatchObject({ status: 'failed', error: 'recipe_changed' })
})

it('a run is started once per key, and never from a recipe that cannot be', async () => {
  const wanted = { recipe_id: 'structural_outline', idempotencyKey: 'k' }
  const [one, two] = await Promise.all([startRun(room, wanted), startRun(room, wanted)])
  expect(two.run_id).toBe(one.run_id)
  await room.jobs.wait(one.run_id)
  recipe('broken', { phase_a: [{ ...reading, tool: 'shell' }] })
  await expect(startRun(room, { recipe_id: 'broken' })).rejects.toMatchObject({ wire: 'unknown_recipe' })
  await expect(startRun(room, { recipe_id: 'none' })).rejects.toMatchObject({ wire: 'unknown_recipe' })
  await expect(runNamed(room, 'run_000000000000')).rejects.toMatchObject({ wire: 'not_found' })
  await expect(runNamed(room, '../issues')).rejects.toMatchObject({ wire: 'not_found' })
})

it('a run reports its steps', async () => {
  const { run } = await whole({ recipe_id: recipe('read', { phase_a: [reading] }) })
  const events = runEvents(room, run.run_id)
  expect(await events.isKnown()).toBe(true)
  expect((await events.after(0)).map(({ seq, type }) => [seq, type])).toEqual([
    [1, 'run.step.started'],
    [2, 'run.step.finished'],
    [3, 'run.finished'],
  ])
  expect((await events.after(2))[0]?.data).toMatchObject({ run_id: run.run_id, status: 'done', error: null })
  expect(await events.isOver()).toBe(true)
  expect(await runEvents(room, 'run_000000000000').isKnown()).toBe(false)
})

it('a run leaves an audit that verifies, and cannot be resumed once a receipt was changed', async () => {
  expect((await room.audit.verify()).status).toBe('ok')
  opened.script('critic', ['STOP_HOOK: error\nNo.'])
  const own = recipe('own', { phase_a: [reading], phase_b: [looking] })
  const { run } = await whole({ recipe_id: own })
  const log = join(room.control, 'audit', 'sessions', run.session_id, 'tool_receipts.jsonl')
  const line = readFileSync(log, 'utf8')
  writeFileSync(log, line.replace('"ok":true', '"ok":false'))
  await expect(resumeRun(room, run.run_id)).rejects.toMatchObject({ code: 'AUDIT_TAMPERED' })
})
