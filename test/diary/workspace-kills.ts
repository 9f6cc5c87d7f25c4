import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { withLock } from '../../src/files/lock.ts'
import { type Worker, workers } from '../crash/processes.ts'
import { chainFor, claudeLines, itemFor, ledger, readJson, ref, type Turn } from './build-workspace.ts'
import type { Calling, Command } from './clerk.ts'
import { type Desk, openDesk } from './desk.ts'

export type Clerk = Worker<Command>

/** To be called at the top of a test file, whose end ends the processes. */
export const startClerks = () => workers<Command>('test/diary/clerk.ts')

type Start = ReturnType<typeof startClerks>

/** A day of one session with so many turns of two lines. */
export function openDay(turns: number): Promise<Desk> {
  const lines = claudeLines(turns * 2)
  const spans = Array.from({ length: turns }, (_, index): [number, number] => [index * 2 + 1, index * 2 + 2])
  return openDesk({ projects: [{ sessions: [{ lines, turns: spans }] }] })
}

export const evidence = (turn: number): Calling => ({
  name: 'write_evidence',
  args: { project_key: ledger, session_ref: 'S0001', evidence_chain: chainFor(ref('T', turn), turn * 2 + 1) },
})

export const evidenceFrom = (turn: number, count: number): Calling[] =>
  Array.from({ length: count }, (_, index) => evidence(turn + index))

export const item = (workItem: string, covered: Turn[]): Calling => ({
  name: 'write_work_item',
  args: { project_key: ledger, work_item: itemFor(workItem, covered) },
})

export const cardOf = (desk: Desk) => join(desk.root, 'projects', ledger, 'evidence', 'S0001.json')

export function chained(desk: Desk): string[] {
  const path = cardOf(desk)
  if (!existsSync(path)) return []
  const card = readJson(path) as { evidence_chains: Array<{ turn_ref: string }> }
  return card.evidence_chains.map(chain => chain.turn_ref)
}

export async function openAt(desk: Desk, clerk: Clerk): Promise<Clerk> {
  await clerk.ask({ do: 'open', home: desk.home, root: desk.root })
  return clerk
}

export async function answers(clerk: Clerk, calls: Calling[]): Promise<string[]> {
  clerk.send({ do: 'calls', calls })
  const said: string[] = []
  for (const _ of calls) said.push((await clerk.next()).status)
  return said
}

/** Several processes append so many chains each to one session. */
export async function appendAtOnce(clerks: Clerk[], each: number): Promise<void> {
  const total = each * clerks.length
  const desk = await openDay(total)
  await Promise.all(clerks.map(clerk => openAt(desk, clerk)))
  const said = await Promise.all(clerks.map((clerk, n) => answers(clerk, evidenceFrom(n * each, each))))
  expect(said.flat().filter(status => status === 'appended')).toHaveLength(total)
  expect(chained(desk).sort()).toEqual(Array.from({ length: total }, (_, index) => ref('T', index)))
  expect((await desk.call('diary_status', {})).projects).toMatchObject([{ turns: total, chains: total }])
  expect(readdirSync(join(cardOf(desk), '..'))).toEqual(['S0001.json'])
}

/** The processes are killed at the first point where a write asks something of the file system, then `stride` later. */
export async function killAmidWrite(start: Start, stride: number): Promise<void> {
  const desk = await openDay(maxPoints)
  await desk.call('write_evidence', evidence(0).args)
  let turn = 1
  let ended: number | undefined
  let ready = start()
  for (let at = 1; at < maxPoints && ended === undefined; at += stride) {
    const clerk = await openAt(desk, ready)
    // The next one loads the program meanwhile.
    ready = start()
    await clerk.ask({ do: 'die', at })
    clerk.send({ do: 'calls', calls: [evidence(turn)] })
    const answer = await clerk.next()
    await clerk.kill()
    if (answer?.status === 'appended') ended = at
    const before = chained(desk)
    expect(before.length === turn || before.length === turn + 1).toBe(true)
    await lockIsFree(desk)
    const again = await desk.call('write_evidence', evidence(turn).args)
    expect(again.status).toBe(before.length === turn ? 'appended' : 'invalid')
    turn++
    expect(chained(desk)).toHaveLength(turn)
  }
  await ready.kill()
  expect(ended).toBeGreaterThan(20)
  const folder = join(cardOf(desk), '..')
  const left = readdirSync(folder).filter(name => name.endsWith('.tmp'))
  expect(left.length).toBeGreaterThan(0)
  for (const name of left) utimesSync(join(folder, name), 1, 1)
  await desk.call('write_evidence', evidence(turn + 1).args)
  expect(readdirSync(folder)).toEqual(['S0001.json'])
}

