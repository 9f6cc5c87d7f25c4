import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { type App, openApp } from '../../../src/app.ts'
import { callOperation, createEmptyStore } from '../../support/engines.ts'
import { type BranchingDb, openBranching } from './branching-db.ts'
import { handleOf } from './sessions.ts'
import { callOf, essence, predict, type Step } from './steps.ts'
import { expectedState, modelled, stateOf } from './store.ts'
import { cloneWorld, latest, newWorld, project, type World } from './world.ts'

interface Exploration {
  /** Calls executed and compared. */
  calls: number
  /** Different states reached, those that differ only by the names of the two sessions counted once. */
  states: number
}

type Lab = App & { db: BranchingDb }

const sessions = ['one', 'two']

/**
 * Runs every interleaving of the two sessions' steps up to a length and compares answers and stored state with the
 * model after each. A state that was reached before with as many steps left has the same futures and is not entered
 * again; the rows are compared in full, so nothing hides behind that.
 */
export async function explore({ setup, records, length }: { setup: Step[]; records: string[]; length: number }) {
  const opened = await openApp(await createEmptyStore('sqlite'))
  const db = await openBranching()
  const lab: Lab = { ...opened, db }
  const start = Date.parse('2025-02-10T08:00:00.000Z')
  const world = newWorld(new Date(start).toISOString())
  await callOperation(appOn(lab, world, 'nobody'), 'create_project', { name: project, id: project })
  for (const step of setup) await take(lab, world, step)
  const found: Exploration = { calls: 0, states: 0 }
  const explored = new Map<string, number>()
  await enter(world, length, [])
  await db.close()
  await opened.close()
  return found

  async function enter(at: World, left: number, path: Step[]): Promise<void> {
    const key = keyOf(at)
    const before = explored.get(key)
    if (before !== undefined && before >= left) return
    explored.set(key, left)
    if (before === undefined) {
      found.states++
      const { violations } = await callOperation(appOn(lab, at, 'nobody'), 'check_records')
      if (violations.length > 0) expect({ path, violations }).toEqual({ path, violations: [] })
    }
    if (left === 0) return
    for (const step of letters(at, records)) {
      found.calls++
      await db.branch(async () => {
        const next = cloneWorld(at)
        await take(lab, next, step, path)
        await enter(next, left - 1, [...path, step])
      })
    }
  }
}

/** Six things each session may do to each record; an update and a transition always have something to change. */
function letters(world: World, records: string[]): Step[] {
  return sessions.flatMap((who): Step[] => [
    ...records.flatMap((id): Step[] => {
      const { body, state } = latest(world, id).content
      return [
        { op: 'activate', who, id },
        { op: 'update_record', who, id, body: body === 'a' ? 'b' : 'a' },
        { op: 'transition', who, id, to_state: state === 'OPEN' ? 'LATER' : 'OPEN', reason: 'because' },
      ]
    }),
    { op: 'sync_session', who },
    { op: 'save_session', who },
    { op: 'close_session', who },
  ])
}

async function take(lab: Lab, world: World, step: Step, path: Step[] = []): Promise<void> {
  world.now = new Date(Date.parse(world.now) + 1000).toISOString()
  const { name, args } = callOf(step)
  const expected = essence(step, predict(world, step))
  const answer = essence(step, await callOperation(appOn(lab, world, step.who), name, args, { project }))
  const state = stateOf(await modelled(lab.db))
  const wanted = expectedState(world)
  if (isDeepStrictEqual(answer, expected) && isDeepStrictEqual(state, wanted)) return
  expect({ path: [...path, step], answer, state }).toEqual({ path: [...path, step], answer: expected, state: wanted })
}

function appOn(lab: Lab, world: World, who: string): App {
  return { ...lab, clock: () => Date.parse(world.now), makeSessionId: () => handleOf(who) }
}

/** All of the state but times, which matter only by their order, and the names of the sessions. */
function keyOf(world: World): string {
  const named = (names: string[]) => {
    const alias = (text: string) =>
      names.reduce((renamed, name, place) => renamed.replaceAll(handleOf(name), `#${place}`), text)
    const touched = [...world.sessions.values()].map(session => session.touched).sort()
    const own = names.map(name => {
      const session = world.sessions.get(handleOf(name))
      if (!session) return null
      const { id: _, conversation: __, touched: at, closed, ...rest } = session
      return { ...rest, closed: closed !== null, order: touched.indexOf(at), views: [...session.views], acks: [] }
    })
    const history = [...world.records.values()].map(versions => versions.map(({ ts: _, ...version }) => version))
    return alias(JSON.stringify([world.tick, own, world.changes, history]))
  }
  const [one = '', two = ''] = [named(sessions), named(sessions.toReversed())]
  return one < two ? one : two
}
