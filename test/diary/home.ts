import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { Archive } from '../../src/diary/archive/archive.ts'
import { IndexCache } from '../../src/diary/prepare/index/cache.ts'
import { type Indexed, indexHomes } from '../../src/diary/prepare/index/index-homes.ts'
import { archiveHomes } from '../../src/diary/prepare/open-index.ts'
import { thisThread } from '../../src/diary/threads/threads.ts'
import { onlyRoots } from '../../src/transcripts/agents.ts'
import { claudeFixtures } from '../fixtures/transcripts/claude-code/fixtures.ts'
import { codexFixtures } from '../fixtures/transcripts/codex/fixtures.ts'
import { tempHome } from '../support/tempdir.ts'

/** A machine with transcript homes of its own. */
export function agentHome(home = tempHome()) {
  const claude = join(home, 'claude')
  const codex = join(home, 'codex')
  const env = onlyRoots({ 'claude-code': claude, codex })
  return {
    home,
    env,
    environment: { env, home, platform: process.platform },
    claude: (name: string) => join(claude, '-fake-ledger', `${name}.jsonl`),
    codex: (name: string) => join(codex, '2026', '05', '12', name),
  }
}

export type AgentHome = ReturnType<typeof agentHome>

/** Writes a transcript as if it had been finished a while ago. */
export function settledFile(path: string, bytes: Buffer | string, secondsAgo = 60): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
  age(path, secondsAgo)
}

export function age(path: string, secondsAgo: number): void {
  const at = Date.now() / 1000 - secondsAgo
  utimesSync(path, at, at)
}

/** The fixture called `c1-basic` or `x1-minimal.jsonl`. */
export function fixture(name: string): Buffer {
  const bytes = claudeFixtures[name] ?? codexFixtures[name]
  if (!bytes) throw new Error(`No fixture ${name}.`)
  return bytes
}

/** An index that stays open for the length of a test. */
export function openIndex(machine: AgentHome, { archiving = false, scanning = thisThread } = {}) {
  const cache = new IndexCache(join(machine.home, 'cache'))
  const archive = archiving ? new Archive(join(machine.home, 'archive')) : null
  onTestFinished(() => {
    cache.close()
    archive?.close()
  })
  return {
    cache,
    archive,
    async update(): Promise<Indexed> {
      const { environment } = machine
      const indexed = await indexHomes({
        cache,
        archive,
        environment,
        scanningFor: () => scanning,
        progress: () => {},
      })
      if (archive) await archiveHomes(cache, archive, indexed, null, () => {})
      return indexed
    },
  }
}
