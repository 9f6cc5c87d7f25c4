import { expect, it } from 'vitest'
import { onBothEngines } from '../support/engines.ts'

const text = { type: 'question', summary: 'A summary.', body: 'A body.' }

onBothEngines('The four workflow patterns', store => {
  const { call } = store

  /** S0 creates R001 at tick 1 and closes. */
  async function question() {
    const { session_id } = await call('create_record', { ...text, title: 'How do we merge?' })
    await call('close_session', { session_id })
  }

  it('A1: work continues where it was left', async () => {
    await question()
    const overview = await call('get_project_overview')
    expect(overview.open_records.map((ref: { id: string }) => ref.id)).toEqual(['R001'])
    expect(overview.project.tick).toBe(1)

    const loaded = await call('activate', { id: 'R001' })
    expect(loaded).toMatchObject({ already_loaded: false, session_resolution: 'created', tick: 1 })
    expect(loaded).not.toHaveProperty('conflict')
    const { session_id } = loaded
    expect(await call('update_record', { id: 'R001', body: 'More.', session_id })).toMatchObject({
      record: { version: 2, body: 'More.' },
      applied: true,
      tick: 2,
    })
    expect(await call('create_record', { ...text, title: 'Child', parent_id: 'R001', session_id })).toMatchObject({
      record: { id: 'R002', depth: 2, parent_id: 'R001' },
      auto_activated: true,
      tick: 3,
    })
    expect(await call('save_session', { session_id })).toMatchObject({ saved_records: ['R001', 'R002'], tick: 4 })
    const closed = await call('close_session', { session_id })
    expect(closed).toMatchObject({ deactivated_records: ['R001', 'R002'], tick: 4, unsynced_changes: 0 })
    expect(closed).not.toHaveProperty('unsaved_warning')
  })

  it('A2: a new topic starts without a session and warns when it was never saved', async () => {
    const root = await call('create_record', { ...text, title: 'Root', parent_id: null })
    expect(root).toMatchObject({ record: { id: 'R001' }, auto_activated: true, session_resolution: 'created', tick: 1 })
    const { session_id } = root
    const child = await call('create_record', { ...text, title: 'Child', parent_id: 'R001', session_id })
    expect(child.record.id).toBe('R002')
    const closed = await call('close_session', { session_id })
    expect(closed.unsaved_warning).toContain('R001, R002')
  })

  it('A3: a subtopic worked on elsewhere comes back by sync', async () => {
    const { session_id: s1 } = await call('create_record', { ...text, title: 'Merge edits' })
    await call('create_record', { ...text, title: 'Clock?', parent_id: 'R001', session_id: s1 })
    const second = await call('activate', { id: 'R002' })
    const { session_id: s2 } = second
    expect(second.context.parent).toMatchObject({ id: 'R001', body: 'A body.' })
    expect(second.conflict.session_id).toBe(s1)
    await call('update_record', { id: 'R002', body: 'Answered', session_id: s2 })
    await call('create_record', { ...text, title: 'Use a clock', parent_id: 'R002', session_id: s2 })
    const resolved = await call('transition', { id: 'R002', to_state: 'RESOLVED', resolved_by: 'R003', session_id: s2 })
    expect(resolved.cascade_warning).toMatchObject({ open_children: [{ id: 'R003' }], total: 1 })
    await call('save_session', { session_id: s2 })
    await call('close_session', { session_id: s2 })

    const synced = await call('sync_session', { session_id: s1 })
    expect(synced).toMatchObject({
      project_tick: 6,
      session_tick_before: 2,
      tick_gap: 4,
      session_status: 'active',
      more: false,
    })
    expect(
      synced.changes.map((each: { record_id: string; change_type: string; at_tick: number }) => [
        each.change_type,
        each.record_id,
        each.at_tick,
      ]),
    ).toEqual([
      ['modified', 'R002', 3],
      ['created', 'R003', 4],
      ['state_changed', 'R002', 5],
    ])
    expect(synced.changes[1]).toMatchObject({ relevance: 'under_active', new_value: { id: 'R003', body: 'A body.' } })
    expect(synced.warning).toBe('4 writes occurred since your last sync; 2 records changed, active here: R002.')
    expect(await call('sync_session', { session_id: s1 })).toMatchObject({ tick_gap: 0, changes: [] })
    expect(await call('update_record', { id: 'R002', body: 'Again', session_id: s1 })).toMatchObject({ applied: true })
  })

  it('A4: a conflict shows both versions until one is forced over the other', async () => {
    await question()
    const { session_id: s1 } = await call('activate', { id: 'R001' })
    const { session_id: s2 } = await call('activate', { id: 'R001' })
    expect(await call('update_record', { id: 'R001', body: 'A', session_id: s1 })).toMatchObject({
      record: { version: 2 },
      tick: 2,
    })
    const clash = await call('update_record', { id: 'R001', body: 'B', session_id: s2 })
    expect(clash).toMatchObject({
      applied: false,
      tick: 2,
      record: { body: 'A', version: 2 },
      conflict: {
        base_version: 1,
        current_version: 2,
        by_session: s1,
        at_tick: 2,
        your_base: { body: 'A body.', version: 1 },
      },
    })
    expect(await call('update_record', { id: 'R001', body: 'B', session_id: s2 })).toEqual(clash)
    expect(
      await call('update_record', { id: 'R001', body: 'merged', session_id: s2, force: true, base_version: 2 }),
    ).toMatchObject({ record: { version: 3, body: 'merged' }, tick: 3 })
    expect(await call('update_record', { id: 'R001', body: 'C', session_id: s1 })).toMatchObject({
      conflict: { base_version: 2, current_version: 3 },
    })
    expect(
      await call('update_record', { id: 'R001', body: 'D', session_id: s2, force: true, base_version: 2 }),
    ).toMatchObject({ applied: false, conflict: { base_version: 2, current_version: 3 } })
    const { activity } = await call('get_recent_activity', { types: ['conflict_detected', 'conflict_resolved'] })
    expect(activity.map((entry: { type: string }) => entry.type)).toEqual([
      'conflict_detected',
      'conflict_detected',
      'conflict_resolved',
      'conflict_detected',
      'conflict_detected',
      'conflict_detected',
    ])
  })
})
