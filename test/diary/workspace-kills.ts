import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { withLock } from '../../src/files/lock.ts'
import { type Worker, workers } from '../crash/processes.ts'
import { AT, P, session } from '../fixtures/transcripts/claude-code/builders.ts'
import {
  type BuiltDay,
  buildWorkspace,
  chainFor,
  claudeLines,
  itemFor,
  ledger,
  readJson,
  ref,
  type Turn,
} from './build-workspace.ts'
import { agentHome, settledFile } from './home.ts'
import { openTestDiary, type TestDiary } from './test-diary.ts'
import type { Calling, Command } from './workspace-process.ts'

export type WorkspaceProcess = Worker<Command>

/** To be called at the top of a test file, whose end ends the processes. */
export const startWriters = () => workers<Command>('test/diary/workspace-process.ts', everyCall)

/** A call of each operation in a home of its own. */
function everyCall(home: string): Command[] {
  const { claude, environment } = agentHome(home)
  settledFile(claude('one'), session(P('One.'), AT('Yes.')))
  const date = '2026-05-12'
  const root = buildWorkspace(join(home, 'diary', 'work', date), dayOf(2))
  const calls = [
    evidence(0),
    { name: 'diary_index', args: {} },
    { name: 'diary_prepare', args: { date, timezone: 'UTC', mode: 'refresh' } },
    { name: 'diary_generate', args: { date, timezone: 'UTC' } },
    { name: 'diary_verify', args: { date } },
    { name: 'diary_forget', args: { session: 'one', confirm: 'one' } },
    { name: 'diary_forgotten', args: {} },
  ]
  return [
    { do: 'open', home, root, environment },
    { do: 'calls', calls },
  ]
}

type Start = ReturnType<typeof startWriters>

/** A day of one session with so many turns of two lines. */
export function openDay(turns: number): Promise<TestDiary> {
  return openTestDiary(dayOf(turns))
}

