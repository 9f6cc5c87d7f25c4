import { expect, it } from 'vitest'
import { type Answer, onBothEngines } from '../support/engines.ts'
import { codeOf, ids, minimalRecord, recordCalls } from './record-calls.ts'

const minute = 60_000
const hour = 60 * minute

onBothEngines('Activation', store => {
  const { call } = store
  const { createRoot, createChild, activate, update, transition, close, sync, save, must } = recordCalls(store)

  const types = (answer: Answer) => (answer.context.warnings ?? []).map((each: Answer) => each.type)
  const feed = async (...wanted: string[]) =>
    (await must('get_recent_activity', { types: wanted })).activity.map((each: Answer) => each.type)

  it('Activation answers whole in a quiet project', async () => {
    const { id, session } = await createRoot()
    const open = await createChild(id, session)
    const later = await createChild(id, session, { state: 'LATER' })
    const grand = await createChild(open, session)
    await close(session)
    const answer = await must('activate', { id })
    expect(answer).toEqual({
      session_id: expect.stringMatching(/^ses_/),
      context: {
        target: expect.objectContaining({ id, body: 'A body.', depth: 1, version: 1 }),
        parent: null,
        children: {
          open: [expect.objectContaining({ id: open, body: 'A body.', depth: 2 })],
          other: [expect.objectContaining({ id: later, children_count: 0 })],
          open_total: 1,
          other_total: 1,
        },
        grandchildren: [expect.objectContaining({ id: grand, depth: 3 })],
        grandchildren_total: 1,
      },
      already_loaded: false,
      session_resolution: 'created',
      tick: 4,
      changes_since_last_load: [],
      notices: [],
    })
    expect(answer.context.children.other[0]).not.toHaveProperty('body')
    const below = await must('activate', { id: open, session_id: answer.session_id })
    expect(below).toMatchObject({ context: { parent: { id, body: 'A body.' } }, already_loaded: false })
    expect(await must('activate', { id: open, session_id: answer.session_id })).toMatchObject({ already_loaded: true })
    expect((await must('get_project')).tick).toBe(4)
  })

  it('B7: reports another session within 24 hours, and only warns of an older one', async () => {
    const { id, session } = await createRoot()
    const began = new Date(store.time.now).toISOString()
    store.time.now += 23 * hour + 59 * minute
    const fresh = await must('activate', { id })
    expect(fresh.conflict).toEqual({
      session_id: session,
      last_activity: began,
      message: `${id} is also active in another session. Ask the user before changing it.`,
    })
    expect(types(fresh)).toEqual([])
    await close(fresh.session_id)

    store.time.now += 2 * minute
    const late = await must('activate', { id })
    expect(late).not.toHaveProperty('conflict')
    expect(late.context.warnings).toEqual([
      { type: 'stale', message: expect.any(String), details: { session_id: session, last_activity: began } },
    ])
    expect(await feed('conflict_detected')).toHaveLength(1)
  })

  it('Activation knows that the user agreed when the conflict is overridden', async () => {
    const { id } = await createRoot()
    const { conflict } = await must('activate', { id, override: true })
    expect(conflict.message).toBe(`${id} is also active in another session. The user has agreed to go on.`)
  })

  it('B7: stays quiet about sessions the user accepted, and speaks of a new one', async () => {
    const { id, session } = await createRoot()
    store.time.now += minute
    const mine = await activate(id)
    expect(await feed('conflict_detected', 'conflict_resolved')).toEqual(['conflict_detected'])
    const accepted = await must('activate', { id, session_id: mine, override: true })
    expect(accepted.conflict).toMatchObject({ session_id: session })
    expect(await feed('conflict_resolved')).toHaveLength(1)

    const again = await must('activate', { id, session_id: mine })
    expect(again).not.toHaveProperty('conflict')
    expect(again.context.warnings).toMatchObject([
      { type: 'conflict', details: { session_id: session, acknowledged: true } },
    ])
    await must('activate', { id, session_id: mine, override: true })
    expect(await feed('conflict_detected', 'conflict_resolved')).toEqual(['conflict_resolved', 'conflict_detected'])

    store.time.now += minute
    const third = await activate(id)
    expect(await must('activate', { id, session_id: mine })).toMatchObject({ conflict: { session_id: third } })
    await close(mine)
    expect(await must('activate', { id, session_id: mine })).toMatchObject({ conflict: { session_id: third } })
  })

  it('Activation names the latest of several and warns of the rest', async () => {
    const { id, session: first } = await createRoot()
    store.time.now += minute
    const second = await activate(id)
    store.time.now += minute
    const third = await activate(id)
    const answer = await must('activate', { id })
    expect(answer.conflict.session_id).toBe(third)
    expect(answer.context.warnings.map((each: Answer) => [each.type, each.details.session_id])).toEqual([
      ['conflict', second],
      ['conflict', first],
    ])
    const accepted = await must('activate', { id, session_id: answer.session_id, override: true })
    const { activity } = await must('get_recent_activity', { types: ['conflict_resolved'] })
    expect(activity[0].details).toEqual({ acknowledged: [third, second, first] })
    expect(accepted.conflict.session_id).toBe(third)
  })

  it('Activation hears nothing of sessions that closed or work on other records', async () => {
    const { id, session } = await createRoot()
    const inner = await createChild(id, session)
    await close(session)
    await activate(id)
    expect(await must('activate', { id: inner })).not.toHaveProperty('conflict')
  })

  it('activation reports what changed in target, parent and open children since it last gave them', async () => {
    const { id: parent, session } = await createRoot()
    const id = await createChild(parent, session)
    const inner = await createChild(id, session)
    const mine = await activate(id)
    await update(id, session, { body: 'New body.', title: 'New title' })
    await update(parent, session, { summary: 'New summary.' })
    await update(inner, session, { metadata: { k: 1 } })
    const answer = await must('activate', { id, session_id: mine })
    const gap = { from_version: 1, to_version: 2, by_session: session }
    expect(answer.changes_since_last_load).toEqual([
      {
        record_id: id,
        ...gap,
        fields: ['title', 'body'],
        at_tick: 4,
        body_diff: `--- ${id}@v1\n+++ ${id}@v2\n@@ -1 +1 @@\n-A body.\n\\ No newline at end of file\n+New body.\n\\ No newline at end of file\n`,
      },
      { record_id: parent, ...gap, fields: ['summary'], at_tick: 5 },
      { record_id: inner, ...gap, fields: ['metadata'], at_tick: 6 },
    ])
    expect(answer.context.warnings.filter((each: Answer) => each.type === 'stale')).toHaveLength(3)
    expect(await must('activate', { id, session_id: mine })).toMatchObject({ changes_since_last_load: [] })
    expect(await must('get_active_sessions', { record_id: id, session_id: mine })).toMatchObject({
      sessions: expect.arrayContaining([expect.objectContaining({ session_id: mine, tick_gap: 3 })]),
    })
  })

  it('Activation leaves out what the session has, if asked, and only that', async () => {
    const { id: parent, session } = await createRoot()
    const id = await createChild(parent, session)
    const inner = await createChild(id, session)
    const mine = await activate(id, { if_changed: true })
    await update(inner, session, { body: 'B' })
    const { context } = await must('activate', { id, session_id: mine, if_changed: true })
    const same = (each: string) => ({ id: each, version: 1, unchanged: true })
    expect(context.target).toEqual(same(id))
    expect(context.parent).toEqual(same(parent))
    expect(context.children.open).toMatchObject([{ id: inner, version: 2, body: 'B' }])
    expect((await must('activate', { id, session_id: mine })).context.target.body).toBe('A body.')
  })

  it('activation branches a new session from another of the same caller, and only a new one', async () => {
    const { id, session } = await createRoot()
    const branched = await must('activate', { id, parent_session: session })
    expect(branched.notices).toEqual([])
    const { activity } = await must('get_recent_activity', { by_session: branched.session_id })
    expect(activity.map((each: Answer) => each.type)).toEqual([
      'conflict_detected',
      'activation',
      'session_branched',
      'session_started',
    ])
    expect(activity[2].details).toEqual({ parent_session: session })
    expect((await must('list_sessions')).sessions).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ id: branched.session_id, parent_session: session })]),
    )
    const ignored = await must('activate', { id, session_id: branched.session_id, parent_session: 'ses_x' })
    expect(ignored.notices).toEqual([expect.stringContaining('parent_session')])
    await close(branched.session_id)
    expect(
      (await must('activate', { id, session_id: branched.session_id, parent_session: session })).notices,
    ).toHaveLength(1)
    expect(codeOf(await call('activate', { id, parent_session: 'ses_x' }))).toBe('SESSION_NOT_FOUND')
  })

  it('Activation warns of work under what is done with', async () => {
    const { id: top, session } = await createRoot()
    const middle = await createChild(top, session)
    const low = await createChild(middle, session)
    const orphans = async (id: string) =>
      ((await must('activate', { id, session_id: session })).context.warnings ?? []).map((each: Answer) => each.details)
    await transition(middle, session, 'RESOLVED', { resolved_by: middle })
    expect(await orphans(low)).toEqual([{ record_id: low, ancestor_id: middle, state: 'RESOLVED' }])
    await transition(top, session, 'DISCARDED', { reason: 'Why' })
    expect(await orphans(low)).toEqual([{ record_id: low, ancestor_id: top, state: 'DISCARDED' }])
    expect(await orphans(middle)).toEqual([])
    await transition(middle, session, 'OPEN')
    await transition(middle, session, 'DISCARDED', { reason: 'Why' })
    expect(await orphans(low)).toEqual([{ record_id: low, ancestor_id: middle, state: 'DISCARDED' }])
    await transition(low, session, 'LATER', { reason: 'Why' })
    expect(await orphans(low)).toHaveLength(1)
    await transition(low, session, 'DISCARDED', { reason: 'Why' })
    expect(await orphans(low)).toEqual([])
  })

  it('Activation speaks up when more than twenty records are active', async () => {
    const { id, session } = await createRoot()
    for (let n = 0; n < 19; n++) await createChild(id, session)
    expect((await must('activate', { id, session_id: session })).notices).toEqual([])
    const last = await createChild(id, session)
    expect((await must('activate', { id, session_id: session })).notices).toEqual([expect.stringContaining('21')])
    const { open_sessions } = await must('get_project_overview')
    expect(open_sessions[0].active_records).toHaveLength(21)
    expect(open_sessions[0].active_records.at(-1)).toBe(last)
  })

  it('Activation never moves the sync point of a session that exists', async () => {
    const { id, session } = await createRoot()
    const mine = await activate(id)
    await update(id, session, { body: 'B' })
    await activate(id, { session_id: mine })
    expect(await sync(mine)).toMatchObject({ session_tick_before: 1, changes: [{ record_id: id, seen: true }] })
  })

  it('Activation closes with the records in the order of their activation', async () => {
    const { id, session } = await createRoot()
    const a = await createChild(id, session)
    const b = await createChild(id, session)
    await save(session)
    const mine = await activate(b)
    await activate(id, { session_id: mine })
    await activate(b, { session_id: mine })
    await activate(a, { session_id: mine })
    expect(await close(mine)).toMatchObject({ deactivated_records: [b, id, a], unsynced_changes: 0 })
  })

  it('Activation judges in the order: record, session, project, parent session', async () => {
    const { id } = await createRoot()
    const args = { session_id: 'ses_x', parent_session: 'ses_y' }
    expect(codeOf(await call('activate', { id: 'R999', ...args }))).toBe('RECORD_NOT_FOUND')
    expect(await call('activate', { id, ...args })).toMatchObject({
      error: { code: 'SESSION_NOT_FOUND', details: { session_id: 'ses_x' } },
    })
    expect(ids((await must('list_records')).records)).toEqual([id])
    expect((await must('create_record', { ...minimalRecord, session_id: undefined })).session_resolution).toBe(
      'created',
    )
  })
})
