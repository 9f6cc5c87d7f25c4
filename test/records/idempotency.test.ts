import { expect, it } from 'vitest'
import { openApp } from '../../src/app.ts'
import { type Answer, callOperation, createEmptyStore, onBothEngines, testedEngines } from '../support/engines.ts'
import { codeOf, minimalRecord, recordCalls } from './record-calls.ts'

onBothEngines('An idempotency key', store => {
  const { call } = store
  const { createRoot, createChild, activate, update, must } = recordCalls(store)

  it('An idempotency key makes each of the six operations happen once', async () => {
    const { id, session } = await createRoot()
    const calls: Array<[string, object]> = [
      ['create_project', { name: 'Orchard' }],
      ['project_create', { name: 'Garden', description: 'Apples.' }],
      ['create_record', { ...minimalRecord, parent_id: id, session_id: session }],
      ['create_record', { ...minimalRecord, metadata: { b: 1, a: 2 } }],
      ['update_record', { id, body: 'B', session_id: session }],
      ['update_record', { id, body: 'B', session_id: session, force: false }],
      ['transition', { id, to_state: 'LATER', reason: 'Why', session_id: session }],
      ['save_session', { session_id: session }],
    ]
    for (const [index, [name, args]] of calls.entries()) {
      const keyed = { ...args, idempotency_key: `key ${index}` }
      const first = await must(name, keyed)
      expect(first).not.toHaveProperty('replayed')
      const before = await must('get_project')
      expect(await must(name, keyed)).toEqual({ ...first, replayed: true })
      expect(await must(name, Object.fromEntries(Object.entries(keyed).reverse()))).toEqual({
        ...first,
        replayed: true,
      })
      expect(await must('get_project')).toEqual(before)
    }
    expect((await must('list_projects')).projects).toHaveLength(3)
  })

  it('An idempotency key answers a root that made its session with that session', async () => {
    const first = await must('create_record', { ...minimalRecord, idempotency_key: 'k' })
    const again = await must('create_record', { ...minimalRecord, idempotency_key: 'k' })
    expect(again).toEqual({ ...first, replayed: true })
    expect((await must('get_project_overview')).totals.open_sessions).toBe(1)
  })

  it('An idempotency key is refused for another call', async () => {
    const { id, session } = await createRoot()
    await must('create_record', { ...minimalRecord, idempotency_key: 'k' })
    const { tick } = await must('get_project')
    for (const [name, args] of [
      ['create_record', { ...minimalRecord, body: 'Another body.' }],
      ['create_record', { ...minimalRecord, session_id: session }],
      ['create_project', { name: 'Orchard' }],
      ['update_record', { id, body: 'B', session_id: session }],
      ['save_session', { session_id: session }],
    ] as const) {
      expect(await call(name, { ...args, idempotency_key: 'k' })).toMatchObject({
        error: { code: 'INVALID_INPUT', details: { reason: 'idempotency_key_reused' } },
      })
    }
    expect((await must('get_project')).tick).toBe(tick)
  })

  it('An idempotency key is free again after a refusal or a conflict', async () => {
    const { id, session } = await createRoot()
    const foreign = await activate(id)
    await update(id, foreign, { body: 'Theirs' })
    const args = { id, body: 'Mine', session_id: session, idempotency_key: 'k' }
    expect(await must('update_record', args)).toMatchObject({ applied: false })
    expect(codeOf(await call('create_record', { ...minimalRecord, parent_id: 'R999', idempotency_key: 'k' }))).toBe(
      'RECORD_NOT_FOUND',
    )
    await activate(id, { session_id: session })
    expect(await must('update_record', args)).toMatchObject({ applied: true })
    expect(await must('update_record', args)).toMatchObject({ applied: true, replayed: true })
  })

  it('An idempotency key answers even where the call could no longer be made', async () => {
    const { id, session } = await createRoot()
    const saved = { session_id: session, idempotency_key: 'save' }
    const moved = { id, to_state: 'LATER', reason: 'Why', session_id: session, idempotency_key: 'move' }
    const first = await must('transition', moved)
    const second = await must('save_session', saved)
    await must('close_session', { session_id: session })
    expect(await must('transition', moved)).toEqual({ ...first, replayed: true })
    expect(await must('save_session', saved)).toEqual({ ...second, replayed: true })
  })

  it('An idempotency key is kept for seven days at least', async () => {
    const first = await must('create_record', { ...minimalRecord, idempotency_key: 'k' })
    store.time.now += 7 * 86_400_000
    await must('create_record', { ...minimalRecord, idempotency_key: 'other' })
    expect(await must('create_record', { ...minimalRecord, idempotency_key: 'k' })).toEqual({
      ...first,
      replayed: true,
    })
  })

  it('An idempotency key holds no text of a record once that is purged', async () => {
    const { id, session } = await createRoot()
    const inner = await createChild(id, session, { title: 'Secret title', idempotency_key: 'create' })
    await must('transition', { id, to_state: 'LATER', reason: 'Why', session_id: session, idempotency_key: 'move' })
    await must('purge_record', { id: inner, confirm: inner })
    const stored = await store.app.db.read(tx => tx.raw<{ result: string }>('select result from idempotency'))
    expect(stored.map(row => row.result).join()).not.toContain('Secret')
  })
})

it.each(testedEngines)('A key sent twice through two processes on one %s store acts once', async engine => {
  const store = await createEmptyStore(engine)
  const apps = await Promise.all([1, 2].map(() => openApp({ location: store.location })))
  const args = { ...minimalRecord, idempotency_key: 'k' }
  const answers: Answer[] = await Promise.all(apps.map(app => callOperation(app, 'create_record', args)))
  expect(answers.map(answer => answer.record.id)).toEqual(['R001', 'R001'])
  expect(answers.filter(answer => answer.replayed)).toHaveLength(1)
  for (const app of apps) {
    expect(await callOperation(app, 'create_record', args)).toMatchObject({
      record: { id: 'R001' },
      replayed: true,
      tick: 1,
    })
    expect(await callOperation(app, 'get_project')).toMatchObject({ tick: 1 })
    expect(await callOperation(app, 'create_record', { ...args, body: 'Changed.' })).toMatchObject({
      error: { code: 'INVALID_INPUT' },
    })
  }
  await Promise.all(apps.map(app => app.close()))
  await store.drop()
})
