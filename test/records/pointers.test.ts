import { expect, it } from 'vitest'
import { sessionPointers } from '../../src/kernel/call.ts'
import { callOperation, onBothEngines } from '../support/engines.ts'
import { codeOf, minimalRecord, recordCalls } from './record-calls.ts'

onBothEngines("A process's own current session", store => {
  const { call } = store
  const { createRoot, activate, must } = recordCalls(store)

  it("A process's own current session carries a chat that never names its session", async () => {
    const process = { pointers: sessionPointers() }
    const first = await must('create_record', minimalRecord, process)
    expect(first.session_resolution).toBe('created')
    const same = { session_id: first.session_id, session_resolution: 'implicit' }
    expect(await must('create_record', { ...minimalRecord, parent_id: 'R001' }, process)).toMatchObject(same)
    expect(await must('update_record', { id: 'R001', body: 'B' }, process)).toMatchObject(same)
    expect(await must('transition', { id: 'R001', to_state: 'LATER', reason: 'Why' }, process)).toMatchObject(same)
    expect(await must('sync_session', {}, process)).toMatchObject(same)
    expect(await must('save_session', {}, process)).toMatchObject(same)
    expect(await must('create_record', minimalRecord, process)).toMatchObject(same)
    expect((await must('get_project_overview', {}, process)).open_sessions).toMatchObject([{ is_current: true }])
    expect((await must('get_active_sessions', { record_id: 'R001' }, process)).sessions).toMatchObject([
      { is_current: true },
    ])
    expect((await must('get_record_diff', { id: 'R001', from: 'activation' }, process)).diff).toEqual({})
    expect(await must('close_session', {}, process)).toMatchObject(same)

    expect(await call('save_session', {}, process)).toMatchObject({
      error: { code: 'SESSION_NOT_FOUND', details: { status: 'closed' } },
    })
    expect(await must('activate', { id: 'R001' }, process)).toMatchObject({ ...same, reopened: true })
  })

  it("A process's own current session is one per project, and the one used last where no record names the project", async () => {
    await must('create_project', { name: 'Orchard', id: 'orchard' })
    const process = { pointers: sessionPointers() }
    const here = await must('create_record', minimalRecord, process)
    const there = await must('create_record', { ...minimalRecord, project_id: 'orchard' }, process)
    expect(there).toMatchObject({ session_resolution: 'created' })
    expect(await must('save_session', {}, process)).toMatchObject({ session_id: there.session_id })
    expect(await must('create_record', minimalRecord, process)).toMatchObject({ record: { project_id: 'orchard' } })
    expect((await must('list_records', {}, process)).project_id).toBe('orchard')
    expect(await must('activate', { id: here.record.id }, process)).toMatchObject({ session_id: here.session_id })
    expect(await must('save_session', {}, process)).toMatchObject({ session_id: here.session_id })
    expect((await must('search_records', { query: 'title' }, process)).project_id).toBe('default')
    expect(await must('update_record', { id: there.record.id, body: 'B' }, process)).toMatchObject({
      session_id: there.session_id,
    })
  })

  it('B8: is neither read nor set by a conversation', async () => {
    const process = { pointers: sessionPointers() }
    const { id } = await createRoot()
    const one = await must('activate', { id, conversation_id: 'one' }, process)
    expect(codeOf(await call('save_session', {}, process))).toBe('SESSION_NOT_FOUND')
    const two = await must('activate', { id, conversation_id: 'two' }, process)
    expect(two.session_id).not.toBe(one.session_id)
    const own = await must('activate', { id }, process)
    expect(own.session_resolution).toBe('created')
    for (const [conversation_id, session_id] of [
      ['one', one.session_id],
      ['two', two.session_id],
    ]) {
      expect(await must('sync_session', { conversation_id }, process)).toMatchObject({ session_id })
    }
    expect(await must('sync_session', {}, process)).toMatchObject({ session_id: own.session_id })
  })

  it('B8: is taken from an explicit call only when there is none, and never moved by one', async () => {
    const { id, session } = await createRoot()
    const other = await activate(id)
    const process = { pointers: sessionPointers() }
    expect(codeOf(await call('update_record', { id, session_id: 'ses_unknown', body: 'B' }, process))).toBe(
      'SESSION_NOT_FOUND',
    )
    expect(codeOf(await call('save_session', {}, process))).toBe('SESSION_NOT_FOUND')
    await must('sync_session', { session_id: session }, process)
    expect(await must('save_session', {}, process)).toMatchObject({ session_id: session })
    await must('activate', { id, session_id: other }, process)
    expect(await must('save_session', {}, process)).toMatchObject({ session_id: session })
  })

  it('B8: makes no difference to calls that name their session, however often the process is restarted', async () => {
    const script = async (pointersOf: () => object) => {
      const { record, session_id } = await callOperation(store.app, 'create_record', minimalRecord, pointersOf())
      const args = { id: record.id, session_id }
      const steps: Array<[string, object]> = [
        ['update_record', { ...args, body: 'B' }],
        ['create_record', { ...minimalRecord, parent_id: record.id, session_id }],
        ['transition', { ...args, to_state: 'LATER', reason: 'Why' }],
        ['sync_session', { session_id }],
        ['save_session', { session_id }],
        ['close_session', { session_id }],
        ['activate', args],
        ['update_record', { ...args, body: 'C' }],
      ]
      const answers = []
      for (const [name, given] of steps) answers.push(await callOperation(store.app, name, given, pointersOf()))
      const text = JSON.stringify(answers)
      return text.replaceAll(session_id, 'S').replace(/R\d{3}|"tick":\d+|"\w*_tick\w*":\d+|"[^"]*Z"/g, '_')
    }
    const lasting = { pointers: sessionPointers() }
    const kept = await script(() => lasting)
    expect(kept).not.toContain('"error"')
    expect(await script(() => ({ pointers: sessionPointers() }))).toBe(kept)
    expect(await script(() => ({}))).toBe(kept)
  })
})
