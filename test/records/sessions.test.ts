import { expect, it } from 'vitest'
import { onBothEngines } from '../support/engines.ts'
import { codeOf, minimalRecord, recordCalls } from './record-calls.ts'

const unknown = 'ses_0000000000000000000000'

onBothEngines('Sessions', store => {
  const { call } = store
  const { createRoot, createChild, activate, update, save, close, sync, must } = recordCalls(store)

  it('Sessions are unguessable handles that differ for every chat', async () => {
    const { session } = await createRoot()
    expect(session).toMatch(/^ses_[0-9A-Za-z]{22}$/)
    expect(await activate('R001')).not.toBe(session)
  })

  it('Sessions are found by argument, then by the request, then by conversation, else created', async () => {
    const { id, session } = await createRoot()
    const other = await activate(id)
    expect(await must('activate', { id, session_id: session, conversation_id: 'c' }, { session: other })).toMatchObject(
      { session_id: session, session_resolution: 'explicit' },
    )
    expect(await must('activate', { id, conversation_id: 'c' }, { session: other })).toMatchObject({
      session_id: other,
      session_resolution: 'explicit',
    })
    const first = await must('activate', { id, conversation_id: 'c' })
    expect(first).toMatchObject({ session_resolution: 'conversation', already_loaded: false })
    expect([session, other]).not.toContain(first.session_id)
    expect(await must('activate', { id, conversation_id: 'c' })).toMatchObject({
      session_id: first.session_id,
      already_loaded: true,
    })
    expect(await must('activate', { id, conversation_id: 'C' })).toMatchObject({ already_loaded: false })
    expect(await must('activate', { id })).toMatchObject({ session_resolution: 'created' })
  })

  it('Sessions are looked up by conversation wherever the caller has it, but made only by activate and a root', async () => {
    await must('create_project', { name: 'Orchard', id: 'orchard' })
    for (const name of ['save_session', 'sync_session', 'close_session']) {
      expect(codeOf(await call(name, { conversation_id: 'chat' }))).toBe('SESSION_NOT_FOUND')
    }
    const { record, session_id } = await must('create_record', {
      ...minimalRecord,
      project_id: 'orchard',
      conversation_id: 'chat',
    })
    const same = { session_id, session_resolution: 'conversation' }
    expect(await call('update_record', { id: record.id, body: 'B', conversation_id: 'chat' })).toMatchObject(same)
    expect(await call('save_session', { conversation_id: 'chat' })).toMatchObject(same)
    expect(await call('sync_session', { conversation_id: 'chat' })).toMatchObject(same)
    const second = await must('create_record', { ...minimalRecord, conversation_id: 'chat' })
    expect(second).toMatchObject({ ...same, record: { project_id: 'orchard' } })
    expect(await call('close_session', { conversation_id: 'chat' })).toMatchObject(same)
  })

  it('Sessions of one conversation are several when it speaks of several projects', async () => {
    await must('create_project', { name: 'Orchard', id: 'orchard' })
    const first = await createRoot({ conversation_id: 'chat', project_id: 'default' })
    const second = await createRoot({ conversation_id: 'chat', project_id: 'orchard' })
    expect(second.session).not.toBe(first.session)
    expect(await activate(first.id, { conversation_id: 'chat' })).toBe(first.session)
    expect(await activate(second.id, { conversation_id: 'chat' })).toBe(second.session)
  })

  it('Sessions that are missing are reported in the words of each operation', async () => {
    const { id } = await createRoot()
    const hint = expect.stringContaining('session_id')
    const answers = {
      PARENT_NOT_ACTIVATED: await call('create_record', { ...minimalRecord, parent_id: id }),
      NOT_ACTIVATED: await call('update_record', { id, body: 'B' }),
      SESSION_NOT_FOUND: await call('save_session'),
    }
    for (const [code, answer] of Object.entries(answers)) {
      expect(answer).toMatchObject({ error: { code, recovery_hint: hint } })
    }
    expect(codeOf(await call('transition', { id, to_state: 'LATER', reason: 'Why' }))).toBe('NOT_ACTIVATED')
    expect(codeOf(await call('sync_session'))).toBe('SESSION_NOT_FOUND')
    expect(codeOf(await call('close_session'))).toBe('SESSION_NOT_FOUND')
  })

  it('Sessions that do not exist are refused by every operation that takes one', async () => {
    const { id } = await createRoot()
    const session_id = unknown
    const calls: Array<[string, object]> = [
      ['activate', { id }],
      ['sync_session', {}],
      ['create_record', minimalRecord],
      ['create_record', { ...minimalRecord, parent_id: id }],
      ['update_record', { id, body: 'B' }],
      ['transition', { id, to_state: 'OPEN' }],
      ['save_session', {}],
      ['close_session', {}],
      ['get_project_overview', {}],
      ['search_records', { query: 'x' }],
      ['list_records', {}],
      ['get_record_diff', { id, from: 'activation' }],
      ['get_active_sessions', { record_id: id }],
      ['get_recent_activity', {}],
    ]
    for (const [name, args] of calls) {
      const answer = await call(name, { ...args, session_id })
      expect([name, codeOf(answer), answer.error?.details]).toEqual([name, 'SESSION_NOT_FOUND', { session_id }])
    }
    expect(codeOf(await call('activate', { id, parent_session: unknown }))).toBe('SESSION_NOT_FOUND')
  })

  it('B5: reopen under their own id, remembering nothing', async () => {
    const { id, session } = await createRoot()
    const second = await createChild(id, session)
    await update(id, session, { body: 'B' })
    await save(session)
    await close(session)
    for (const [name, args] of [
      ['sync_session', {}],
      ['save_session', {}],
      ['update_record', { id, body: 'C' }],
      ['transition', { id, to_state: 'LATER', reason: 'Why' }],
      ['create_record', { ...minimalRecord, parent_id: id }],
    ] as const) {
      expect([name, await call(name, { ...args, session_id: session })]).toMatchObject([
        name,
        { error: { code: 'SESSION_NOT_FOUND', details: { session_id: session, status: 'closed' } } },
      ])
    }
    const foreign = await activate(id)
    await save(foreign)

    const again = await must('activate', { id: second, session_id: session })
    expect(again).toMatchObject({
      session_id: session,
      already_loaded: false,
      reopened: true,
      session_resolution: 'explicit',
      changes_since_last_load: [],
    })
    const overview = await must('get_project_overview', { session_id: session })
    expect(overview.open_sessions.find((each: { id: string }) => each.id === session)).toMatchObject({
      active_records: [second],
      tick_gap: 0,
      unsaved_records: 0,
      is_current: true,
    })
    expect(codeOf(await call('update_record', { id, body: 'C', session_id: session }))).toBe('NOT_ACTIVATED')
    expect(await save(session)).toMatchObject({ saved_records: [] })
    const started = await must('get_recent_activity', { types: ['session_started'], by_session: session })
    expect(started.activity[0]).toMatchObject({ details: { resumed: true } })
    expect(await must('activate', { id: second, session_id: session })).not.toHaveProperty('reopened')
  })

  it('B5: reopen by a root record too, and count its write as their own', async () => {
    const { session } = await createRoot()
    await close(session)
    const root2 = await must('create_record', { ...minimalRecord, session_id: session })
    expect(root2).toMatchObject({ session_id: session, reopened: true, tick: 2, record: { id: 'R002' } })
    expect(await sync(session)).toMatchObject({ tick_gap: 0, changes: [] })
    expect(await close(session)).toMatchObject({ deactivated_records: ['R002'] })
  })

  it('B5: closed twice succeed and log nothing more', async () => {
    const { session } = await createRoot()
    await save(session)
    expect(await close(session, { summary: 'Done for today' })).toMatchObject({ deactivated_records: ['R001'] })
    const before = await must('get_recent_activity')
    expect(before.activity[0]).toMatchObject({ type: 'session_closed', summary: 'Done for today' })
    expect(await close(session)).toEqual({
      success: true,
      deactivated_records: [],
      unsynced_changes: 0,
      session_id: session,
      session_resolution: 'explicit',
      tick: 2,
    })
    expect(await must('get_recent_activity')).toEqual(before)
  })

  it('B6: may change only what they activated, not what came along', async () => {
    const { id, session } = await createRoot()
    const inner = await createChild(id, session)
    const mine = await activate(id)
    const details = { session_id: mine }
    expect(await call('update_record', { id: inner, body: 'B', session_id: mine })).toMatchObject({
      error: { code: 'NOT_ACTIVATED', details: { record_id: inner, ...details } },
    })
    expect(await call('create_record', { ...minimalRecord, parent_id: inner, session_id: mine })).toMatchObject({
      error: { code: 'PARENT_NOT_ACTIVATED', details: { parent_id: inner, ...details } },
    })
  })

  it('B9: stay within their project', async () => {
    await must('create_project', { name: 'Orchard', id: 'orchard' })
    const here = await createRoot()
    const there = await createRoot({ project_id: 'orchard' })
    const mismatch = {
      error: {
        code: 'SESSION_PROJECT_MISMATCH',
        details: { session_project: 'default', record_project: 'orchard' },
        recovery_hint: expect.stringMatching(/^Activate without session_id/),
      },
    }
    const session_id = here.session
    for (const [name, args] of [
      ['activate', { id: there.id }],
      ['update_record', { id: there.id, body: 'B' }],
      ['transition', { id: there.id, to_state: 'LATER', reason: 'Why' }],
      ['create_record', { ...minimalRecord, parent_id: there.id }],
      ['create_record', { ...minimalRecord, project_id: 'orchard' }],
    ] as const) {
      expect([name, await call(name, { ...args, session_id })]).toMatchObject([name, mismatch])
    }
    expect(await call('activate', { id: here.id, parent_session: there.session })).toMatchObject({
      error: { code: 'SESSION_PROJECT_MISMATCH' },
    })
  })

  it('show which sessions work on a record, latest first', async () => {
    const { id, session } = await createRoot()
    store.time.now += 60_000
    const second = await activate(id)
    await must('activate', { id, session_id: second, override: true })
    await update(id, second, { body: 'B' })
    const at = new Date(store.time.now).toISOString()
    const { sessions } = await must('get_active_sessions', { record_id: id, session_id: second })
    expect(sessions).toEqual([
      {
        session_id: second,
        last_activity: at,
        is_current: true,
        status: 'active',
        tick_gap: 0,
        seen_version: 2,
        acknowledged: false,
      },
      {
        session_id: session,
        last_activity: '2025-02-10T08:00:00.000Z',
        is_current: false,
        status: 'active',
        tick_gap: 1,
        seen_version: 1,
        acknowledged: true,
      },
    ])
    await close(session)
    expect(await must('get_active_sessions', { record_id: id })).toMatchObject({
      sessions: [{ session_id: second, is_current: false, acknowledged: false }],
    })
  })

  it('Sessions are touched by what they do, and not by reads', async () => {
    const { id, session } = await createRoot()
    const seen = async () =>
      (await must('get_active_sessions', { record_id: id })).sessions.find(
        (each: { session_id: string }) => each.session_id === session,
      ).last_activity
    const steps: Array<[string, object, boolean]> = [
      ['get_project_overview', { session_id: session }, false],
      ['list_records', { session_id: session }, false],
      ['search_records', { query: 'title', session_id: session }, false],
      ['get_record_diff', { id, from: 'activation', session_id: session }, false],
      ['get_recent_activity', { session_id: session }, false],
      ['activate', { id, session_id: session }, true],
      ['sync_session', { session_id: session }, true],
      ['update_record', { id, body: 'B', session_id: session }, true],
      ['update_record', { id, body: 'C', session_id: session, base_version: 9 }, true],
      ['update_record', { id, body: 'B', session_id: session }, true],
      ['transition', { id, to_state: 'LATER', reason: 'Why', session_id: session }, true],
      ['create_record', { ...minimalRecord, parent_id: id, session_id: session }, true],
      ['save_session', { session_id: session }, true],
    ]
    for (const [name, args, touches] of steps) {
      const before = await seen()
      store.time.now += 1000
      await must(name, args)
      expect([name, await seen()]).toEqual([name, touches ? new Date(store.time.now).toISOString() : before])
    }
  })
})