function dayOf(turns: number): BuiltDay {
  const lines = claudeLines(turns * 2)
  const spans = Array.from({ length: turns }, (_, index): [number, number] => [index * 2 + 1, index * 2 + 2])
  return { projects: [{ sessions: [{ lines, turns: spans }] }] }
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

export const cardOf = (testDiary: TestDiary) => join(testDiary.root, 'projects', ledger, 'evidence', 'S0001.json')

export function chained(testDiary: TestDiary): string[] {
  const path = cardOf(testDiary)
  if (!existsSync(path)) return []
  const card = readJson(path) as { evidence_chains: Array<{ turn_ref: string }> }
  return card.evidence_chains.map(chain => chain.turn_ref)
}

export async function openAt(testDiary: TestDiary, writer: WorkspaceProcess): Promise<WorkspaceProcess> {
  await writer.ask({ do: 'open', home: testDiary.home, root: testDiary.root })
  return writer
}

export async function answers(writer: WorkspaceProcess, calls: Calling[]): Promise<string[]> {
  writer.send({ do: 'calls', calls })
  const said: string[] = []
  for (const _ of calls) said.push((await writer.next()).status)
  return said
}

/** Several processes append so many chains each to one session. */
export async function appendAtOnce(writers: WorkspaceProcess[], each: number): Promise<void> {
  const total = each * writers.length
  const testDiary = await openDay(total)
  await Promise.all(writers.map(writer => openAt(testDiary, writer)))
  const said = await Promise.all(writers.map((writer, n) => answers(writer, evidenceFrom(n * each, each))))
  expect(said.flat().filter(status => status === 'appended')).toHaveLength(total)
  expect(chained(testDiary).sort()).toEqual(Array.from({ length: total }, (_, index) => ref('T', index)))
  expect((await testDiary.call('diary_status', {})).projects).toMatchObject([{ turns: total, chains: total }])
  expect(readdirSync(join(cardOf(testDiary), '..'))).toEqual(['S0001.json'])
}

/** The processes are killed at the first point where a write asks something of the file system, then `stride` later. */
export async function killAmidWrite(start: Start, stride: number): Promise<void> {
  const testDiary = await openDay(maxPoints)
  await testDiary.call('write_evidence', evidence(0).args)
  let turn = 1
  let ended: number | undefined
  let ready = start()
  for (let at = 1; at < maxPoints && ended === undefined; at += stride) {
    const writer = await openAt(testDiary, ready)
    // The next one loads the program meanwhile.
    ready = start()
    await writer.ask({ do: 'die', at })
    writer.send({ do: 'calls', calls: [evidence(turn)] })
    const answer = await writer.next()
    await writer.kill()
    if (answer?.status === 'appended') ended = at
    const before = chained(testDiary)
    expect(before.length === turn || before.length === turn + 1).toBe(true)
    await lockIsFree(testDiary)
    const again = await testDiary.call('write_evidence', evidence(turn).args)
    expect(again.status).toBe(before.length === turn ? 'appended' : 'invalid')
    turn++
    expect(chained(testDiary)).toHaveLength(turn)
  }
  await ready.kill()
  expect(ended).toBeGreaterThan(20)
  const folder = join(cardOf(testDiary), '..')
  const left = readdirSync(folder).filter(name => name.endsWith('.tmp'))
  expect(left.length).toBeGreaterThan(0)
  for (const name of left) utimesSync(join(folder, name), 1, 1)
  await testDiary.call('write_evidence', evidence(turn + 1).args)
  expect(readdirSync(folder)).toEqual(['S0001.json'])
}

/** One process after the other is killed at a random time while it writes. */
export async function killAtRandom(start: Start, kills: number): Promise<void> {
  // More turns than can be written in time: a larger day only makes each write take longer.
  const testDiary = await openDay(kills * (writesEach + 1))
  const acknowledged = new Set<string>()
  let turn = 0
  let next = openAt(testDiary, start())
  for (let round = 0; round < kills; round++) {
    const writer = await next
    next = openAt(testDiary, start())
    writer.send({ do: 'calls', calls: evidenceFrom(turn, writesEach) })
    // Mostly it is let to warm up, so that the kill falls among its writes and not before them.
    const first = round % 4 === 0 ? [] : [await writer.next()]
    await sleep(Math.random() * 60)
    for (const answer of [...first, ...(await writer.kill())]) {
      expect(answer).toMatchObject({ status: 'appended' })
      acknowledged.add(answer.turn_ref)
    }
    const there = chained(testDiary)
    expect([...acknowledged].filter(each => !there.includes(each))).toEqual([])
    expect(new Set(there).size).toBe(there.length)
    turn = there.length
    await lockIsFree(testDiary)
    expect(await testDiary.call('write_evidence', evidence(turn).args)).toMatchObject({ status: 'appended' })
    turn++
  }
  await (await next).kill()
  expect(acknowledged.size).toBeGreaterThan(kills / 2)
}

/** The processes are killed while they put a new workspace in place of the old one, at a first point and each `stride` later. */
export async function killAmidExchange(start: Start, stride: number, first = 1): Promise<void> {
  let ended: number | undefined
  let ready = start()
  for (let at = first; at < maxPoints && ended === undefined; at += stride) {
    const testDiary = await openDay(2)
    await testDiary.call('write_evidence', evidence(0).args)
    stage(testDiary, '.staging-1')
    writeFileSync(join(testDiary.root, 'report.md'), 'old report')
    const writer = await openAt(testDiary, ready)
    ready = start()
    await writer.ask({ do: 'die', at })
    const exchange = { staging: '.staging-1', trash: '.trash-1', previous: '20260512T000000Z' }
    writer.send({ do: 'swap', root: testDiary.root, ...exchange })
    if ((await writer.next()) !== undefined) ended = at
    await writer.kill()

    // The new workspace has another label and no chain; the old chain is kept aside.
    const [{ project_label, chains }] = (await testDiary.call('diary_status', {})).projects
    const old = { project_label: 'ledger', chains: 1 }
    const fresh = { project_label: 'fresh', chains: 0 }
    expect([old, fresh]).toContainEqual({ project_label, chains })
    if (project_label === 'fresh') {
      const kept = join(testDiary.root, 'previous', '20260512T000000Z')
      expect(readFileSync(join(kept, 'report.md'), 'utf8')).toBe('old report')
      expect(existsSync(join(kept, 'projects', ledger, 'evidence', 'S0001.json'))).toBe(true)
      expect(existsSync(join(testDiary.root, 'report.md'))).toBe(false)
      expect((await testDiary.call('write_evidence', evidence(0).args)).status).toBe('appended')
    }
    expect(existsSync(join(testDiary.root, '.swap.json'))).toBe(false)
    if (ended) expect(readdirSync(testDiary.root).filter(name => /staging|trash/.test(name))).toEqual([])
  }
  await ready.kill()
  expect(ended).toBeGreaterThan(15)
}

/** A freshly prepared day beside the present one: the same turns, another label, nothing written. */
export function stage(testDiary: TestDiary, name: string, label = 'fresh'): string {
  const staging = join(testDiary.root, name)
  mkdirSync(staging)
  cpSync(join(testDiary.root, 'projects'), join(staging, 'projects'), {
    recursive: true,
    filter: source => !source.endsWith('evidence') && !source.endsWith('.tmp'),
  })
  cpSync(join(testDiary.root, 'metadata.json'), join(staging, 'metadata.json'))
  const file = join(staging, 'projects', ledger, 'project.json')
  writeFileSync(file, JSON.stringify({ ...(readJson(file) as object), project_label: label }))
  return staging
}

/** More than a process writes in the time it is left. */
const writesEach = 15

/** More than a write or an exchange ever asks of the file system. */
const maxPoints = 120

/** Throws when the lock of the card cannot be had within a second. */
function lockIsFree(testDiary: TestDiary): Promise<void> {
  return withLock(join(testDiary.root, '.locks', `evidence.${ledger}.S0001`), 'named', 1000, async () => {})
}
