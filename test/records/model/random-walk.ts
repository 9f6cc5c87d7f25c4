import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { App } from '../../../src/app.ts'
import { callOperation } from '../../support/engines.ts'
import { handleOf } from './sessions.ts'
import { callOf, essence, predict, type Step } from './steps.ts'
import { type Dump, dump, expectedState, stateOf } from './store.ts'
import { type Answer, latest, newWorld, project, type State, type World } from './world.ts'

/** Numbers a step is made of once it is known what there is to work on, so that a shrunk run still makes sense. */
export interface Impulse {
  who: 'one' | 'two' | 'three'
  what: number
  which: number
  how: number
  wait: number
}

export const impulses = (length: { minLength?: number; maxLength: number }) =>
  fc.array(
    fc.record<Impulse>({
      who: fc.constantFrom('one', 'two', 'three'),
      what: fc.nat(99),
      which: fc.nat(999),
      how: fc.nat(9999),
      wait: fc.nat(99),
    }),
    { ...length, size: 'max' },
  )

const mostRecords = 9
const states: State[] = ['OPEN', 'LATER', 'RESOLVED', 'DISCARDED']

/** The next step of a random run. */
function stepFrom(world: World, { who, what, which, how }: Impulse): Step {
  const ids = [...world.records.keys()]
  const id = which > 985 || ids.length === 0 ? 'R999' : (ids[which % ids.length] ?? 'R999')
  const bits = (from: number, size: number) => Math.floor(how / from) % size
  const named = { who, ...(bits(1, 2) === 0 && { explicit: true }) }
  const key = bits(7, 12) === 0 ? { key: `k${bits(3, 4)}` } : {}
  if (ids.length === 0 || (what < 14 && ids.length < mostRecords)) {
    const under = which % 3 === 0 || ids.length === 0 ? {} : { parent_id: id }
    const state = bits(11, 5) === 0 ? { state: states[bits(2, 4)] ?? 'OPEN', reason: 'from the start' } : {}
    const related = bits(13, 4) === 0 ? { related: [id] } : {}
    return { op: 'create_record', ...named, title: `t${bits(5, 3)}`, ...under, ...state, ...related, ...key }
  }
  if (what < 36) {
    return { op: 'activate', ...named, id, override: bits(3, 5) === 0, if_changed: bits(5, 3) === 0 }
  }
  if (what < 62) return { ...updateFrom(world, id, bits), ...named, ...key }
  if (what < 78) {
    const to_state = states[bits(2, 4)] ?? 'OPEN'
    const resolved_by = to_state === 'RESOLVED' && bits(9, 6) > 0 ? { resolved_by: ids[bits(3, ids.length)] ?? id } : {}
    const reason = bits(5, 4) > 0 ? { reason: `r${bits(5, 2)}` } : {}
    return { op: 'transition', ...named, id, to_state, ...reason, ...resolved_by, force: bits(17, 4) === 0, ...key }
  }
  if (what < 90) {
    return {
      op: 'sync_session',
      ...named,
      detail: bits(2, 3) === 0 ? 'all' : 'net',
      limit: [1, 2, 100, 100][bits(7, 4)] ?? 100,
    }
  }
  return what < 95 ? { op: 'save_session', ...named, ...key } : { op: 'close_session', ...named }
}

function updateFrom(world: World, id: string, bits: (from: number, size: number) => number) {
  const version = world.records.has(id) ? latest(world, id).version : 1
  const others = [...world.records.keys()]
  return {
    op: 'update_record' as const,
    id,
    body: ['a', 'b', 'a\nb\n', 'c'][bits(2, 4)] ?? 'a',
    ...(bits(5, 3) === 0 && { title: `t${bits(3, 3)}` }),
    ...(bits(19, 7) === 0 && { related: [others[bits(2, others.length)] ?? id] }),
    ...(bits(23, 5) === 0 && { metadata: { k: bits(3, 2) === 0 ? null : `v${bits(29, 3)}` } }),
    ...(bits(11, 4) === 0 && { force: true }),
    ...(bits(31, 4) === 0 && { base_version: Math.max(1, version - bits(37, 3)) }),
  }
}

/** Time mostly passes by seconds, now and then by more than a day, and once in a while it is set back. */
function waitOf(wait: number): number {
  if (wait > 97) return -3_600_000
  return wait > 95 ? 25 * 3_600_000 : 1000
}

export interface Lab {
  app: App
  time: { now: number }
  /** Changes a step before it is taken. */
  adapt?: (step: Step) => Step
  /** Called after every step with its answer. */
  onStep?: (step: Step, answer: Answer) => void
}

/** Takes the steps one by one; answers and rows must be what the model predicts, after every single one. */
export async function runRandomWalk(
  { app, time, adapt = step => step, onStep }: Lab,
  run: Impulse[],
  checkEvery = 25,
): Promise<World> {
  let who = 'nobody'
  const lab: App = { ...app, makeSessionId: () => handleOf(who) }
  const world = newWorld(new Date(time.now).toISOString())
  await callOperation(lab, 'create_project', { name: project, id: project })
  const used = new Set<number>()
  const path: Step[] = []
  let before = await dump(app.db)
  for (const impulse of run) {
    time.now += waitOf(impulse.wait)
    // Time decides who was active last, so no two calls share one.
    while (used.has(time.now)) time.now++
    used.add(time.now)
    world.now = new Date(time.now).toISOString()
    const step = adapt(stepFrom(world, impulse))
    path.push(step)
    who = step.who
    const { name, args } = callOf(step)
    const expected = essence(step, predict(world, step))
    const answered = await callOperation(lab, name, args, { project })
    onStep?.(step, answered)
    const after = await dump(app.db)
    const found = { answer: essence(step, answered), state: stateOf(after) }
    const wanted = { answer: expected, state: expectedState(world) }
    if (!isDeepStrictEqual(found, wanted)) expect({ path, ...found }, JSON.stringify(step)).toEqual({ path, ...wanted })
    if (answered.error || answered.applied === false) expectUntouched(before, after, answered, path)
    before = after
    if (path.length % checkEvery === 0) await expectSound(lab, path)
  }
  await expectSound(lab, path)
  return world
}

/** I13: what was refused left no trace; a conflict left its entry in the feed and the time of the session. */
function expectUntouched(before: Dump, after: Dump, answer: { error?: unknown }, path: Step[]): void {
  const judged = (rows: Dump) => (answer.error ? rows : { ...rows, activity: [], sessions: timeless(rows) })
  if (!isDeepStrictEqual(judged(before), judged(after))) {
    expect({ path, rows: judged(after) }).toEqual({ path, rows: judged(before) })
  }
}

function timeless({ sessions = [] }: Dump) {
  return sessions.map(({ last_activity: _, ...session }) => session)
}

async function expectSound(app: App, path: Step[]): Promise<void> {
  const { violations } = await callOperation(app, 'check_records')
  if (violations.length > 0) expect({ path, violations }).toEqual({ path, violations: [] })
}
