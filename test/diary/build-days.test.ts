import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openApp } from '../../src/app.ts'
import { buildLock } from '../../src/diary/build/journal.ts'
import { auditFile } from '../../src/diary/prepare/audit.ts'
import { withIndex } from '../../src/diary/prepare/open-index.ts'
import { knownWork } from '../../src/diary/work/known-work.ts'
import { withLock } from '../../src/files/lock.ts'
import { invoke } from '../../src/invoke.ts'
import { operationNamed } from '../../src/operations.ts'
import { type Answer, storeIn } from '../support/engines.ts'
import { agentHome } from './home.ts'
import { writeOwnDay } from './own-days.ts'

async function diaryWith(...days: string[]) {
  const machine = agentHome()
  const clock = { now: Date.parse('2026-05-13T08:00:00Z') }
  const { home, environment } = machine
  for (const day of days) writeOwnDay(machine.claude(day), day)
  const app = await openApp({
    location: await storeIn(home),
    diary: {
      root: join(home, 'diary'),
      cacheDir: join(home, 'cache'),
      archive: { enabled: true, dir: join(home, 'archive'), keepDays: null },
      environment,
    },
    clock: () => clock.now,
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
  return { app, home, machine, clock, call, ended }
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

test('a report that was made before its day was over is made again by the next start', async () => {
  const { call, ended, clock } = await diaryWith('2026-05-12', '2026-05-13')
  const state = async () => (await call('diary_status', { date: '2026-05-13' })).day_status
  clock.now = Date.parse('2026-05-13T22:00:00Z')
  await call('diary_build', { newest: 2 })
  await ended()
  expect(await state()).toBe('partial')
  clock.now = Date.parse('2026-05-14T08:00:00Z')
  await call('diary_build', { newest: 2 })
  expect(await ended()).toMatchObject({ done: ['2026-05-13'] })
  expect(await state()).toBe('final')
  await call('diary_build', { newest: 2 })
  expect(await ended()).toMatchObject({ done: [] })
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

/** A diary at noon of the 13th, built as the end of a session builds it. */
async function builtByItself(...days: string[]) {
  const diary = await diaryWith(...days)
  const { app, home, machine, clock, call, ended } = diary
  const setTime = (at: string) => {
    clock.now = Date.parse(at)
  }
  const build = async (more: object = {}) => {
    await call('diary_build', { changed: true, ...more })
    const { done, failed } = await ended()
    expect(failed).toEqual([])
    return done
  }
  const touch = (day: string, at: string) => utimesSync(machine.claude(day), new Date(at), new Date(at))
  for (const day of days) touch(day, `${day}T10:00:00Z`)
  setTime('2026-05-13T12:00:00Z')
  const file = (day: string, name = 'daily-report.json') => join(home, 'diary', 'work', day, name)
  return {
    app,
    call,
    build,
    touch,
    setTime,
    file,
    status: (day: string) => JSON.parse(readFileSync(file(day), 'utf8')).status,
  }
}

test('by itself a build makes today and yesterday, then only what changed, and a day that is over once more', async () => {
  const { build, touch, setTime, file, status } = await builtByItself('2026-05-09', '2026-05-12', '2026-05-13')
  expect(await build()).toEqual(['2026-05-13', '2026-05-12'])
  expect([status('2026-05-13'), status('2026-05-12')]).toEqual(['partial', 'final'])
  expect(await build()).toEqual([])
  touch('2026-05-13', '2026-05-13T12:30:00Z')
  setTime('2026-05-13T12:31:00Z')
  expect(await build()).toEqual(['2026-05-13'])
  expect(existsSync(file('2026-05-13', 'previous'))).toBe(false)
  // Three days later nothing else has happened; then it is final, and no later change makes it again.
  setTime('2026-05-16T08:00:00Z')
  expect(await build()).toEqual(['2026-05-13'])
  expect(status('2026-05-13')).toBe('final')
  touch('2026-05-13', '2026-05-16T09:00:00Z')
  setTime('2026-05-16T10:00:00Z')
  expect(await build()).toEqual([])
})

test('a day that is over waits for a turn that may still be going on, unless its session has ended', async () => {
  const { app, build, touch, setTime, status } = await builtByItself('2026-05-12')
  setTime('2026-05-12T23:00:00Z')
  expect(await build()).toEqual(['2026-05-12'])
  touch('2026-05-12', '2026-05-13T00:04:00Z')
  setTime('2026-05-13T00:05:00Z')
  expect(await build()).toEqual([])
  expect(await build({ ended: 'another' })).toEqual([])
  expect(status('2026-05-12')).toBe('partial')
  const [session] = await withIndex(app, index => knownWork(app, index))
  expect(await build({ ended: session?.session_id })).toEqual(['2026-05-12'])
  expect(status('2026-05-12')).toBe('final')
})

test('by itself a build never writes over what an agent or a person wrote, nor over what somebody is about to write', async () => {
  const { call, build, touch, setTime, file } = await builtByItself('2026-05-12', '2026-05-13')
  const today = '2026-05-13'
  const isLeft = async (change: () => unknown) => {
    rmSync(file(today, ''), { recursive: true, force: true })
    setTime('2026-05-13T12:00:00Z')
    touch(today, '2026-05-13T10:00:00Z')
    await build()
    await change()
    touch(today, '2026-05-13T12:30:00Z')
    setTime('2026-05-13T12:31:00Z')
    const before = existsSync(file(today)) && readFileSync(file(today), 'utf8')
    const done = await build()
    const after = existsSync(file(today)) && readFileSync(file(today), 'utf8')
    return done.length === 0 && before === after
  }
  expect(await isLeft(() => {})).toBe(false)
  // A little later, as a person is: all three files are written within a moment.
  const later = new Date(Date.now() + 60_000)
  const edit = (name: string) => {
    writeFileSync(file(today, name), 'A line of my own.\n', { flag: 'a' })
    utimesSync(file(today, name), later, later)
  }
  expect(await isLeft(() => edit('report.md'))).toBe(true)
  expect(await isLeft(() => edit('report.html'))).toBe(true)
  const reword = () =>
    writeFileSync(file(today), readFileSync(file(today), 'utf8').replace(/"title": \{/, '"title":  {'))
  expect(await isLeft(reword)).toBe(true)
  const narrate = async () => {
    const { project_key } = JSON.parse(readFileSync(file(today), 'utf8')).projects[0]
    const citations = [{ session_ref: 'S0001', turn_ref: 'T0001' }]
    const written = { project_key, summary: { text: 'Said by an agent.', citations }, date: today }
    expect(await call('write_project_summary', written)).toMatchObject({ status: 'written' })
    // Rendered again, the files agree; who wrote them is still known.
    expect(await call('diary_render', { date: today })).toMatchObject({ status: 'ok' })
  }
  expect(await isLeft(narrate)).toBe(true)
  const prepareOnly = async () => {
    rmSync(file(today, ''), { recursive: true })
    expect(await call('diary_prepare', { date: today })).toMatchObject({ status: 'ok' })
  }
  expect(await isLeft(prepareOnly)).toBe(true)
  // After an hour nobody is about to write it.
  setTime('2026-05-13T13:40:00Z')
  expect(await build()).toEqual([today])
  const modelRun = () => {
    const run = JSON.parse(readFileSync(file(today, 'run.json'), 'utf8'))
    writeFileSync(file(today, 'run.json'), JSON.stringify({ ...run, mode: 'claude' }))
  }
  expect(await isLeft(modelRun)).toBe(true)
})

test('what a kill left half written is built by the next build', async () => {
  const { build, touch, setTime, file } = await builtByItself('2026-05-13')
  const today = '2026-05-13'
  await build()
  const run = JSON.parse(readFileSync(file(today, 'run.json'), 'utf8'))
  writeFileSync(file(today, 'run.json'), JSON.stringify({ ...run, state: 'running', ended_at: null }))
  writeFileSync(file(today, 'report.md'), 'made from another report')
  touch(today, '2026-05-13T12:30:00Z')
  setTime('2026-05-13T12:31:00Z')
  expect(await build()).toEqual([today])
  rmSync(file(today))
  setTime('2026-05-13T12:32:00Z')
  expect(await build()).toEqual([today])
})
