import { expect, it } from 'vitest'
import { type Answer, onBothEngines } from '../support/engines.ts'
import { ids, recordCalls } from './record-calls.ts'
import { dumpStore } from './store-dump.ts'

onBothEngines('The overview', store => {
  const { createRoot, createChild, activate, update, transition, save, close, must } = recordCalls(store)

  it('The overview is empty and whole in an empty project', async () => {
    await must('create_project', { name: 'Orchard', id: 'orchard', description: 'Apples' })
    expect(await must('get_project_overview', { project_id: 'Orchard' })).toEqual({
      project: { id: 'orchard', name: 'Orchard', description: 'Apples', tick: 0 },
      open_sessions: [],
      root_records: [],
      open_records: [],
      later_records: [],
      recent_activity: [],
      totals: {
        open_sessions: 0,
        root_records: 0,
        open_records: 0,
        later_records: 0,
        resolved_records: 0,
        discarded_records: 0,
      },
    })
    expect((await must('get_project_overview')).project).toMatchObject({ id: 'default', description: '' })
  })

  it('The overview orders roots by state then id, open and later records by their last change', async () => {
    const { id: one, session } = await createRoot({ state: 'DISCARDED' })
    const two = (await createRoot({ session_id: session, state: 'RESOLVED' })).id
    const three = (await createRoot({ session_id: session, state: 'LATER' })).id
    const four = (await createRoot({ session_id: session })).id
    const five = (await createRoot({ session_id: session })).id
    const six = await createChild(five, session, { state: 'LATER' })
    const seven = await createChild(five, session)
    await update(four, session, { body: 'B' })
    await update(three, session, { body: 'B' })
    const overview = await must('get_project_overview')
    expect(ids(overview.root_records)).toEqual([four, five, three, two, one])
    expect(ids(overview.open_records)).toEqual([four, seven, five])
    expect(ids(overview.later_records)).toEqual([three, six])
    expect(overview.totals).toEqual({
      open_sessions: 1,
      root_records: 5,
      open_records: 3,
      later_records: 2,
      resolved_records: 1,
      discarded_records: 1,
    })
    expect(overview.root_records[1]).toEqual(await must('get_record_ref', { id: five }))
  })

  it('The overview puts roots that were replaced behind the others of their state', async () => {
    const { id: replaced, session } = await createRoot()
    const resolved = (await createRoot({ session_id: session, state: 'RESOLVED' })).id
    const successor = (await createRoot({ session_id: session })).id
    await must('supersede_record', { id: replaced, session_id: session, superseded_by: successor })
    const { root_records } = await must('get_project_overview')
    expect(ids(root_records)).toEqual([successor, resolved, replaced])
  })

  it('The overview lists open sessions, the latest first', async () => {
    const { id, session: first } = await createRoot()
    const inner = await createChild(id, first)
    await save(first)
    await update(id, first, { body: 'B' })
    store.time.now += 1000
    const second = await activate(inner)
    const gone = await activate(id)
    await close(gone)
    await update(inner, second, { body: 'B' })
    const { open_sessions } = await must('get_project_overview', { session_id: second })
    expect(open_sessions).toEqual([
      {
        id: second,
        active_records: [inner],
        last_sync_tick: 5,
        tick_gap: 0,
        status: 'active',
        staleness: 'none',
        last_activity: '2025-02-10T08:00:01.000Z',
        is_current: true,
        unsaved_records: 1,
      },
      {
        id: first,
        active_records: [id, inner],
        last_sync_tick: 4,
        tick_gap: 1,
        status: 'active',
        staleness: 'none',
        last_activity: '2025-02-10T08:00:00.000Z',
        is_current: false,
        unsaved_records: 1,
      },
    ])
  })

  it('The overview shows fifty of each at most, with exact totals', async () => {
    const { id, session } = await createRoot()
    for (let n = 0; n < 51; n++) {
      await createRoot({ session_id: session, state: n % 2 ? 'OPEN' : 'LATER' })
      await createChild(id, session, { state: 'LATER' })
      await activate(id)
    }
    for (let n = 0; n < 26; n++) await createChild(id, session)
    const { totals, ...overview } = await must('get_project_overview')
    expect(totals).toEqual({
      open_sessions: 52,
      root_records: 52,
      open_records: 52,
      later_records: 77,
      resolved_records: 0,
      discarded_records: 0,
    })
    for (const field of ['open_sessions', 'root_records', 'open_records', 'later_records']) {
      expect([field, overview[field].length]).toEqual([field, 50])
    }
    expect(overview.root_records.filter((ref: Answer) => ref.state === 'OPEN')).toHaveLength(26)
  })

  it('The overview shows the newest twenty entries without activations', async () => {
    const { id, session } = await createRoot()
    for (let n = 0; n < 25; n++) await activate(id, { session_id: session })
    expect((await must('get_project_overview')).recent_activity.map((entry: Answer) => entry.type)).toEqual([
      'record_created',
      'session_started',
    ])
    for (let n = 0; n < 25; n++) await save(session, { summary: `Save ${n}` })
    const { recent_activity } = await must('get_project_overview')
    expect(recent_activity.map((entry: Answer) => entry.summary)).toEqual(
      Array.from({ length: 20 }, (_, n) => `Save ${24 - n}`),
    )
  })

  it('The overview and every other read leave the store as it is', async () => {
    const { id, session } = await createRoot()
    const inner = await createChild(id, session)
    await transition(inner, session, 'LATER', { reason: 'Why' })
    const before = await dumpStore(store.app)
    const reads: Array<[string, object]> = [
      ['list_projects', {}],
      ['get_project', {}],
      ['get_project_overview', { session_id: session }],
      ['search_records', { query: 'title', session_id: session }],
      ['list_records', { session_id: session }],
      ['get_record_ref', { id }],
      ['get_record_history', { id }],
      ['get_record_diff', { id: inner, from: 'activation', session_id: session }],
      ['get_active_sessions', { record_id: id, session_id: session }],
      ['get_recent_activity', { session_id: session }],
      ['list_sessions', {}],
      ['show_record', { id }],
      ['check_records', {}],
      ['export_records', {}],
      ['whoami', {}],
    ]
    for (const [name, args] of reads) await must(name, args)
    expect(await dumpStore(store.app)).toEqual(before)
  })
})
