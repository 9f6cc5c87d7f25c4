import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as esbuild from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp } from '../../src/app.ts'
import { dayWindow, windowTexts } from '../../src/diary/dates/window.ts'
import { Changing } from '../../src/diary/prepare/copy-session.ts'
import { decideTurns } from '../../src/diary/prepare/decide-turns.ts'
import { planDay } from '../../src/diary/prepare/plan.ts'
import { type SessionStaging, stageDay } from '../../src/diary/prepare/stage.ts'
import { bundledPrices } from '../../src/diary/prices/price-table.ts'
import { projectsOf } from '../../src/diary/repositories/repositories.ts'
import type { Metadata } from '../../src/diary/schema.ts'
import { newThreadUse } from '../../src/diary/settings.ts'
import { askThread, scanInThreads, stageInThreads, withThreads } from '../../src/diary/threads/threads.ts'
import { codexFixtures } from '../fixtures/transcripts/codex/fixtures.ts'
import { fiveHomes } from './five-homes.ts'
import { type AgentHome, agentHome, fixture, openIndex, settledFile } from './home.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const script = join(root, `node_modules/.cache/daybook/index-worker-${process.pid}.mjs`)

beforeAll(async () => {
  mkdirSync(join(script, '..'), { recursive: true })
  await esbuild.build({
    entryPoints: [join(root, 'src/diary/threads/worker.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    external: ['@photostructure/sqlite'],
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  })
})
afterAll(() => rmSync(script, { force: true }))

describe('Reading in threads', () => {
  it('threads read databases and documents as well', async () => {
    const { machine, store, database } = fiveHomes()
    const alone = openIndex({ ...machine, home: join(machine.home, 'alone') })
    const together = openIndex(machine, { scanning: scanInThreads(script, 3) })
    const [one, other] = [await alone.update(), await together.update()]
    expect(other.counters).toEqual(one.counters)
    expect(together.cache.transcripts()).toEqual(alone.cache.transcripts())
    const keys = together.cache.transcripts().map(({ key }) => key)
    expect(keys).toEqual(expect.arrayContaining([`${store}#c1`, `${database}#ses_01`, `${database}#ses_02`]))
  })

  it('reading in threads gives the rows that reading in one thread gives, and names what is unreadable', async () => {
    const machine = agentHome()
    for (const [name, bytes] of Object.entries(codexFixtures)) {
      if (name.includes('.jsonl')) settledFile(machine.codex(`rollout-${name}`), bytes)
    }
    settledFile(machine.claude('one'), fixture('c3-machine-rows'))
    settledFile(machine.codex('rollout-broken.jsonl.zst'), fixture('x9-compressed.jsonl.zst').subarray(0, 60))
    const alone = openIndex({ ...machine, home: join(machine.home, 'alone') })
    const together = openIndex(machine, { scanning: scanInThreads(script, 3) })
    const [one, other] = [await alone.update(), await together.update()]
    expect(other.counters).toEqual(one.counters)
    expect(other.counters).toMatchObject({ files_unreadable: 1 })
    expect(together.cache.transcripts()).toEqual(alone.cache.transcripts())
    for (const { key } of alone.cache.transcripts()) {
      expect(together.cache.turns(key)).toEqual(alone.cache.turns(key))
      expect(together.cache.marks(key)).toEqual(alone.cache.marks(key))
    }
  })

  it('a thread that cannot work fails the indexing, and nothing else', async () => {
    const machine = agentHome()
    settledFile(machine.claude('one'), fixture('c1-basic'))
    const broken = openIndex(machine, { scanning: scanInThreads(join(machine.home, 'nothing.mjs'), 2) })
    await expect(broken.update()).rejects.toThrow()
    expect((await openIndex(machine).update()).counters).toMatchObject({ files_parsed: 1 })
  })
})

describe('Staging in threads', () => {
  it('staging in threads writes the bytes that staging in one thread writes', async () => {
    const machine = variedHome()
    const { stage } = await indexed(machine)
    const alone = await stage('alone', null)
    expect(alone.sessions).toBeGreaterThan(5)
    expect(Object.keys(alone.files).length).toBeGreaterThan(8)
    for (const width of [1, 2, 5]) {
      const together = await stage(`together-${width}`, stageInThreads(script, width))
      expect(together.files).toEqual(alone.files)
      expect(together.offsets).toEqual(alone.offsets)
      expect(together.sessions).toBe(alone.sessions)
    }
  })

  it('staging in threads names a transcript that changed, and leaves nothing running in the folder', async () => {
    const machine = variedHome()
    const { stage } = await indexed(machine)
    writeFileSync(machine.claude('c1-basic'), 'gone')
    const threads = stageInThreads(script, 3)
    const error = await stage('changed', threads).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Changing)
    expect(error).toMatchObject({ key: machine.claude('c1-basic') })
    const left = treeOf(join(machine.home, 'changed'))
    // Long enough for a thread that was forgotten to write something.
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(treeOf(join(machine.home, 'changed'))).toEqual(left)
  })
})

it('Threads that one app keeps are not used by another, and end with it', async () => {
  const { home } = agentHome()
  const open = (name: string) =>
    openApp({
      location: join(home, `${name}.db`),
      diary: { root: join(home, name), indexWorkers: 2, threads: newThreadUse(script) },
    })
  const [one, other] = [await open('one'), await open('other')]
  const scan = { scan: [] }
  await withThreads(one.diary, async () => {
    expect(await askThread(one.diary, 'scanned', scan)).not.toBeNull()
    expect(await askThread(other.diary, 'scanned', scan)).toBeNull()
  })
  // They stay for a while, for the next piece of work.
  expect(one.diary.threads.kept).toBeDefined()
  await one.close()
  expect(await askThread(one.diary, 'scanned', scan)).toBeNull()
  await other.close()
})

/** Sessions of two agents, one compressed. */
function variedHome(): AgentHome {
  const machine = agentHome()
  for (const name of ['c1-basic', 'c3-machine-rows', 'c4-steering', 'c7-bytes'])
    settledFile(machine.claude(name), fixture(name))
  for (const [name, bytes] of Object.entries(codexFixtures))
    if (name.includes('.jsonl')) settledFile(machine.codex(`rollout-${name}`), bytes)
  return machine
}

async function indexed(machine: AgentHome) {
  const { cache, update } = openIndex(machine)
  const { live } = await update()
  const window = dayWindow('2026-05-12', 'UTC')
  const { included } = await decideTurns(cache, null, join(machine.home, 'diary'))
  const settings = { root: join(machine.home, 'diary'), environment: machine.environment }
  const projects = planDay(included, { ...window, start: 0, end: Number.MAX_SAFE_INTEGER }, sessions =>
    projectsOf(settings, sessions, () => {}),
  )
  const metadata: Metadata = {
    schema_version: 1,
    report_date: '2026-05-12',
    timezone: 'UTC',
    status: 'final',
    prepared_at: '2026-05-13T00:00:00Z',
    ...windowTexts(window, 'UTC'),
  }
  return {
    async stage(name: string, threads: SessionStaging | null) {
      const folder = join(machine.home, name)
      const offsets: { [place: string]: string } = {}
      const staging = {
        cache,
        archive: null,
        live,
        prices: bundledPrices,
        subagents: [],
        progress: () => {},
        withChains: true,
        threadsFor: () => threads,
        keepOffsets: (place: string, bytes: Buffer) => {
          // Past the header, which holds the copy's inode.
          offsets[place] = bytes.subarray(32).toString('hex')
        },
      }
      const { sessions } = await stageDay(staging, folder, metadata, projects)
      const chains = sessions.map(session => session.chains)
      return { files: treeOf(folder), offsets, chains, sessions: sessions.length }
    },
  }
}

function treeOf(folder: string): { [path: string]: string } {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(
    files
      .filter(file => statSync(join(folder, file)).isFile())
      .map(file => [file, readFileSync(join(folder, file)).toString('base64')]),
  )
}
