import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openApp } from '../../src/app.ts'
import { startBuild } from '../../src/diary/build/build-days.ts'
import { noteClient } from '../../src/home/home-state.ts'
import { sampleDays } from '../../src/home/sample.ts'
import { invoke } from '../../src/invoke.ts'
import { operationNamed } from '../../src/operations.ts'
import { seedSample } from '../../src/sample/seed.ts'
import { seedSampleDiary } from '../../src/sample/seed-diary.ts'
import { bindSampleRoom } from '../../src/sample/seed-room.ts'
import { agentHome } from '../diary/home.ts'
import { appendTurn, writeOwnDay } from '../diary/own-days.ts'
import { type Answer, storeIn } from '../support/engines.ts'

async function open(...days: string[]) {
  const machine = agentHome()
  const { home, environment } = machine
  for (const day of days) writeOwnDay(machine.claude(day), day)
  const app = await openApp({
    location: await storeIn(home),
    room: { home, env: { HOME: home, CLAUDE_CONFIG_DIR: home } },
    command: ['daybook'],
    diary: {
      root: join(home, 'diary'),
      cacheDir: join(home, 'cache'),
      archive: { enabled: true, dir: join(home, 'archive'), keepDays: null },
      environment,
    },
    clock: () => Date.parse('2026-05-13T08:00:00Z'),
    log: line => console.error(line),
  })
  onTestFinished(() => app.close())
  const call = async (name: string, args: unknown = {}): Promise<Answer> => {
    const outcome = await invoke(app, operationNamed(name) as never, args, { principal: 'local', by: 'test' })
    return outcome.ok ? outcome.result : outcome.failure
  }
  return { app, home, machine, call }
}

test('home shows the last day with work, unread days and what needs the person, in one answer', async () => {
  const { app, machine, call } = await open('2026-05-08', '2026-05-12')
  appendTurn(machine.claude('2026-05-12'), '2026-05-12T19:00:00.000Z', 'Shall I also round the fees?')
  await app.jobs.wait(await startBuild(app, { newest: 1 }))
  const home = await call('home')
  expect(home).toMatchObject({
    today: '2026-05-13',
    last_day: { date: '2026-05-12', files: 1, is_sample: false, nothing_sent: true, checks: { pass: 1, fail: 0 } },
    newest_worked: '2026-05-12',
    unread_days: 1,
    agents: [{ agent: 'Claude Code', sessions: 2 }],
    setup: [
      { step: 'transcripts', done: true },
      { step: 'day', done: true },
      { step: 'client', done: false },
    ],
    build: null,
    sample: null,
  })
  expect(home.last_day.standup).toMatch(/^\*Tuesday, 12 May 2026 · ledger\*\n\n\*Done\*\n• /)
  expect(home.days).toHaveLength(14)
  expect(home.days.find(({ date }: { date: string }) => date === '2026-05-08')).toEqual({
    date: '2026-05-08',
    turns: 2,
    sessions: 1,
    has_report: false,
  })
  expect(home.projects).toMatchObject([{ id: 'ledger', label: 'ledger', last_day: '2026-05-12' }])
})

test('two weeks end with the newest work where it is longer ago', async () => {
  const { app, call } = await open('2026-03-02')
  await app.jobs.wait(await startBuild(app, { newest: 1 }))
  const { days, today } = await call('home')
  expect(today).toBe('2026-05-13')
  expect(days).toHaveLength(14)
  expect(days.at(-1)).toMatchObject({ date: '2026-03-02', turns: 2, has_report: true })
})

test('an item of the inbox that was dismissed stays away, and can be put back', async () => {
  const { app, machine, call } = await open('2026-05-12')
  const path = machine.claude('2026-05-12')
  appendTurn(path, '2026-05-12T19:00:00.000Z', 'And the fees?')
  await app.jobs.wait(await startBuild(app, { newest: 1 }))
  await call('room_notification_list')
  const { notificationStore } = await import('../../src/room/notifications/store.ts')
  await notificationStore(app.home).add({ level: 'error', message: 'The run failed', source: 'runs' }, app.clock())
  const { items, total } = await call('inbox')
  const alert = items.find(({ kind }: { kind: string }) => kind === 'alert')
  expect(alert).toMatchObject({ text: 'The run failed', action: 'Show', path: '/p/default/room/notifications' })
  expect(await call('inbox_dismiss', { id: alert.id })).toEqual({ id: alert.id, dismissed: true })
  expect(await call('inbox')).toMatchObject({ total: total - 1 })
  expect((await call('home')).inbox.total).toBe(total - 1)
  await call('inbox_dismiss', { id: alert.id, undo: true })
  expect(await call('inbox')).toMatchObject({ total })
})

test('a session of today names its project by the key that Home has, too', async () => {
  const { call } = await open('2026-05-13')
  await call('diary_index')
  const { projects, sessions_today } = await call('home')
  expect(sessions_today).toMatchObject([{ project_label: 'ledger', project_key: projects[0].project_keys[0] }])
})

test('a chat client is connected once it has called', async () => {
  const { app, call } = await open()
  const states = async () =>
    Object.fromEntries(
      (await call('home_clients')).clients.map(({ client, state }: { client: string; state: string }) => [
        client,
        state,
      ]),
    )
  expect((await states()).claude).toBe('not found')
  await noteClient(app.home, 'claude-code', '2026-05-13T08:00:00.000Z')
  await noteClient(app.home, 'a-new-client', '2026-05-13T08:00:00.000Z')
  expect((await states()).claude).toBe('connected')
  const { clients, others } = await call('home_clients')
  expect(clients[0]).toMatchObject({ title: 'Claude Code', command: 'daybook install claude' })
  expect(others).toEqual([{ name: 'a-new-client', last_call: '2026-05-13T08:00:00.000Z' }])
})

test('the sample is removed whole: project, records, sessions, room and days, and does not come back', async () => {
  const { app, home, call } = await open()
  await seedSample(app)
  await bindSampleRoom(app, home)
  await seedSampleDiary(app, new AbortController().signal)
  const days = await app.db.read(sampleDays)
  expect((await call('home')).sample).toEqual({ project: 'sample', days })
  const shown = await call('home')
  expect(shown.last_day).toMatchObject({ is_sample: true })
  const till = shown.projects.find(({ id }: { id: string }) => id === 'sample')
  expect(till).toMatchObject({ last_day: days.at(-1), project_keys: [expect.stringMatching(/^sample-till-/)] })
  const ofWork = shown.inbox.items.filter(({ path }: { path: string }) => path.startsWith('/diary/'))
  expect(new Set(ofWork.map((each: { project_key: string }) => each.project_key))).toEqual(new Set(till.project_keys))
  // The week counts as work of the sample's project, and as nobody's own.
  expect(shown.days.filter(({ turns }: { turns: number }) => turns > 0)).toHaveLength(5)
  expect(shown).toMatchObject({ newest_worked: null, agents: [] })
  expect((await call('home_project', { project: 'sample' })).days[0]).toMatchObject({ turns: 1 })
  expect(await call('home_remove_sample')).toEqual({ project: 'sample', days })
  expect(await call('home')).toMatchObject({ sample: null, last_day: null, projects: [], newest_worked: null })
  expect((await call('list_projects')).projects.map(({ id }: { id: string }) => id)).toEqual(['default'])
  expect((await call('diary_days')).days).toEqual([])
  const { existsSync } = await import('node:fs')
  expect(existsSync(join(home, 'rooms', 'till'))).toBe(false)
  expect(await seedSample(app)).toBe(false)
  expect(await call('home_remove_sample')).toEqual({ project: null, days: [] })
})
