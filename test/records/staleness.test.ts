import { expect, it } from 'vitest'
import { onBothEngines } from '../support/engines.ts'
import { recordCalls } from './record-calls.ts'

onBothEngines('The distance between a session and its project', store => {
  const { createRoot, activate, update, sync, save, transition, advanceTick, must } = recordCalls(store)

  const standing = async (session: string) => {
    const { open_sessions } = await must('get_project_overview')
    const { last_sync_tick, tick_gap, status, staleness } = open_sessions.find(
      (each: { id: string }) => each.id === session,
    )
    return { last_sync_tick, tick_gap, status, staleness }
  }

  it('B2: stays 0 for a lone writer', async () => {
    const { id, session } = await createRoot()
    for (let n = 1; n <= 5; n++) await update(id, session, { body: `Body ${n}` })
    await save(session)
    await transition(id, session, 'LATER', { reason: 'Why' })
    expect(await standing(session)).toEqual({ last_sync_tick: 8, tick_gap: 0, status: 'active', staleness: 'none' })
  })

  it('B2: never skips a foreign write because of an own one', async () => {
    const { id, session } = await createRoot()
    const other = await createRoot()
    const { tick } = await sync(session)
    await save(other.session)
    await update(id, session, { body: 'B' })
    expect(await standing(session)).toMatchObject({ last_sync_tick: tick, tick_gap: 2 })
    await update(id, session, { body: 'C' })
    expect(await standing(session)).toMatchObject({ last_sync_tick: tick, tick_gap: 3 })
  })

  it('B3: is none, mild, moderate or severe by the count of writes alone', async () => {
    const { id, session } = await createRoot()
    const other = await activate(id)
    const expected: Array<[number, string, string]> = [
      [10, 'none', 'active'],
      [11, 'mild', 'stale'],
      [50, 'mild', 'stale'],
      [51, 'moderate', 'stale'],
      [200, 'moderate', 'stale'],
      [201, 'severe', 'stale'],
    ]
    let written = 0
    for (const [gap, staleness, status] of expected) {
      await advanceTick(other, gap - written)
      written = gap
      store.time.now += 1_000_000_000
      expect(await standing(session)).toEqual({ last_sync_tick: 1, tick_gap: gap, status, staleness })
    }
    expect(await must('activate', { id, session_id: session })).toMatchObject({
      context: {
        warnings: expect.arrayContaining([
          { type: 'stale', message: expect.stringContaining('201 writes'), details: { tick_gap: 201 } },
        ]),
      },
    })
    expect(await standing(session)).toMatchObject({ tick_gap: 201 })
    expect(await sync(session)).toMatchObject({
      tick_gap: 201,
      session_status: 'stale',
      staleness: 'severe',
      changes: [],
      warning: expect.stringMatching(/^201 writes occurred since your last sync/),
    })
    const again = await sync(session)
    expect(again).toMatchObject({ tick_gap: 0, session_status: 'active', staleness: 'none' })
    expect(again).not.toHaveProperty('warning')
  })

  it('B4: grows by saves that had nothing to save, and not by updates that changed nothing', async () => {
    const { id, session } = await createRoot()
    expect(await save(session)).toMatchObject({ saved_records: ['R001'], tick: 2 })
    const second = await save(session)
    expect(second).toMatchObject({ saved_records: [], tick: 3 })
    expect(await save(session)).toMatchObject({ saved_records: [], tick: 4 })
    const noop = await update(id, session, {
      title: 'A title',
      summary: 'A summary.',
      body: 'A body.',
      related: [],
      metadata: { gone: null },
    })
    expect(noop).toMatchObject({ unchanged: true, applied: true, tick: 4, record: { version: 1 } })
    expect((await must('get_record_history', { id })).total).toBe(1)
  })

  it('The distance between a session and its project moves by writes only: not by projects, reads, activation, sync, close or refusals', async () => {
    const { id, session } = await createRoot()
    const other = await activate(id)
    await must('create_project', { name: 'Another' })
    await sync(session)
    await update(id, other, { body: 'B' })
    await must('update_record', { id, body: 'C', session_id: session })
    await must('close_session', { session_id: other })
    expect((await must('get_project')).tick).toBe(2)
    expect((await must('get_project', { id: 'another' })).tick).toBe(0)
  })
})
