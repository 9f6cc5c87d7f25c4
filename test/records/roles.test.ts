import { expect, it } from 'vitest'
import type { Access, Role } from '../../src/kernel/operation.ts'
import { createPrincipal, setMembership } from '../../src/projects/tokens.ts'
import { onBothEngines } from '../support/engines.ts'
import { acceptable, recordsOperations } from './every-operation.ts'
import { codeOf, ids, minimalRecord, recordCalls } from './record-calls.ts'
import { dumpStore } from './store-dump.ts'

const namesFor = (access: Access) => recordsOperations.filter(each => each.access === access).map(({ name }) => name)
const writes = namesFor('writer')
const forAdmins = namesFor('admin')
/** They answer with what the caller may see, which may be nothing. */
const ofNoProject = namesFor('anyone')

onBothEngines('Roles', store => {
  const { call } = store
  const { createRoot, createChild, activate, must } = recordCalls(store)

  /** A principal with a role in the default project, which has R001. */
  async function member(principal: string, role: Role | 'none', project = 'default') {
    await store.app.db.write(async tx => {
      await createPrincipal(tx, { id: principal }).catch(() => undefined)
      await setMembership(tx, { principal, project, role })
    })
    return { principal }
  }

  it('let a reader read, activate, sync and close, and write nothing', async () => {
    await createRoot()
    const rita = await member('rita', 'reader')
    const { session_id } = await must('activate', { id: 'R001' }, rita)
    const before = await dumpStore(store.app)
    for (const [name, args] of Object.entries(acceptable(session_id))) {
      if (!writes.includes(name) && !forAdmins.includes(name)) continue
      const needed = writes.includes(name) ? 'writer' : 'admin'
      const given = name === 'import_records' ? { ...args, jsonl: await exported() } : args
      expect([name, await call(name, given, rita)]).toMatchObject([
        name,
        { error: { code: 'FORBIDDEN', details: { needed }, recovery_hint: expect.stringContaining(needed) } },
      ])
    }
    expect(await dumpStore(store.app)).toEqual(before)
    for (const [name, args] of Object.entries(acceptable(session_id))) {
      if (writes.includes(name) || forAdmins.includes(name)) continue
      expect([name, codeOf(await call(name, args, rita))]).toEqual([name, 'no error'])
    }
  })

  it('let a writer write, and leave the rest to admins', async () => {
    await createRoot()
    const willy = await member('willy', 'writer')
    const { session_id } = await must('activate', { id: 'R001' }, willy)
    for (const [name, args] of Object.entries(acceptable(session_id))) {
      if (name === 'close_session') continue
      const given = name === 'import_records' ? { ...args, jsonl: await exported() } : args
      const expected = forAdmins.includes(name) ? 'FORBIDDEN' : 'no error'
      expect([name, codeOf(await call(name, given, willy))]).toEqual([name, expected])
    }
    const anna = await member('anna', 'admin')
    expect(codeOf(await call('retype_record', { id: 'R001', type: 'note', base_version: 3 }, anna))).toBe('no error')
  })

  it('let a writer close their own sessions, which the list marks, and an admin every one', async () => {
    const { session } = await createRoot()
    const willy = await member('willy', 'writer')
    const { session_id } = await must('activate', { id: 'R001' }, willy)
    const { sessions } = await must('list_sessions', {}, willy)
    expect(new Map(sessions.map((each: { id: string; is_own: boolean }) => [each.id, each.is_own]))).toEqual(
      new Map([
        [session, false],
        [session_id, true],
      ]),
    )
    expect(codeOf(await call('close_session', { session_id: session }, willy))).toBe('SESSION_NOT_FOUND')
    await must('close_session', { session_id }, willy)
    await must('close_session', { session_id: session }, await member('anna', 'admin'))
  })

  it('hide a project and all it contains from callers who are not members', async () => {
    const { session } = await createRoot()
    const nemo = await member('nemo', 'none')
    const before = await dumpStore(store.app)
    for (const [name, args] of Object.entries(acceptable(session))) {
      if (ofNoProject.includes(name)) continue
      const given = name === 'import_records' ? { ...args, jsonl: await exported() } : args
      const code = codeOf(await call(name, given, nemo))
      expect([name, code]).toEqual([name, expect.stringMatching(/^(RECORD|PROJECT|SESSION)_NOT_FOUND$/)])
    }
    expect(await must('list_projects', {}, nemo)).toEqual({ projects: [] })
    expect(await must('search', { query: minimalRecord.title, in: ['records', 'projects'] }, nemo)).toMatchObject({
      facets: [{ total: 0 }, { total: 0 }],
    })
    expect(codeOf(await call('search', { query: 'x', project_id: 'default' }, nemo))).toBe('PROJECT_NOT_FOUND')
    expect(codeOf(await call('get_project', {}, nemo))).toBe('PROJECT_NOT_FOUND')
    expect(codeOf(await call('create_record', minimalRecord, nemo))).toBe('PROJECT_NOT_FOUND')
    expect(await dumpStore(store.app)).toEqual(before)
  })

  it('hide whether a record elsewhere exists, also where it is only referred to', async () => {
    await must('create_project', { name: 'Secret', id: 'secret' })
    const hidden = await createRoot({ project_id: 'secret' })
    const willy = await member('willy', 'writer')
    const mine = await must('create_record', minimalRecord, willy)
    const unknown = async (args: object, name = 'create_record') => {
      const { error } = await call(name, args, willy)
      return { code: error?.code, message: error?.message.replace(/R\d+/, 'R'), hint: error?.recovery_hint }
    }
    const own = { id: mine.record.id, session_id: mine.session_id }
    for (const [name, args] of [
      ['create_record', (id: string) => ({ ...minimalRecord, related: [id] })],
      ['create_record', (id: string) => ({ ...minimalRecord, state: 'RESOLVED', resolved_by: id })],
      ['create_record', (id: string) => ({ ...minimalRecord, parent_id: id })],
      ['update_record', (id: string) => ({ ...own, related: [id] })],
      ['transition', (id: string) => ({ ...own, to_state: 'RESOLVED', resolved_by: id })],
    ] as const) {
      expect(await unknown(args(hidden.id), name)).toEqual(await unknown(args('R999'), name))
      expect((await unknown(args(hidden.id), name)).code).toBe('RECORD_NOT_FOUND')
    }
    expect(await call('get_project', { id: 'secret' }, willy)).toEqual({
      ...(await call('get_project', { id: 'nothing' }, willy)),
      error: expect.objectContaining({ code: 'PROJECT_NOT_FOUND', details: { given: 'secret' } }),
    })
  })

  it("limit callers to their own sessions; only an admin closes another's", async () => {
    const { id, session } = await createRoot()
    const willy = await member('willy', 'writer')
    const theirs = await must('activate', { id }, willy)
    expect(theirs.conflict.session_id).toBe(session)
    for (const session_id of [session, 'ses_0000000000000000000000']) {
      expect(await call('close_session', { session_id }, willy)).toMatchObject({
        error: { code: 'SESSION_NOT_FOUND', message: 'There is no such session of yours.', details: { session_id } },
      })
    }
    expect(codeOf(await call('save_session', { session_id: theirs.session_id }))).toBe('SESSION_NOT_FOUND')
    const anna = await member('anna', 'admin')
    expect(await must('close_session', { session_id: theirs.session_id }, anna)).toMatchObject({
      deactivated_records: [id],
      session_id: theirs.session_id,
    })
    expect(codeOf(await call('activate', { id, session_id: session }, anna))).toBe('SESSION_NOT_FOUND')
    expect(codeOf(await call('activate', { id, parent_session: session }, anna))).toBe('SESSION_NOT_FOUND')
  })

  it('hide everything once the membership ends', async () => {
    const { id, session } = await createRoot()
    const willy = await member('willy', 'writer')
    const { session_id } = await must('activate', { id, conversation_id: 'chat' }, willy)
    await must('update_record', { id, body: 'After', session_id: session })
    await member('willy', 'none')
    for (const [name, args] of Object.entries(acceptable(session_id))) {
      if (ofNoProject.includes(name)) continue
      const given = name === 'import_records' ? { ...args, jsonl: await exported() } : args
      const code = codeOf(await call(name, given, willy))
      expect([name, code]).toEqual([name, expect.stringMatching(/^(RECORD|PROJECT|SESSION)_NOT_FOUND$/)])
    }
    for (const name of ['sync_session', 'save_session', 'close_session']) {
      const answer = await call(name, { conversation_id: 'chat' }, willy)
      expect([name, codeOf(answer)]).toEqual([name, expect.stringMatching(/_NOT_FOUND$/)])
    }
    expect(codeOf(await call('list_records', { session_id }, willy))).toBe('SESSION_NOT_FOUND')
  })

  it('make the creator of a project its admin, and show the project to local', async () => {
    const willy = await member('willy', 'none')
    await must('create_project', { name: 'Mine', id: 'mine' }, willy)
    await must('create_project', { name: 'Mine', id: 'other' })
    expect(ids((await must('list_projects', {}, willy)).projects)).toEqual(['mine'])
    expect((await must('get_project', { id: 'Mine' }, willy)).id).toBe('mine')
    const made = await must('create_record', { ...minimalRecord, project_id: 'mine' }, willy)
    const next = { id: made.record.id, type: 'note', base_version: 1 }
    expect(codeOf(await call('retype_record', next, willy))).toBe('no error')
    expect(ids((await must('list_projects')).projects)).toEqual(expect.arrayContaining(['mine', 'other']))
    expect(await call('create_project', { name: 'x', id: 'OTHER' }, willy)).toMatchObject({
      error: { code: 'PROJECT_EXISTS' },
    })
  })

  it('count keys and conversations apart for each principal, and know their own default project', async () => {
    const willy = await member('willy', 'writer')
    const mine = await must('create_record', { ...minimalRecord, idempotency_key: 'k', conversation_id: 'chat' })
    const theirs = await must(
      'create_record',
      { ...minimalRecord, idempotency_key: 'k', conversation_id: 'chat' },
      willy,
    )
    expect(theirs.record.id).not.toBe(mine.record.id)
    expect(theirs.session_id).not.toBe(mine.session_id)
    await must('create_project', { name: 'Home', id: 'home' }, willy)
    await store.app.db.write(tx => tx.raw(`update principals set default_project_id = 'home' where id = 'willy'`))
    expect((await must('get_project', {}, willy)).id).toBe('home')
    expect((await must('list_records', {}, willy)).project_id).toBe('home')
    expect((await must('get_project', {}, { ...willy, project: 'default' })).id).toBe('default')
    const { projects } = await must('list_projects', {}, willy)
    expect(projects.find((each: { is_default: boolean }) => each.is_default).id).toBe('home')
  })

  it('show other principals as foreign sessions in conflicts and sync', async () => {
    const { id, session } = await createRoot()
    const inner = await createChild(id, session)
    const willy = await member('willy', 'writer')
    const theirs = await activate(inner, {}, willy)
    await must('update_record', { id: inner, body: 'Theirs', session_id: theirs }, willy)
    expect(await must('update_record', { id: inner, body: 'Mine', session_id: session })).toMatchObject({
      applied: false,
      conflict: { by_session: theirs },
    })
    expect((await must('sync_session', { session_id: session })).changes).toMatchObject([{ by_session: theirs }])
  })

  const exported = async () => (await must('export_records', { project_id: 'default' })).jsonl
})