/** One process after the other is killed at a random time while it writes. */
export async function killAtRandom(start: Start, kills: number): Promise<void> {
  const desk = await openDay(kills * 30)
  const acknowledged = new Set<string>()
  let turn = 0
  let next = openAt(desk, start())
  for (let round = 0; round < kills; round++) {
    const clerk = await next
    next = openAt(desk, start())
    clerk.send({ do: 'calls', calls: evidenceFrom(turn, 29) })
    // Mostly it is let to warm up, so that the kill falls among its writes and not before them.
    const first = round % 4 === 0 ? [] : [await clerk.next()]
    await sleep(Math.random() * 60)
    for (const answer of [...first, ...(await clerk.kill())]) {
      expect(answer).toMatchObject({ status: 'appended' })
      acknowledged.add(answer.turn_ref)
    }
    const there = chained(desk)
    expect([...acknowledged].filter(each => !there.includes(each))).toEqual([])
    expect(new Set(there).size).toBe(there.length)
    turn = there.length
    await lockIsFree(desk)
    expect(await desk.call('write_evidence', evidence(turn).args)).toMatchObject({ status: 'appended' })
    turn++
  }
  await (await next).kill()
  expect(acknowledged.size).toBeGreaterThan(kills / 2)
}

/** The processes are killed while they put a new workspace in place of the old one, each `stride` points later. */
export async function killAmidExchange(start: Start, stride: number): Promise<void> {
  let ended: number | undefined
  let ready = start()
  for (let at = 1; at < maxPoints && ended === undefined; at += stride) {
    const desk = await openDay(2)
    await desk.call('write_evidence', evidence(0).args)
    stage(desk, '.staging-1')
    writeFileSync(join(desk.root, 'report.md'), 'old report')
    const clerk = await openAt(desk, ready)
    ready = start()
    await clerk.ask({ do: 'die', at })
    const exchange = { staging: '.staging-1', trash: '.trash-1', previous: '20260512T000000Z' }
    clerk.send({ do: 'swap', root: desk.root, ...exchange })
    if ((await clerk.next()) !== undefined) ended = at
    await clerk.kill()

    // The new workspace has another label and no chain; the old chain is kept aside.
    const [{ project_label, chains }] = (await desk.call('diary_status', {})).projects
    const old = { project_label: 'ledger', chains: 1 }
    const fresh = { project_label: 'fresh', chains: 0 }
    expect([old, fresh]).toContainEqual({ project_label, chains })
    if (project_label === 'fresh') {
      const kept = join(desk.root, 'previous', '20260512T000000Z')
      expect(readFileSync(join(kept, 'report.md'), 'utf8')).toBe('old report')
      expect(existsSync(join(kept, 'projects', ledger, 'evidence', 'S0001.json'))).toBe(true)
      expect(existsSync(join(desk.root, 'report.md'))).toBe(false)
      expect((await desk.call('write_evidence', evidence(0).args)).status).toBe('appended')
    }
    expect(existsSync(join(desk.root, '.swap.json'))).toBe(false)
    if (ended) expect(readdirSync(desk.root).filter(name => /staging|trash/.test(name))).toEqual([])
  }
  await ready.kill()
  expect(ended).toBeGreaterThan(15)
}

/** A freshly prepared day beside the present one: the same turns, another label, nothing written. */
export function stage(desk: Desk, name: string, label = 'fresh'): string {
  const staging = join(desk.root, name)
  mkdirSync(staging)
  cpSync(join(desk.root, 'projects'), join(staging, 'projects'), {
    recursive: true,
    filter: source => !source.endsWith('evidence') && !source.endsWith('.tmp'),
  })
  cpSync(join(desk.root, 'metadata.json'), join(staging, 'metadata.json'))
  const file = join(staging, 'projects', ledger, 'project.json')
  writeFileSync(file, JSON.stringify({ ...(readJson(file) as object), project_label: label }))
  return staging
}

/** More than a write or an exchange ever asks of the file system. */
const maxPoints = 120

/** Throws when the lock of the card cannot be had within a second. */
function lockIsFree(desk: Desk): Promise<void> {
  return withLock(join(desk.root, '.locks', `evidence.${ledger}.S0001`), 'named', 1000, async () => {})
}
