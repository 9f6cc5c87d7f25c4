import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { startBuild } from '../../src/diary/build/build-days.ts'
import { invoke } from '../../src/invoke.ts'
import type { Call } from '../../src/kernel/call.ts'
import { operationNamed } from '../../src/operations.ts'
import { agentHome } from '../diary/home.ts'
import { appendTurn, writeOwnDay } from '../diary/own-days.ts'
import { type Answer, createEmptyStore, testedEngines } from '../support/engines.ts'

/** A machine whose agents worked in folders of its home, one day each. */
async function open(days: { [day: string]: string }, engine: 'sqlite' | 'postgres' = 'sqlite') {
  const machine = agentHome()
  const { home, environment } = machine
  const work = (day: string, folder: string) => {
    const path = machine.claude(day)
    writeOwnDay(path, day)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('/fake/ledger', join(home, folder)))
  }
  for (const [day, folder] of Object.entries(days)) {
    mkdirSync(join(home, folder), { recursive: true })
    work(day, folder)
  }
  const store = await createEmptyStore(engine)
  const app = await openApp({
    location: store.location,
    room: { home, env: { HOME: home, CLAUDE_CONFIG_DIR: home } },
    diary: {
      root: join(home, 'diary'),
      cacheDir: join(home, 'cache'),
      archive: { enabled: true, dir: join(home, 'archive'), keepDays: null },
      environment,
    },
    clock: () => Date.parse('2026-05-13T08:00:00Z'),
    log: line => console.error(line),
  })
  onTestFinished(async () => {
    await app.close()
    await store.drop()
  })
  const call = async (name: string, args: unknown = {}, by: Partial<Call> = {}): Promise<Answer> => {
    const outcome = await invoke(app, operationNamed(name) as never, args, { principal: 'local', by: 'test', ...by })
    return outcome.ok ? outcome.result : outcome.failure
  }
  const named = async () => (await call('list_projects')).projects.map(({ id }: { id: string }) => id).sort()
  return { app, home, work, call, named }
}

const build = async (app: App) => app.jobs.wait(await startBuild(app, { newest: 7 }))

function git(folder: string, ...args: string[]): void {
  mkdirSync(folder, { recursive: true })
  execFileSync('git', ['-c', 'user.name=Sam', '-c', 'user.email=sam@example.com', ...args], { cwd: folder })
}

function commit(folder: string): void {
  git(folder, 'init', '-q', '-b', 'main')
  git(folder, 'commit', '-q', '--allow-empty', '-m', `Begin ${folder}`)
}

for (const engine of testedEngines) {
  test(`a repository with work becomes a project by itself, linked to records and context (${engine})`, async () => {
    const { app, home, call, named } = await open({ '2026-05-12': 'ledger' }, engine)
    commit(join(home, 'ledger'))
    await build(app)
    expect(await named()).toEqual(['default', 'ledger'])
    expect((await call('home')).projects).toMatchObject([{ id: 'ledger', label: 'ledger', last_day: '2026-05-12' }])
    const work = await call('home_project', { project: 'ledger' })
    expect(work.days).toMatchObject([{ date: '2026-05-12', has_report: true }])
    const { text } = await call('context_build', { projectId: 'ledger' })
    expect(text).toContain(work.days[0].items[0].title)
    const { repositories } = await call('home_repositories')
    expect(repositories).toMatchObject([
      { label: 'ledger', folder: join(home, 'ledger'), project: { id: 'ledger', name: 'ledger' } },
    ])
  })
}

test('a folder that is not a repository makes no project', async () => {
  const { app, call, named } = await open({ '2026-05-12': 'scratch' })
  await build(app)
  expect(await named()).toEqual(['default'])
  expect((await call('home')).projects).toMatchObject([{ id: null, label: 'scratch' }])
})

