import { mkdirSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cacheFile } from '../../src/diary/prepare/index/database.ts'
import { withIndex } from '../../src/diary/prepare/open-index.ts'
import { diarySettings } from '../../src/diary/settings.ts'
import type { GrownSession } from '../../src/diary/watch/grown-session.ts'
import { watchTranscripts } from '../../src/diary/watch/watch-transcripts.ts'
import { openNotices } from '../../src/jobs/follow.ts'
import { agentHome, fixture } from './home.ts'
import { appendTurn, writeOwnDay } from './own-days.ts'

async function watched() {
  const machine = agentHome()
  writeOwnDay(machine.claude('known'), '2026-05-12')
  mkdirSync(join(machine.home, 'codex'))
  const ctx = {
    diary: diarySettings(machine.home, {
      environment: machine.environment,
      archive: { enabled: false, dir: '', keepDays: null },
    }),
    log: (line: string) => console.error(line),
    notices: openNotices(),
  }
  await withIndex(ctx, index => index.update(() => {}))
  const grown: GrownSession[] = []
  ctx.notices.listen(({ type, data }) => void (type === 'transcript_grew' && grown.push(data as GrownSession)))
  // Polling once an hour: only what the system reports can make these tests pass.
  const watching = watchTranscripts(ctx, { pollMs: 3_600_000, discoverMs: 3_600_000 })
  onTestFinished(() => watching.close())
  await watching.ready
  return { ctx, machine, grown }
}

test('a turn that is added is noticed within two seconds, with its words and without secrets', async () => {
  const { machine, grown, ctx } = await watched()
  const path = machine.claude('known')
  const before = statSync(path).size
  const token = ['ghp', 'ThisIsNoTokenAtAll'.repeat(2)].join('_')
  appendTurn(path, '2026-05-12T19:00:00.000Z', `Deploy it with ${token} please`)
  await vi.waitFor(() => expect(grown).toHaveLength(1), { timeout: 2000, interval: 20 })
  expect(grown[0]).toMatchObject({
    source: 'claude-code',
    date: '2026-05-12',
    new_turns: 1,
    day_turns: 3,
    last_at: '2026-05-12T19:00:00Z',
  })
  expect(grown[0]?.prompt).toMatch(/^Deploy it with /)
  expect(grown[0]?.prompt).not.toContain(token)
  const { position } = await withIndex(ctx, async ({ cache }) => cache.storedScan(path) ?? { position: { bytes: 0 } })
  expect(position.bytes).toBe(statSync(path).size)
  expect(position.bytes).toBeGreaterThan(before)
})

test('what an earlier version of Daybook read is read again', async () => {
  const { machine, ctx } = await watched()
  const path = machine.claude('known')
  const database = new DatabaseSync(cacheFile(ctx.diary.cacheDir))
  database.exec('update file set parser_version = 1; update transcript set parser_version = 1')
  database.close()
  const transcript = () => withIndex(ctx, async ({ cache }) => cache.transcript(path))
  expect(await transcript()).toBeNull()
  const again = watchTranscripts(ctx)
  onTestFinished(() => again.close())
  await again.renewed
  expect(await transcript()).toMatchObject({ path })
})

test('the first session of a day whose folder is below others is found', async () => {
  const { machine, grown } = await watched()
  const path = machine.codex('rollout-2026-05-12.jsonl')
  mkdirSync(dirname(path), { recursive: true })
  // Codex makes the folders some time before it writes.
  await sleep(300)
  writeFileSync(path, fixture('x1-minimal.jsonl'))
  await vi.waitFor(() => expect(grown.map(({ source }) => source)).toEqual(['codex']), { timeout: 5000, interval: 50 })
})

test('a new session in a new folder is found', async () => {
  const { machine, grown } = await watched()
  const path = join(dirname(dirname(machine.claude('x'))), '-fake-other', 'fresh.jsonl')
  writeOwnDay(path, '2026-05-11')
  await vi.waitFor(() => expect(grown.map(({ date, new_turns }) => [date, new_turns])).toEqual([['2026-05-11', 2]]), {
    timeout: 5000,
    interval: 50,
  })
})

test('a new session beside links that lead back to its folder is found', async () => {
  const { machine, grown } = await watched()
  const prepared = join(machine.home, 'prepared')
  writeOwnDay(join(prepared, 'fresh.jsonl'), '2026-05-11')
  for (const name of ['one', 'other']) symlinkSync('.', join(prepared, name))
  renameSync(prepared, join(dirname(dirname(machine.claude('x'))), '-fake-linked'))
  await vi.waitFor(() => expect(grown.map(({ date }) => date)).toEqual(['2026-05-11']), { timeout: 5000, interval: 50 })
})
