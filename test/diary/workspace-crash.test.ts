import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { carryOver, writtenIn } from '../../src/diary/workspace/carry.ts'
import { alone } from '../../src/diary/workspace/locks.ts'
import { openWorkspace } from '../../src/diary/workspace/open.ts'
import { loadProject } from '../../src/diary/workspace/project.ts'
import { swapIn } from '../../src/diary/workspace/swap.ts'
import { withLock } from '../../src/files/lock.ts'
import { workers } from '../crash/processes.ts'
import { chainFor, claudeLines, itemFor, ledger, readJson, ref, type Turn } from './build-workspace.ts'
import type { Calling, Command } from './clerk.ts'
import { type Desk, openDesk } from './desk.ts'

const start = workers<Command>('test/diary/clerk.ts')
const kills = Number(process.env.DAYBOOK_CRASH_ROUNDS ?? 25)
const eight = [0, 1, 2, 3, 4, 5, 6, 7]

/** A day of one session with so many turns of two lines. */
function openDay(turns: number): Promise<Desk> {
  const lines = claudeLines(turns * 2)
  const spans = Array.from({ length: turns }, (_, index): [number, number] => [index * 2 + 1, index * 2 + 2])
  return openDesk({ projects: [{ sessions: [{ lines, turns: spans }] }] })
}

const evidence = (turn: number): Calling => ({
  name: 'write_evidence',
  args: { project_key: ledger, session_ref: 'S0001', evidence_chain: chainFor(ref('T', turn), turn * 2 + 1) },
})
const item = (workItem: string, covered: Turn[]): Calling => ({
  name: 'write_work_item',
  args: { project_key: ledger, work_item: itemFor(workItem, covered) },
})

const cardOf = (desk: Desk) => join(desk.root, 'projects', ledger, 'evidence', 'S0001.json')

function chained(desk: Desk): string[] {
  const path = cardOf(desk)
  if (!existsSync(path)) return []
  const card = readJson(path) as { evidence_chains: Array<{ turn_ref: string }> }
  return card.evidence_chains.map(chain => chain.turn_ref)
}

/** Throws when the lock of the card cannot be had within a second. */
function lockIsFree(desk: Desk): Promise<void> {
  return withLock(join(desk.root, '.locks', `evidence.${ledger}.S0001`), 'named', 1000, async () => {})
}

async function clerkAt(desk: Desk, clerk = start()) {
  await clerk.ask({ do: 'open', home: desk.home, root: desk.root })
  return clerk
}

async function answers(clerk: Awaited<ReturnType<typeof clerkAt>>, calls: Calling[]): Promise<string[]> {
  clerk.send({ do: 'calls', calls })
  const said: string[] = []
  for (const _ of calls) said.push((await clerk.next()).status)
  return said
}

describe('Eight processes', () => {
  it('append 400 chains to one session, and all of them are there', async () => {
    const desk = await openDay(400)
    const clerks = await Promise.all(eight.map(() => clerkAt(desk)))
    const said = await Promise.all(
      clerks.map((clerk, n) =>
        answers(
          clerk,
          Array.from({ length: 50 }, (_, index) => evidence(n * 50 + index)),
        ),
      ),
    )
    await Promise.all(clerks.map(clerk => clerk.end()))
    expect(said.flat().filter(status => status === 'appended')).toHaveLength(400)
    expect(chained(desk).sort()).toEqual(Array.from({ length: 400 }, (_, index) => ref('T', index)))
    expect((await desk.call('diary_status', {})).projects).toMatchObject([{ turns: 400, chains: 400 }])
    expect(readdirSync(join(cardOf(desk), '..'))).toEqual(['S0001.json'])
  })

  it('that write the same turn, ref or coverage agree on one of them', async () => {
    const desk = await openDay(20)
    const clerks = await Promise.all(eight.map(() => clerkAt(desk)))
    const tally = async (callOf: (n: number) => Calling) => {
      const said = await Promise.all(clerks.map((clerk, n) => answers(clerk, [callOf(n)])))
      return said.flat().sort().join(' ')
    }
    const one = ['appended', ...eight.slice(1).map(() => 'invalid')].join(' ')
    expect(await tally(() => evidence(0))).toBe(one)
    await Promise.all(clerks.map((clerk, n) => answers(clerk, [evidence(n + 1)])))
    await Promise.all(clerks.map((clerk, n) => answers(clerk, [evidence(n + 9)])))
    expect(await tally(n => item('W0001', [['S0001', ref('T', n + 1)]]))).toBe(one)
    expect(await tally(n => item(ref('W', n + 1), [['S0001', ref('T', 9)]]))).toBe(one)
    await Promise.all(clerks.map(clerk => clerk.end()))
    expect((await desk.call('diary_status', {})).projects).toMatchObject([
      { chains: 17, work_items: 2, covered_turns: 2 },
    ])
  })
})

