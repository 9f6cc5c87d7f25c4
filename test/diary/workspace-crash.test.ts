import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carryOver, readWritten } from '../../src/diary/workspace/carry.ts'
import { withExclusiveLock } from '../../src/diary/workspace/locks.ts'
import { openWorkspace } from '../../src/diary/workspace/open.ts'
import { loadProject } from '../../src/diary/workspace/project.ts'
import { swapIn } from '../../src/diary/workspace/swap.ts'
import { chainFor, ledger, ref } from './build-workspace.ts'
import type { TestDiary } from './test-diary.ts'
import {
  answers,
  appendAtOnce,
  cardOf,
  chained,
  evidence,
  evidenceFrom,
  item,
  killAtRandom,
  openAt,
  openDay,
  stage,
  startWriters,
  type WorkspaceProcess,
} from './workspace-kills.ts'
import type { Calling } from './workspace-process.ts'

const start = startWriters()

describe('Four processes', () => {
  let writers: WorkspaceProcess[] = []
  beforeAll(() => {
    writers = Array.from({ length: 4 }, () => start())
  })
  afterAll(async () => void (await Promise.all(writers.map(writer => writer.end()))))

  it('Four processes append 20 chains to one session, and all of them are there', () => appendAtOnce(writers, 5))

  it('Four processes that write the same turn, ref or coverage agree on one of them', async () => {
    const testDiary = await openDay(20)
    await Promise.all(writers.map(writer => openAt(testDiary, writer)))
    const tally = async (callOf: (n: number) => Calling) => {
      const said = await Promise.all(writers.map((writer, n) => answers(writer, [callOf(n)])))
      return said.flat().sort().join(' ')
    }
    const one = ['appended', ...writers.slice(1).map(() => 'invalid')].join(' ')
    expect(await tally(() => evidence(0))).toBe(one)
    await Promise.all(writers.map((writer, n) => answers(writer, [evidence(n + 1)])))
    await Promise.all(writers.map((writer, n) => answers(writer, [evidence(n + 9)])))
    expect(await tally(n => item('W0001', [['S0001', ref('T', n + 1)]]))).toBe(one)
    expect(await tally(n => item(ref('W', n + 1), [['S0001', ref('T', 9)]]))).toBe(one)
    expect((await testDiary.call('diary_status', {})).projects).toMatchObject([
      { chains: 9, work_items: 2, covered_turns: 2 },
    ])
  })

  it('Four processes lose no chain that was acknowledged to a refresh that races with them', async () => {
    const testDiary = await openDay(60)
    const three = await Promise.all(writers.slice(1).map(writer => openAt(testDiary, writer)))
    const writing = Promise.all(three.map((writer, n) => answers(writer, evidenceFrom(n * 20, 20))))
    let running = true
    void writing.finally(() => {
      running = false
    })
    let refreshed = 0
    for (; (running && refreshed < 1000) || refreshed < 10; refreshed++) {
      await refresh(testDiary, refreshed)
      // Without a pause the writers would hardly ever find the workspace free.
      await sleep(20)
    }
    expect((await writing).flat()).toEqual(Array.from({ length: 60 }, () => 'appended'))
    await refresh(testDiary, refreshed)
    expect(chained(testDiary).sort()).toEqual(Array.from({ length: 60 }, (_, index) => ref('T', index)))
  })
})

describe('A process killed with SIGKILL', () => {
  it('A process killed with SIGKILL at random times, three times over, loses nothing it had acknowledged', () =>
    killAtRandom(start, 3))
})

describe('A disk that takes no more bytes', () => {
  it('A disk that takes no more bytes refuses the write and leaves the old card', async () => {
    const testDiary = await openDay(3)
    await testDiary.call('write_evidence', evidence(0).args)
    const before = readFileSync(cardOf(testDiary), 'utf8')
    // 1.5 MiB in blocks of 512 bytes: more than the database, less than a card with two such chains.
    const writer = start(command => ['sh', '-c', 'ulimit -f 3072; exec "$@"', 'sh', ...command])
    await writer.ask({ do: 'open', home: testDiary.home, root: testDiary.root })
    const large = (turn: number): Calling => {
      const quote = { text: 'word '.repeat(180_000), citations: [{ lines: `${turn * 2 + 1}-${turn * 2 + 1}` }] }
      const { trigger, ...chain } = chainFor(ref('T', turn), turn * 2 + 1)
      const evidence_chain = { ...chain, trigger: { ...trigger, quoted_messages: [quote] } }
      return { name: 'write_evidence', args: { project_key: ledger, session_ref: 'S0001', evidence_chain } }
    }
    writer.send({ do: 'calls', calls: [large(1), large(2), large(2)] })
    expect((await writer.next()).status).toBe('appended')
    const middle = readFileSync(cardOf(testDiary), 'utf8')
    expect(middle.length).toBeGreaterThan(before.length)
    for (const _ of [1, 2]) {
      expect(await writer.next()).toMatchObject({
        status: 'invalid',
        errors: [{ message: 'The disk is full; nothing was written.', hint: expect.stringContaining('disk-full') }],
      })
      expect(readFileSync(cardOf(testDiary), 'utf8')).toBe(middle)
    }
    await writer.kill()
    expect(readdirSync(join(cardOf(testDiary), '..'))).toEqual(['S0001.json'])
    expect((await testDiary.call('write_evidence', large(2).args)).status).toBe('appended')
  })
})

/** What prepare --refresh does: everything anew, then what survives, then the exchange. */
async function refresh(testDiary: TestDiary, round: number): Promise<void> {
  const staging = `.staging-${round}`
  await withExclusiveLock(testDiary.root, 30_000, async () => {
    stage(testDiary, staging, `round ${round}`)
    const project = await loadProject(await openWorkspace(testDiary.app.diary), ledger)
    const written = await readWritten(project)
    const { chains } = carryOver([written], [written])
    const card = {
      schema_version: 1,
      project_key: ledger,
      session_ref: 'S0001',
      evidence_chains: chains.map(each => each.chain),
    }
    mkdirSync(join(testDiary.root, staging, 'projects', ledger, 'evidence'))
    writeFileSync(join(testDiary.root, staging, 'projects', ledger, 'evidence', 'S0001.json'), JSON.stringify(card))
    await swapIn(testDiary.root, { staging, trash: `.trash-${round}`, previous: `${round}` })
  })
}