test('worktrees of a repository are one project, and two repositories of one name have names of their own', async () => {
  const { app, home, work, named, call } = await open({ '2026-05-12': 'one/till', '2026-05-11': 'two/till' })
  commit(join(home, 'one/till'))
  commit(join(home, 'two/till'))
  git(join(home, 'one/till'), 'worktree', 'add', '-q', join(home, 'fees'))
  work('2026-05-10', 'fees')
  await build(app)
  expect(await named()).toEqual(['default', 'till', 'two-till'])
  const { projects } = await call('list_projects')
  expect(projects.map(({ name }: { name: string }) => name).sort()).toEqual(['Default', 'till', 'two/till'])
  expect((await call('home_project', { project: 'till' })).days.map(({ date }: { date: string }) => date)).toEqual([
    '2026-05-12',
    '2026-05-10',
  ])
})

test('a project that was deleted does not come back, and one whose folder moved follows it', async () => {
  const { app, home, work, call, named } = await open({ '2026-05-11': 'ledger', '2026-05-10': 'till' })
  commit(join(home, 'ledger'))
  commit(join(home, 'till'))
  await build(app)
  expect(await named()).toEqual(['default', 'ledger', 'till'])
  await call('project_delete', { id: 'till' })
  renameSync(join(home, 'ledger'), join(home, 'books'))
  work('2026-05-12', 'books')
  await build(app)
  expect(await named()).toEqual(['default', 'ledger'])
  expect((await call('project_get', { id: 'ledger' })).projectPath).toBe(join(home, 'books'))
})

test('an untouched project goes to the trash once its repository turns out to be a copy of another', async () => {
  const { app, home, work, call, named } = await open({ '2026-05-12': 'till', '2026-05-11': 'copies/till' })
  for (const folder of ['till', 'copies/till']) git(join(home, folder), 'init', '-q', '-b', 'main')
  await build(app)
  expect(await named()).toEqual(['copies-till', 'default', 'till'])
  for (const folder of ['till', 'copies/till']) {
    git(join(home, folder), 'remote', 'add', 'origin', 'https://example.com/stall/till.git')
  }
  work('2026-05-10', 'till')
  work('2026-05-09', 'copies/till')
  await build(app)
  const { projects } = await call('home')
  expect(projects).toHaveLength(1)
  expect(await named()).toEqual([projects[0].id, 'default'].sort())
})

test('an open question leads to its work item, and once dismissed it is gone from the page of its project', async () => {
  const { app, home, call } = await open({ '2026-05-12': 'ledger' })
  commit(join(home, 'ledger'))
  const path = join(home, 'claude', '-fake-ledger', '2026-05-12.jsonl')
  const question = 'Should I round the fees half up, or half to even as well?'
  appendTurn(path, '2026-05-12T02:20:00.000Z', 'And the fees?', question)
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('/fake/ledger', join(home, 'ledger')))
  await build(app)
  const { items } = await call('inbox')
  const waiting = items.find(({ text }: { text: string }) => text.includes(question))
  const { days, open_items } = await call('home_project', { project: 'ledger' })
  expect(open_items).toMatchObject([{ kind: 'question', text: waiting.text }])
  const { project_key, items: worked } = days[0]
  const { work_item_ref } = worked.find(({ title }: { title: string }) => title === waiting.about)
  expect(waiting.path).toBe(`/diary/2026-05-12/${project_key}?item=${project_key}/${work_item_ref}`)
  await call('inbox_dismiss', { id: waiting.id })
  expect((await call('home_project', { project: 'ledger' })).open_items).toEqual([])
})

test('projects are merged and separated by hand, and stay so', async () => {
  const { app, home, call, named } = await open({ '2026-05-12': 'ledger', '2026-05-11': 'till' })
  commit(join(home, 'ledger'))
  commit(join(home, 'till'))
  await build(app)
  const merged = await call('home_merge_projects', { id: 'till', into: 'ledger' })
  expect(merged).toMatchObject({ into: 'ledger', trashed: true })
  expect(merged.project_keys).toHaveLength(2)
  await build(app)
  expect(await named()).toEqual(['default', 'ledger'])
  expect((await call('home_project', { project: 'ledger' })).days).toHaveLength(2)

  const { repositories } = await call('home_repositories')
  const ledger = repositories.find(({ label }: { label: string }) => label === 'ledger')
  const own = await call('home_separate_repository', { project_key: ledger.project_key, name: 'Books' })
  expect(own).toEqual({ id: 'books', name: 'Books', project_keys: [ledger.project_key] })
  expect((await call('home_project', { project: 'ledger' })).days).toMatchObject([{ date: '2026-05-11' }])
  expect((await call('home_project', { project: 'books' })).days).toMatchObject([{ date: '2026-05-12' }])
})

