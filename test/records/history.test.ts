import { expect, it } from 'vitest'
import { type Answer, onBothEngines } from '../support/engines.ts'
import { codeOf, recordCalls } from './record-calls.ts'

onBothEngines('History', store => {
  const { call } = store
  const { createRoot, createChild, activate, update, transition, save, must } = recordCalls(store)

  const versions = (answer: Answer) => answer.history.map((each: Answer) => each.version)

  it('History has exactly one entry per version, newest first, and answers whole', async () => {
    await must('create_project', { name: 'Timed', id: 'timed' })
    const { id, session } = await createRoot({ project_id: 'timed', reason: 'Because', state: 'LATER' })
    const at = new Date(store.time.now).toISOString()
    store.time.now += 60_000
    const later = new Date(store.time.now).toISOString()
    await update(id, session, { body: 'New\n', title: 'New' })
    await activate(id)
    await transition(id, session, 'OPEN')
    await save(session)
    expect(await must('get_record_history', { id })).toEqual({
      history: [
        {
          timestamp: later,
          session_id: session,
          change_type: 'transition',
          summary: 'LATER → OPEN',
          version: 3,
          tick: 3,
          fields: ['state', 'state_reason'],
        },
        {
          timestamp: later,
          session_id: session,
          change_type: 'updated',
          summary: 'Changed title, body',
          diff: `--- ${id}@v1\n+++ ${id}@v2\n@@ -1 +1 @@\n-A body.\n\\ No newline at end of file\n+New\n`,
          version: 2,
          tick: 2,
          fields: ['title', 'body'],
        },
        {
          timestamp: at,
          session_id: session,
          change_type: 'created',
          summary: 'Created as LATER',
          version: 1,
          tick: 1,
          fields: ['type', 'title', 'summary', 'body', 'state'],
          reason: 'Because',
        },
      ],
      total: 3,
    })
  })

  it('history pages by version and narrows by time', async () => {
    await must('create_project', { name: 'Timed', id: 'timed' })
    const { id, session } = await createRoot({ project_id: 'timed' })
    for (let n = 2; n <= 60; n++) {
      store.time.now += 60_000
      await update(id, session, { body: `Body ${n}` })
    }
    const latest = await must('get_record_history', { id })
    expect(latest.total).toBe(60)
    expect(versions(latest)).toEqual(Array.from({ length: 50 }, (_, n) => 60 - n))
    const page = await must('get_record_history', { id, limit: 20, before_version: 31 })
    expect(versions(page)).toEqual(Array.from({ length: 20 }, (_, n) => 30 - n))
    expect(page.history.at(-1).diff).toContain('-Body 10\n')
    expect(versions(await must('get_record_history', { id, before_version: 1 }))).toEqual([])
    const since = await must('get_record_history', { id, since: '2025-02-10T08:57:00Z' })
    expect([versions(since), since.total]).toEqual([[60, 59, 58], 3])
    expect(versions(await must('get_record_history', { id, since: '2025-02-10T09:57:00.001+01:00' }))).toEqual([60, 59])
    expect((await must('get_record_history', { id, since: '2025-02-11' })).history).toEqual([])
    expect((await must('get_record_history', { id, since: '2025-02-10' })).total).toBe(60)
  })

  it('History keeps what people moved and retyped', async () => {
    const { id, session } = await createRoot()
    const inner = await createChild(id, session)
    await must('move_record', { id: inner, parent_id: null, base_version: 1 })
    await must('retype_record', { id: inner, type: 'Conclusion', base_version: 2 })
    const { history } = await must('get_record_history', { id: inner })
    expect(history.map(({ change_type, fields, session_id }: Answer) => [change_type, fields, session_id])).toEqual([
      ['retyped', ['type'], 'person:local'],
      ['moved', ['parent_id'], 'person:local'],
      ['created', expect.any(Array), session],
    ])
    expect((await must('get_record_diff', { id: inner, from: 'first' })).diff).toEqual({
      type: { old: 'question', new: 'Conclusion' },
      parent_id: { old: id, new: null },
    })
  })

  it('History refuses times without a zone before it looks for the record', async () => {
    for (const since of ['2025-02-10T08:00:00', 'yesterday', '', '2025-02-30', '0000-01-01']) {
      for (const [name, args] of [
        ['get_record_history', { id: 'R999', since }],
        ['get_recent_activity', { project_id: 'nowhere', since }],
      ] as const) {
        const { error } = await call(name, args)
        expect([since, error.code, error.details.fields?.[0].path]).toEqual([since, 'INVALID_INPUT', 'since'])
      }
    }
    expect(codeOf(await call('get_record_history', { id: 'R999' }))).toBe('RECORD_NOT_FOUND')
  })
})
