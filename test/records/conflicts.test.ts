import { expect, it } from 'vitest'
import { type Answer, onBothEngines } from '../support/engines.ts'
import { codeOf, recordCalls } from './record-calls.ts'
import { dumpStore } from './store-dump.ts'

onBothEngines('Conflicts', store => {
  const { call } = store
  const { createRoot, createChild, activate, update, transition, sync, must } = recordCalls(store)

  const applies = (answer: Answer) => expect(answer).toMatchObject({ applied: true })
  const conflicts = (answer: Answer, base: number, current: number) =>
    expect(answer).toMatchObject({ applied: false, conflict: { base_version: base, current_version: current } })

  it('B1: never arise from own writes or from writes to other records', async () => {
    const { id, session } = await createRoot()
    const other = await createChild(id, session)
    const foreign = await activate(other)
    for (let n = 2; n <= 101; n++) {
      if (n % 20 === 0) await update(other, foreign, { body: `Foreign ${n}` })
      const answer = await update(id, session, { body: `Body ${n}` })
      expect(answer.record.version).toBe(n)
      applies(answer)
    }
  })

  it('B1: last until activate, sync or force', async () => {
    const { id, session } = await createRoot()
    const foreign = await activate(id)
    let version = 1
    const foreignWrite = () => update(id, foreign, { body: `Foreign ${++version}`, force: true })
    const write = (args = {}) => update(id, session, { body: `Mine over ${version}`, ...args })

    await foreignWrite()
    conflicts(await write(), 1, 2)
    conflicts(await write(), 1, 2)
    await activate(id, { session_id: session })
    applies(await write())
    version++

    await foreignWrite()
    conflicts(await write(), 3, 4)
    await sync(session)
    applies(await write())
    version++

    await foreignWrite()
    conflicts(await write(), 5, 6)
    applies(await write({ force: true }))
    const { activity } = await must('get_recent_activity', { types: ['conflict_resolved'] })
    expect(activity).toMatchObject([{ record_id: id, details: { base_version: 5, overwritten_version: 6 } }, {}, {}])
    expect((await must('get_record_history', { id, limit: 1 })).history).toMatchObject([{ version: 7, forced: true }])
  })

  it('answer whole: the stored record, what was seen, who wrote and when', async () => {
    const { id, session } = await createRoot()
    const foreign = await activate(id)
    const { record } = await update(id, foreign, { title: 'Theirs' })
    const answer = await update(id, session, { title: 'Mine' })
    const { depth, ...base } = { ...record, title: 'A title', version: 1, modified: record.created }
    expect(depth).toBe(1)
    expect(answer).toEqual({
      record,
      conflict: {
        message: expect.stringContaining('base_version 2'),
        other_version: record,
        base_version: 1,
        current_version: 2,
        by_session: foreign,
        at_tick: 2,
        your_base: base,
      },
      applied: false,
      session_id: session,
      session_resolution: 'explicit',
      tick: 2,
      notices: [],
    })
  })

  it('Conflicts are decided by base_version, with force and without', async () => {
    const { id, session } = await createRoot()
    await update(id, session, { body: 'B' })
    conflicts(await update(id, session, { body: 'C', base_version: 1 }), 1, 2)
    conflicts(await update(id, session, { body: 'C', base_version: 1, force: true }), 1, 2)
    conflicts(await update(id, session, { body: 'C', base_version: 7, force: true }), 7, 2)
    applies(await update(id, session, { body: 'C', base_version: 2 }))
    const foreign = await activate(id)
    await update(id, foreign, { body: 'D' })
    conflicts(await update(id, session, { body: 'E', base_version: 4 }), 3, 4)
    applies(await update(id, session, { body: 'E', base_version: 4, force: true }))
  })

  it('leave everything as it was but the feed and the last activity, even when nothing would change', async () => {
    const { id, session } = await createRoot()
    const foreign = await activate(id)
    const { record } = await update(id, foreign, { body: 'Theirs' })
    const { activity: feed, ...before } = await dumpStore(store.app)
    expect(await update(id, session, { body: 'Theirs' })).toMatchObject({ applied: false, record, tick: 2 })
    const { activity: longer = [], ...after } = await dumpStore(store.app)
    expect(after).toEqual(before)
    expect(longer).toEqual(expect.arrayContaining(feed ?? []))
    expect(longer).toHaveLength((feed?.length ?? 0) + 1)
  })

  it('B11: do not arise when a foreign change was taken back', async () => {
    const { id, session } = await createRoot()
    const foreign = await activate(id)
    await transition(id, foreign, 'LATER', { reason: 'Why' })
    await transition(id, foreign, 'OPEN')
    expect((await sync(session)).changes).toEqual([])
    applies(await update(id, session, { body: 'Mine' }))
  })

  it('B12: of state are reported before the transition is checked', async () => {
    const { id, session } = await createRoot()
    const other = await activate(id)
    const resolved = await transition(id, session, 'RESOLVED', { resolved_by: id })
    const asked = { id, session_id: other, to_state: 'LATER', reason: 'Not now' }
    expect(await call('transition', asked)).toEqual({
      error: {
        code: 'CONFLICT',
        message: expect.any(String),
        details: {
          current: resolved.record,
          base_version: 1,
          current_version: 2,
          by_session: session,
          at_tick: 2,
        },
        recovery_hint: expect.stringMatching(/^Sync and resolve/),
      },
    })
    expect(await call('transition', { ...asked, force: true })).toMatchObject({
      error: { code: 'INVALID_TRANSITION', details: { from: 'RESOLVED', to: 'LATER', allowed: ['OPEN'] } },
    })
    expect(codeOf(await call('transition', asked))).toBe('CONFLICT')
    await sync(other)
    expect(codeOf(await call('transition', asked))).toBe('INVALID_TRANSITION')
  })

  it('B12: of content do not stop a transition, which reports them', async () => {
    const { id, session } = await createRoot()
    const other = await activate(id)
    await update(id, session, { body: 'Theirs' })
    const answer = await transition(id, other, 'LATER', { reason: 'Not now' })
    expect(answer).toMatchObject({
      record: { state: 'LATER', version: 3, body: 'Theirs' },
      conflict: { base_version: 1, current_version: 2, by_session: session, at_tick: 2 },
      tick: 3,
    })
    applies(await update(id, other, { body: 'Mine' }))
    expect(await transition(id, other, 'OPEN')).not.toHaveProperty('conflict')
  })

  it('Conflicts of a forced transition over an unseen state are reported with it', async () => {
    const { id, session } = await createRoot()
    const other = await activate(id)
    await transition(id, session, 'LATER', { reason: 'Theirs' })
    const answer = await transition(id, other, 'DISCARDED', { reason: 'Mine', force: true })
    expect(answer).toMatchObject({ record: { state: 'DISCARDED' }, conflict: { base_version: 1, current_version: 2 } })
  })
})
