import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as esbuild from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scanInThreads } from '../../src/diary/prepare/index/threads.ts'
import { codexFixtures } from '../fixtures/transcripts/codex/fixtures.ts'
import { fiveHomes } from './five-homes.ts'
import { agentHome, fixture, openIndex, settledFile } from './home.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const script = join(root, `node_modules/.cache/daybook/index-worker-${process.pid}.mjs`)

beforeAll(async () => {
  mkdirSync(join(script, '..'), { recursive: true })
  await esbuild.build({
    entryPoints: [join(root, 'src/diary/prepare/index/worker.ts')],
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
  it('opens databases and documents there as well', async () => {
    const { machine, store, database } = fiveHomes()
    const alone = openIndex({ ...machine, home: join(machine.home, 'alone') })
    const together = openIndex(machine, { scanning: scanInThreads(script, 3) })
    const [one, other] = [await alone.update(), await together.update()]
    expect(other.counters).toEqual(one.counters)
    expect(together.cache.transcripts()).toEqual(alone.cache.transcripts())
    const keys = together.cache.transcripts().map(({ key }) => key)
    expect(keys).toEqual(expect.arrayContaining([`${store}#c1`, `${database}#ses_01`, `${database}#ses_02`]))
  })

  it('gives the rows that reading in one thread gives, and names what is unreadable', async () => {
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

  it('fails the indexing, and nothing else, when a thread cannot work', async () => {
    const machine = agentHome()
    settledFile(machine.claude('one'), fixture('c1-basic'))
    const broken = openIndex(machine, { scanning: scanInThreads(join(machine.home, 'nothing.mjs'), 2) })
    await expect(broken.update()).rejects.toThrow()
    expect((await openIndex(machine).update()).counters).toMatchObject({ files_parsed: 1 })
  })
})
