import { expect, it } from 'vitest'
import { onBothEngines } from '../support/engines.ts'
import { minimalRecord, recordCalls } from './record-calls.ts'

onBothEngines('Saving and closing', store => {
  const { createRoot, createChild, activate, update, transition, save, close, must } = recordCalls(store)

  it('a save names what its session changed since its last save, each once, by id', async () => {
    const { id, session } = await createRoot()
    const inner = await createChild(id, session)
    const other = await activate(inner)
    await update(inner, other, { body: 'Theirs' })
    await update(inner, session, { body: 'Mine', force: true })
    await update(id, session, { body: 'B' })
    await update(id, session, { body: 'C' })
    expect(await save(session, { summary: 'First' })).toEqual({
      success: true,
      saved_records: [id, inner],
      last_save: expect.stringMatching(/Z$/),
      session_id: session,
      session_resolution: 'explicit',
      tick: 7,
    })
    await transition(inner, session, 'LATER', { reason: 'Why' })
    expect(await save(session)).toMatchObject({ saved_records: [inner], tick: 9 })
    expect(await save(other)).toMatchObject({ saved_records: [inner], tick: 10 })
  })

  it('the time of a save is never before that of an earlier change of its project', async () => {
    await must('create_project', { name: 'Timed', id: 'timed' })
    const { session } = await createRoot({ project_id: 'timed' })
    store.time.now += 5000
    expect(await save(session)).toMatchObject({ last_save: '2025-02-10T08:00:05.000Z' })
    store.time.now -= 3_600_000
    expect(await save(session)).toMatchObject({ last_save: '2025-02-10T08:00:05.000Z' })
  })

  it('closing a session warns of what was not saved in it, and of nothing else', async () => {
    const { id, session } = await createRoot()
    const inner = await createChild(id, session)
    await save(session)
    const clean = await activate(id)
    expect(await close(clean)).not.toHaveProperty('unsaved_warning')
    await update(inner, session, { body: 'B' })
    const { unsaved_warning, ...rest } = await close(session)
    expect(unsaved_warning).toContain(inner)
    expect(unsaved_warning).not.toContain(id)
    expect(unsaved_warning).toMatch(/stored/)
    expect(rest).toMatchObject({ success: true, deactivated_records: [id, inner], tick: 4 })
    await activate(id, { session_id: session })
    expect(await save(session)).toMatchObject({ saved_records: [] })
    expect(await close(session)).not.toHaveProperty('unsaved_warning')
  })

  it('a root that reopens a closed session counts as changed in it', async () => {
    const { session } = await createRoot()
    await close(session)
    const { record } = await must('create_record', { ...minimalRecord, session_id: session })
    expect(await save(session)).toMatchObject({ saved_records: [record.id] })
  })

  it('the settings decide when a session is stale or idle and how deep records may nest', async () => {
    Object.assign(store.app.records, { stale_threshold: 2, activation_conflict_hours: 1, max_depth: 1 })
    const { id, session } = await createRoot()
    const other = await activate(id)
    for (let n = 0; n < 3; n++) await save(session)
    const sessions = async () => (await must('get_project_overview')).open_sessions
    expect((await sessions()).find((each: { id: string }) => each.id === other)).toMatchObject({
      status: 'stale',
      staleness: 'none',
    })
    store.time.now += 61 * 60_000
    expect(await must('activate', { id })).not.toHaveProperty('conflict')
    expect(await store.call('create_record', { ...minimalRecord, parent_id: id, session_id: session })).toMatchObject({
      error: { code: 'DEPTH_EXCEEDED', details: { depth: 2, max: 1 } },
    })
  })
})