test('a project with records of its own stays when its repository goes to another', async () => {
  const { app, home, call, named } = await open({ '2026-05-12': 'ledger', '2026-05-11': 'till' })
  commit(join(home, 'ledger'))
  commit(join(home, 'till'))
  await build(app)
  const record = { type: 'note', title: 'Cash first', summary: 'Cash is counted first.', body: 'Then cards.' }
  expect(await call('create_record', { ...record, parent_id: null, project_id: 'till' })).toHaveProperty('record')
  expect(await call('home_merge_projects', { id: 'till', into: 'ledger' })).toMatchObject({ trashed: false })
  expect(await named()).toEqual(['default', 'ledger', 'till'])
  expect((await call('home_project', { project: 'till' })).days).toEqual([])
})

test('merging refuses one project twice and a repository nobody worked in, and changes nothing', async () => {
  const { app, home, call, named } = await open({ '2026-05-12': 'ledger' })
  commit(join(home, 'ledger'))
  await build(app)
  const refused = { error: { code: 'INVALID_INPUT' } }
  expect(await call('home_merge_projects', { id: 'ledger', into: 'ledger' })).toMatchObject(refused)
  expect(await call('home_separate_repository', { project_key: 'nowhere-000000000000' })).toMatchObject(refused)
  expect(await named()).toEqual(['default', 'ledger'])
})

test('what others than the owner ask about this machine has no effect', async () => {
  const { app, home, call, named } = await open({ '2026-05-12': 'ledger', '2026-05-11': 'till' })
  commit(join(home, 'ledger'))
  commit(join(home, 'till'))
  await build(app)
  const refused = { error: { code: 'FORBIDDEN' } }
  const guest = { principal: 'guest' }
  expect(await call('home_repositories', {}, guest)).toMatchObject(refused)
  expect(await call('home_merge_projects', { id: 'till', into: 'ledger' }, guest)).toMatchObject(refused)
  expect(await call('home_separate_repository', { project_key: 'ledger-x' }, guest)).toMatchObject(refused)
  expect(await named()).toEqual(['default', 'ledger', 'till'])
})

test('a session of records and the chat it belongs to lead to each other', async () => {
  const { app, home, call } = await open({ '2026-05-12': 'ledger' })
  commit(join(home, 'ledger'))
  const record = { type: 'note', title: 'Cash first', summary: 'Cash is counted first.', body: 'Then cards.' }
  const { session_id } = await call('create_record', { ...record, parent_id: null })
  const path = join(home, 'claude', '-fake-ledger', '2026-05-12.jsonl')
  appendTurn(path, '2026-05-12T19:00:00.000Z', 'Keep it', `Saved in session ${session_id}.`)
  await build(app)
  const { chats } = await call('home_session_chats', { session_ids: [session_id, 'ses_0000000000000000000000'] })
  expect(chats).toMatchObject([{ session_id, agent: 'Claude Code' }])
  const [, date, key, ref] = /^\/diary\/([^/]+)\/([^/]+)\/([^#]+)#L\d+$/.exec(chats[0].address) ?? []
  const { sessions } = await call('home_chat_sessions', { date, project_key: key, session_ref: ref })
  expect(sessions).toMatchObject([{ id: session_id, project_id: 'default', is_open: true }])
  const day = await call('home_repositories')
  const inDay = { date: '2026-05-12', project_key: day.repositories[0].project_key, session_ref: 'S0001' }
  expect((await call('home_chat_sessions', inDay)).sessions).toEqual(sessions)
})