describe('A process killed with SIGKILL', () => {
  it('at any step of a write leaves the old card or the new one, and its lock free', async () => {
    const desk = await openDay(80)
    await desk.call('write_evidence', evidence(0).args)
    let turn = 1
    let ready = start()
    for (let at = 1; ; at++) {
      const clerk = await clerkAt(desk, ready)
      // The next one loads the program meanwhile.
      ready = start()
      await clerk.ask({ do: 'die', at })
      clerk.send({ do: 'calls', calls: [evidence(turn)] })
      const answer = await clerk.next()
      if (answer?.status === 'appended') {
        await Promise.all([clerk.kill(), ready.kill()])
        expect(at).toBeGreaterThan(20)
        break
      }
      const before = chained(desk)
      expect(before.length === turn || before.length === turn + 1).toBe(true)
      await lockIsFree(desk)
      const again = await desk.call('write_evidence', evidence(turn).args)
      expect(again.status).toBe(before.length === turn ? 'appended' : 'invalid')
      turn++
      expect(chained(desk)).toHaveLength(turn)
    }
    const folder = join(cardOf(desk), '..')
    const left = readdirSync(folder).filter(name => name.endsWith('.tmp'))
    expect(left.length).toBeGreaterThan(0)
    for (const name of left) utimesSync(join(folder, name), 1, 1)
    await desk.call('write_evidence', evidence(turn + 1).args)
    expect(readdirSync(folder)).toEqual(['S0001.json'])
  })

  it(`at random times, ${kills} times over, loses nothing it had acknowledged`, async () => {
    const desk = await openDay(kills * 30)
    const acknowledged = new Set<string>()
    let turn = 0
    let next = clerkAt(desk)
    for (let round = 0; round < kills; round++) {
      const clerk = await next
      next = clerkAt(desk)
      const calls = Array.from({ length: 29 }, (_, index) => evidence(turn + index))
      clerk.send({ do: 'calls', calls })
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
  })

  it('at any step of an exchange leaves the old workspace or the new one, finished by whoever comes next', async () => {
    let ready = start()
    for (let at = 1; ; at++) {
      const desk = await openDay(2)
      await desk.call('write_evidence', evidence(0).args)
      stage(desk, '.staging-1')
      writeFileSync(join(desk.root, 'report.md'), 'old report')
      const clerk = await clerkAt(desk, ready)
      ready = start()
      await clerk.ask({ do: 'die', at })
      clerk.send({
        do: 'swap',
        root: desk.root,
        staging: '.staging-1',
        trash: '.trash-1',
        previous: '20260512T000000Z',
      })
      const answer = await clerk.next()
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
      if (answer === undefined) continue
      await ready.kill()
      expect(at).toBeGreaterThan(15)
      expect(readdirSync(desk.root).filter(name => /staging|trash/.test(name))).toEqual([])
      break
    }
  })
})

describe('A refresh that races with writers', () => {
  it('keeps every chain that was acknowledged', async () => {
    const desk = await openDay(60)
    const clerks = await Promise.all([0, 1, 2].map(() => clerkAt(desk)))
    const writing = Promise.all(
      clerks.map((clerk, n) =>
        answers(
          clerk,
          Array.from({ length: 20 }, (_, index) => evidence(n * 20 + index)),
        ),
      ),
    )
    let running = true
    void writing.finally(() => {
      running = false
    })
    let refreshed = 0
    for (; running || refreshed < 10; refreshed++) {
      await refresh(desk, refreshed)
      // Without a pause the writers would hardly ever find the workspace free.
      await sleep(20)
    }
    expect((await writing).flat()).toEqual(Array.from({ length: 60 }, () => 'appended'))
    await Promise.all(clerks.map(clerk => clerk.end()))
    await refresh(desk, refreshed)
    expect(chained(desk).sort()).toEqual(Array.from({ length: 60 }, (_, index) => ref('T', index)))
  })
})

describe('A disk that takes no more bytes', () => {
  it('refuses the write and leaves the old card', async () => {
    const desk = await openDay(3)
    await desk.call('write_evidence', evidence(0).args)
    const before = readFileSync(cardOf(desk), 'utf8')
    // 1.5 MiB in blocks of 512 bytes: more than the database, less than a card with two such chains.
    const clerk = start(command => ['sh', '-c', 'ulimit -f 3072; exec "$@"', 'sh', ...command])
    await clerk.ask({ do: 'open', home: desk.home, root: desk.root })
    const large = (turn: number): Calling => {
      const quote = { text: 'word '.repeat(180_000), citations: [{ lines: `${turn * 2 + 1}-${turn * 2 + 1}` }] }
      const { trigger, ...chain } = chainFor(ref('T', turn), turn * 2 + 1)
      const evidence_chain = { ...chain, trigger: { ...trigger, quoted_messages: [quote] } }
      return { name: 'write_evidence', args: { project_key: ledger, session_ref: 'S0001', evidence_chain } }
    }
    clerk.send({ do: 'calls', calls: [large(1), large(2), large(2)] })
    expect((await clerk.next()).status).toBe('appended')
    const middle = readFileSync(cardOf(desk), 'utf8')
    expect(middle.length).toBeGreaterThan(before.length)
    for (const _ of [1, 2]) {
      expect(await clerk.next()).toMatchObject({ status: 'invalid', errors: [{ path: 'workspace' }] })
      expect(readFileSync(cardOf(desk), 'utf8')).toBe(middle)
    }
    await clerk.kill()
    expect(readdirSync(join(cardOf(desk), '..'))).toEqual(['S0001.json'])
    expect((await desk.call('write_evidence', large(2).args)).status).toBe('appended')
  })
})

/** A freshly prepared day beside the present one: the same turns, another label, nothing written. */
function stage(desk: Desk, name: string, label = 'fresh'): string {
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

/** What prepare --refresh does: everything anew, then what survives, then the exchange. */
async function refresh(desk: Desk, round: number): Promise<void> {
  const staging = `.staging-${round}`
  await alone(desk.root, 30_000, async () => {
    stage(desk, staging, `round ${round}`)
    const project = await loadProject(await openWorkspace(desk.app.diary), ledger)
    const written = await writtenIn(project)
    const { chains } = carryOver([written], [written])
    const card = {
      schema_version: 1,
      project_key: ledger,
      session_ref: 'S0001',
      evidence_chains: chains.map(each => each.chain),
    }
    mkdirSync(join(desk.root, staging, 'projects', ledger, 'evidence'))
    writeFileSync(join(desk.root, staging, 'projects', ledger, 'evidence', 'S0001.json'), JSON.stringify(card))
    await swapIn(desk.root, { staging, trash: `.trash-${round}`, previous: `${round}` })
  })
}
