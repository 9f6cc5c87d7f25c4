import { expect, it } from 'vitest'
import { type Answer, onBothEngines } from '../support/engines.ts'
import { codeOf, ids, minimalRecord, recordCalls } from './record-calls.ts'

onBothEngines('The tree of records', store => {
  const { call } = store
  const { createRoot, createChild, activate, update, transition, must } = recordCalls(store)

  it('The tree of records reaches ten levels, speaks up beyond five and refuses the eleventh', async () => {
    const { id, session } = await createRoot()
    let parent = id
    for (let depth = 2; depth <= 10; depth++) {
      const { record, notices } = await must('create_record', {
        ...minimalRecord,
        parent_id: parent,
        session_id: session,
      })
      expect([record.depth, notices.length]).toEqual([depth, depth > 5 ? 1 : 0])
      parent = record.id
    }
    expect(await call('create_record', { ...minimalRecord, parent_id: parent, session_id: session })).toMatchObject({
      error: {
        code: 'DEPTH_EXCEEDED',
        details: { depth: 11, max: 10 },
        recovery_hint: expect.stringMatching(/^Consider flattening/),
      },
    })
    expect((await must('get_project')).tick).toBe(10)
    expect((await createRoot()).id).toBe('R011')
  })

  it('The tree of records answers a new record whole', async () => {
    const { session } = await createRoot()
    const answer = await must('create_record', {
      ...minimalRecord,
      type: '  Conclusion ',
      parent_id: 'r0001',
      session_id: session,
      related: ['R1', 'r001', 'R0001'],
      metadata: { b: 1, a: [true, null] },
      state: 'RESOLVED',
      resolved_by: 'r1',
      reason: 'Because',
    })
    const { created } = answer.record
    expect(created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(answer).toEqual({
      record: {
        id: 'R002',
        type: 'Conclusion',
        title: 'A title',
        summary: 'A summary.',
        body: 'A body.',
        state: 'RESOLVED',
        parent_id: 'R001',
        created,
        modified: created,
        resolved_by: 'R001',
        related: ['R001'],
        metadata: { b: 1, a: [true, null] },
        project_id: 'default',
        version: 1,
        depth: 2,
        state_reason: 'Because',
      },
      auto_activated: true,
      session_id: session,
      session_resolution: 'explicit',
      tick: 2,
      warnings: [],
      notices: [],
    })
    expect(Object.keys(answer.record.metadata)).toEqual(['b', 'a'])
    expect(await must('get_record_ref', { id: 'R01' })).toEqual({
      id: 'R001',
      type: 'question',
      title: 'A title',
      summary: 'A summary.',
      state: 'OPEN',
      parent_id: null,
      children_count: 1,
      open_children_count: 0,
      depth: 1,
      version: 1,
      modified: created,
    })
  })

  it('The tree of records takes null, the empty text and nothing for a root, and any state with a notice for what it lacks', async () => {
    for (const given of [{ parent_id: null }, { parent_id: '' }, {}]) {
      expect((await must('create_record', { ...minimalRecord, ...given })).record).toMatchObject({
        parent_id: null,
        depth: 1,
      })
    }
    for (const [state, notices] of [
      ['LATER', 1],
      ['DISCARDED', 1],
      ['RESOLVED', 1],
      ['OPEN', 0],
    ] as const) {
      const answer = await must('create_record', { ...minimalRecord, parent_id: null, state })
      expect([answer.record.state, answer.notices.length]).toEqual([state, notices])
    }
    const reasoned = { ...minimalRecord, parent_id: null, state: 'LATER', reason: 'Why' }
    expect((await must('create_record', reasoned)).notices).toEqual([])
  })

  it('The tree of records says that it made a root where the call did not say whether one was meant', async () => {
    expect((await must('create_record', minimalRecord)).notices).toEqual([expect.stringContaining('new root')])
    expect((await must('create_record', { ...minimalRecord, parent_id: null })).notices).toEqual([])
  })

  it('The tree of records warns of children under what is done with, and of a parent that changed meanwhile', async () => {
    const { id, session } = await createRoot()
    const branch = await createChild(id, session, { state: 'DISCARDED' })
    const warnings = async (parent_id: string) =>
      (await must('create_record', { ...minimalRecord, parent_id, session_id: session })).warnings
    expect(await warnings(branch)).toMatchObject([{ type: 'orphan', details: { ancestor_id: branch } }])
    const done = await createChild(id, session, { state: 'RESOLVED' })
    expect(await warnings(done)).toMatchObject([{ type: 'orphan', details: { ancestor_id: done } }])
    const foreign = await activate(id)
    await update(id, foreign, { body: 'B' })
    expect(await warnings(id)).toMatchObject([
      { type: 'stale', details: { record_id: id, from_version: 1, to_version: 2 } },
    ])
    await transition(id, foreign, 'DISCARDED', { reason: 'Why' })
    expect((await warnings(id)).map((each: Answer) => each.type)).toEqual(['orphan', 'stale'])
  })

  it('The tree of records hands out ids across projects without a gap, also after refusals', async () => {
    await must('create_project', { name: 'One', id: 'one' })
    await must('create_project', { name: 'Two', id: 'two' })
    const given: string[] = []
    for (let n = 0; n < 6; n++) {
      given.push((await createRoot({ project_id: n % 2 ? 'one' : 'two' })).id)
      expect(codeOf(await call('create_record', { ...minimalRecord, parent_id: 'R001' }))).toBe('PARENT_NOT_ACTIVATED')
      expect(codeOf(await call('create_record', { ...minimalRecord, related: ['R999'] }))).toBe('RECORD_NOT_FOUND')
    }
    expect(given).toEqual(['R001', 'R002', 'R003', 'R004', 'R005', 'R006'])
    expect(ids((await must('list_records', { project_id: 'one' })).records)).toEqual(['R002', 'R004', 'R006'])
  })

  it('The tree of records finds an id in any case and padding, and nothing that is not one', async () => {
    await createRoot()
    for (const id of ['R001', 'r1', 'R1', 'r0000000000001']) {
      expect((await must('get_record_ref', { id })).id).toBe('R001')
    }
    for (const id of [
      '',
      'R',
      'R0',
      'R000',
      '1',
      'R-1',
      ' R1',
      'R1 ',
      'R1\n',
      'R1.0',
      'R1e0',
      'R1000000000',
      'X1',
      'Ｒ1',
    ]) {
      expect([id, await call('get_record_ref', { id })]).toMatchObject([
        id,
        { error: { code: 'RECORD_NOT_FOUND', details: { field: 'id', id } } },
      ])
    }
    expect(codeOf(await call('get_record_ref', { id: 'R999999999' }))).toBe('RECORD_NOT_FOUND')
  })

  it('The tree of records relates records of one project, in the given order, one way and not to themselves', async () => {
    await must('create_project', { name: 'Orchard', id: 'orchard' })
    const far = await createRoot({ project_id: 'orchard' })
    const { id, session } = await createRoot()
    const a = await createChild(id, session)
    const b = await createChild(id, session, { related: [a, id] })
    expect((await update(b, session, { related: [id, a, id] })).record.related).toEqual([id, a])
    expect((await update(b, session, { related: [] })).record).not.toHaveProperty('related')
    expect((await update(a, session, { title: 'New' })).record).not.toHaveProperty('related')
    const relate = (related: string[]) => call('update_record', { id: b, related, session_id: session })
    expect(await relate(['R999'])).toMatchObject({
      error: { code: 'RECORD_NOT_FOUND', details: { field: 'related', id: 'R999' } },
    })
    expect(codeOf(await relate([far.id]))).toBe('INVALID_INPUT')
    expect(codeOf(await relate([b]))).toBe('INVALID_INPUT')
    expect(codeOf(await call('create_record', { ...minimalRecord, related: [far.id], session_id: session }))).toBe(
      'INVALID_INPUT',
    )
  })

  it('The tree of records merges metadata by key, null removing', async () => {
    const { id, session } = await createRoot({ metadata: { a: 1, b: { x: 1, y: 2 }, c: [1] } })
    const { record } = await update(id, session, { metadata: { a: null, b: { y: null, z: 3 }, c: [2], d: 'new' } })
    expect(record.metadata).toEqual({ b: { x: 1, z: 3 }, c: [2], d: 'new' })
    expect((await update(id, session, { metadata: { b: null, c: null, d: null } })).record).not.toHaveProperty(
      'metadata',
    )
  })

  it('the shape of evidence is checked, and what is not of it refused', async () => {
    const entry = { kind: 'file', ref: 'src/app.ts', lines: '1-20', sha256: 'a'.repeat(64) }
    const { id, session } = await createRoot({ metadata: { evidence: [entry, { kind: 'receipt', ref: 'r' }] } })
    expect((await update(id, session, { metadata: { evidence: [entry] } })).record.metadata).toEqual({
      evidence: [entry],
    })
    for (const evidence of [
      'text',
      {},
      [{}],
      [{ kind: 'rumour', ref: 'x' }],
      [{ kind: 'file' }],
      [{ ...entry, lines: '20' }],
      [{ ...entry, sha256: 'A' }],
      [{ ...entry, more: 1 }],
      Array.from({ length: 51 }, () => entry),
    ]) {
      const refused = { error: { code: 'INVALID_INPUT' } }
      expect(await call('create_record', { ...minimalRecord, metadata: { evidence } })).toMatchObject(refused)
      expect(await call('update_record', { id, session_id: session, metadata: { evidence } })).toMatchObject(refused)
    }
  })
})
