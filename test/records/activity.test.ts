import { expect, it } from 'vitest'
import { activityTypes } from '../../src/records/activity-types.ts'
import { type Answer, onBothEngines } from '../support/engines.ts'
import { codeOf, recordCalls } from './record-calls.ts'

onBothEngines('The activity feed', store => {
  const { call } = store
  const { createRoot, createChild, activate, update, transition, save, close, must } = recordCalls(store)

  const feed = async (args: object = {}) => (await must('get_recent_activity', args)).activity
  const types = async (args: object = {}) => (await feed(args)).map((entry: Answer) => entry.type)

  it('The activity feed has each event once, newest first, in the documented shape', async () => {
    const { id, session } = await createRoot()
    const other = await activate(id, { parent_session: session })
    await activate(id, { session_id: other, override: true })
    await update(id, session, { body: 'B' })
    await update(id, other, { body: 'C' })
    await update(id, other, { body: 'C', force: true })
    await transition(id, other, 'LATER', { reason: 'Why' })
    await save(other, { summary: 'Clock decided' })
    await close(other)
    await activate(id, { session_id: other })
    const entries = await feed()
    expect(entries.map((entry: Answer) => entry.type)).toEqual([
      'conflict_detected',
      'activation',
      'session_started',
      'session_closed',
      'session_saved',
      'state_transition',
      'conflict_resolved',
      'record_updated',
      'conflict_detected',
      'record_updated',
      'conflict_resolved',
      'activation',
      'conflict_detected',
      'activation',
      'session_branched',
      'session_started',
      'record_created',
      'session_started',
    ])
    expect(new Set(entries.map((entry: Answer) => entry.type))).toEqual(new Set(activityTypes))
    const numbers = entries.map((entry: Answer) => entry.id)
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a))
    const saved = entries[4]
    expect(saved).toEqual({
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      type: 'session_saved',
      session_id: other,
      summary: 'Clock decided',
      details: { saved_records: [id] },
      id: expect.any(Number),
      tick: 5,
    })
    expect(entries[5]).toMatchObject({
      record_id: id,
      tick: 4,
      details: { from: 'OPEN', to: 'LATER', reason: 'Why' },
    })
    expect(entries[7].details).toEqual({ fields: ['body'] })
    expect(entries[6].details).toEqual({ base_version: 1, overwritten_version: 2 })
    expect(entries[2].details).toEqual({ resumed: true })
  })

  it('The activity feed narrows by type, record, session, time and page', async () => {
    await must('create_project', { name: 'Timed', id: 'timed' })
    const { id, session } = await createRoot({ project_id: 'timed' })
    store.time.now += 60_000
    const inner = await createChild(id, session)
    store.time.now += 60_000
    const other = await activate(inner)
    const here = { project_id: 'timed' }
    expect(await types({ ...here, types: ['record_created'] })).toHaveLength(2)
    expect(await types({ ...here, types: [] })).toHaveLength(6)
    expect(await types({ record_id: inner })).toEqual(['conflict_detected', 'activation', 'record_created'])
    expect(await types({ ...here, by_session: other })).toEqual(['conflict_detected', 'activation', 'session_started'])
    expect(await types({ ...here, by_session: other, record_id: inner })).toEqual(['conflict_detected', 'activation'])
    expect(await types({ ...here, by_session: 'ses_unknown' })).toEqual([])
    expect(await types({ ...here, since: '2025-02-10T08:01:00Z' })).toHaveLength(4)
    expect(await types({ ...here, since: '2025-02-10T08:01:00.001Z' })).toHaveLength(3)
    const all = await feed(here)
    const first = await feed({ ...here, limit: 4 })
    const rest = await feed({ ...here, limit: 4, before: first.at(-1).id })
    expect([...first, ...rest]).toEqual(all)
    expect(await feed({ ...here, before: all.at(-1).id })).toEqual([])
    expect((await must('get_recent_activity', { record_id: inner })).project_id).toBe('timed')
  })

  it('The activity feed names the record of an entry that does not say its title itself, as it is called now', async () => {
    const { id, session } = await createRoot()
    await update(id, session, { title: 'Merge by tick' })
    await save(session)
    const told = (await feed()).map(({ type, record_title }: Answer) => [type, record_title])
    expect(told).toEqual([
      ['session_saved', undefined],
      ['record_updated', 'Merge by tick'],
      ['record_created', 'Merge by tick'],
      ['session_started', undefined],
    ])
    await call('purge_record', { id, confirm: id })
    expect((await feed()).map(({ record_title }: Answer) => record_title)).toEqual(Array(5).fill(undefined))
  })

  it('The activity feed shows fifty entries by default', async () => {
    const { session } = await createRoot()
    for (let n = 0; n < 52; n++) await save(session)
    expect(await feed()).toHaveLength(50)
    expect(await feed({ limit: 500 })).toHaveLength(54)
    expect(await feed({ limit: 1 })).toHaveLength(1)
  })

  it('The activity feed names the ten types when asked for another, and never shows one of another part', async () => {
    const { id } = await createRoot()
    const { error } = await call('get_recent_activity', { types: ['gossip'] })
    expect(error).toMatchObject({ code: 'INVALID_INPUT', details: { fields: [{ path: 'types.0' }] } })
    for (const type of activityTypes) expect(error.details.fields[0].rule).toContain(type)
    await store.app.db.write(tx =>
      tx.raw(`insert into activity (project_id, tick, ts, type, summary)
        values ('default', 1, '2025-02-10T08:00:00.000Z', 'diary_entry', 'Elsewhere')`),
    )
    expect(await types()).not.toContain('diary_entry')
    expect((await must('get_project_overview')).recent_activity).toHaveLength(2)
    expect(codeOf(await call('get_recent_activity', { record_id: 'R999' }))).toBe('RECORD_NOT_FOUND')
    expect(await types({ record_id: id })).toEqual(['record_created'])
  })

  it('The activity feed keeps that a purged record was there, and none of its text', async () => {
    const { id, session } = await createRoot({ title: 'Secret title' })
    await transition(id, session, 'LATER', { reason: 'Secret reason' })
    await must('purge_record', { id, confirm: id })
    const entries = await feed()
    expect(JSON.stringify(entries)).not.toContain('Secret')
    expect(entries.filter((entry: Answer) => entry.record_id === id).length).toBeGreaterThan(1)
  })
})
