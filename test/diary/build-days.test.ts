import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openApp } from '../../src/app.ts'
import { buildLock } from '../../src/diary/build/journal.ts'
import { auditFile } from '../../src/diary/prepare/audit.ts'
import { withLock } from '../../src/files/lock.ts'
import { invoke } from '../../src/invoke.ts'
import { operationNamed } from '../../src/operations.ts'
import type { Answer } from '../support/engines.ts'
import { agentHome } from './home.ts'
import { writeOwnDay } from './own-days.ts'

async function diaryWith(...days: string[]) {
  const machine = agentHome()
  const { home, surroundings } = machine
  for (const day of days) writeOwnDay(machine.claude(day), day)
  const app = await openApp({
    location: join(home, 'daybook.db'),
    diary: {
      root: join(home, 'diary'),
      cacheDir: join(home, 'cache'),
      archive: { enabled: true, dir: join(home, 'archive'), keepDays: null },
      surroundings,
    },
    clock: () => Date.parse('2026-05-13T08:00:00Z'),
    log: line => console.error(line),
  })
  onTestFinished(() => app.close())
  const call = async (name: string, args: unknown = {}): Promise<Answer> => {
    const outcome = await invoke(app, operationNamed(name) as never, args, { principal: 'local', by: 'test' })
    return outcome.ok ? outcome.result : outcome.failure
  }
  const ended = () =>
    vi.waitFor(
      async () => {
        const { build } = await call('diary_build_status')
        expect(build.state).not.toBe('running')
        return build
      },
      { timeout: 30_000, interval: 30 },
    )
  return { app, home, machine, call, ended }
}

test('the newest days are built newest first; the first of them before older transcripts are read', async () => {
  const { app, home, call, ended } = await diaryWith('2026-05-09', '2026-05-10', '2026-05-12')
  const steps: string[] = []
  app.notices.listen(({ data }) => {
    const { step, day, newest } = data as { step: string; day: string | null; newest: string | null }
    steps.push(`${step} ${newest} ${day}`)
  })
  expect(await call('diary_build', { newest: 2 })).toMatchObject({ status: 'started' })
  expect(await ended()).toMatchObject({ state: 'done', done: ['2026-05-12', '2026-05-10'], failed: [], cut_off: false })
  expect([...new Set(steps)]).toEqual([
    'newest null null',
    'newest 2026-05-12 null',
    'newest 2026-05-12 2026-05-12',
    'index 2026-05-12 null',
    'days 2026-05-12 null',
    'days 2026-05-12 2026-05-10',
  ])
  const audit = (day: string) => JSON.parse(readFileSync(auditFile(join(home, 'diary'), day), 'utf8'))
  expect(audit('2026-05-12').counters).toMatchObject({ files_found: 1, files_later: 2 })
  expect(audit('2026-05-10').counters).toMatchObject({ files_found: 3 })
  expect((await call('diary_worked_days')).days).toEqual([
    { date: '2026-05-12', turns: 2, sessions: 1, has_report: true },
    { date: '2026-05-10', turns: 2, sessions: 1, has_report: true },
    { date: '2026-05-09', turns: 2, sessions: 1, has_report: false },
  ])
})

test('a range is built without its days that have no turns, and what has a report is left alone', async () => {
  const { call, ended } = await diaryWith('2026-05-04', '2026-05-06')
  await call('diary_build', { newest: 1 })
  await ended()
  await call('diary_build', { from: '2026-05-01', to: '2026-05-30' })
  expect(await ended()).toMatchObject({ state: 'done', done: ['2026-05-04'] })
  expect((await call('diary_days')).days.map((day: { date: string }) => day.date)).toEqual(['2026-05-06', '2026-05-04'])
})

test('one build at a time; it can be stopped, and one whose process is gone is shown as cut off', async () => {
  const { app, home, call, ended } = await diaryWith('2026-05-04', '2026-05-06', '2026-05-07')
  mkdirSync(app.diary.root)
  const second = await withLock(buildLock(app.diary), 'named', 1000, () => call('diary_build'))
  expect(second).toMatchObject({ status: 'invalid', errors: [{ path: 'build' }] })
  const { build_id } = await call('diary_build')
  expect(await call('diary_build_cancel', { build_id })).toEqual({ status: 'ok' })
  const cancelled = await ended()
  expect(cancelled).toMatchObject({ state: 'cancelled', day: null, waiting: [] })
  await expect.poll(() => call('diary_build_cancel', { build_id })).toMatchObject({ status: 'invalid' })

  const { cut_off: _, ...stored } = cancelled
  writeFileSync(join(home, 'diary', 'build.json'), JSON.stringify({ ...stored, state: 'running', ended_at: null }))
  expect((await call('diary_build_status')).build).toMatchObject({ state: 'running', cut_off: true })
  await call('diary_build')
  await ended()
  const { days } = await call('diary_worked_days')
  expect(days.map(({ has_report }: { has_report: boolean }) => has_report)).toEqual([true, true, true])
})

test('without transcripts a build ends with nothing done', async () => {
  const { call, ended } = await diaryWith()
  await call('diary_build')
  expect(await ended()).toMatchObject({ state: 'done', newest: null, done: [] })
})
