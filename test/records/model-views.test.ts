import { expect, it } from 'vitest'
import { type Answer, onBothEngines } from '../support/engines.ts'

// What the model found: a view must never claim a text the session was not given, or its next write loses a change.
onBothEngines('What a session has seen', ({ call }) => {
  const text = { type: 'note', title: 'T', summary: 'S', body: 'a' }

  /** Two sessions that have loaded R001; the second one writes `b`, and the first one loads that too. */
  async function overtaken(): Promise<{ one: object; two: object }> {
    const { session_id: first } = await call('create_record', text)
    const { session_id: second } = await call('activate', { id: 'R001' })
    const [one, two] = [{ session_id: first }, { session_id: second }]
    await call('update_record', { id: 'R001', body: 'b', ...two })
    await call('activate', { id: 'R001', ...one })
    return { one, two }
  }

  it('What a session has seen does not move on over a change that was taken back since it was last loaded', async () => {
    const { one, two } = await overtaken()
    await call('update_record', { id: 'R001', body: 'a', ...two })
    expect(await call('sync_session', one)).toMatchObject({ changes: [], synced_to_tick: 3 })
    expect(await call('update_record', { id: 'R001', body: 'b and more', ...one })).toMatchObject({
      applied: false,
      conflict: { base_version: 2, current_version: 3, your_base: { body: 'b' }, other_version: { body: 'a' } },
    })
  })

  it('What a session has seen advances when a reported change comes with the whole record', async () => {
    const { one, two } = await overtaken()
    await call('update_record', { id: 'R001', body: 'a', title: 'U', ...two })
    const { changes } = await call('sync_session', one)
    expect(changes).toMatchObject([{ new_value: { title: 'U' }, record: { version: 3, title: 'U', body: 'a' } }])
    expect(changes[0].new_value).not.toHaveProperty('body')
    expect(await call('update_record', { id: 'R001', body: 'c', ...one })).toMatchObject({ applied: true })
  })

  it('What a session has seen moves on over a state that went and came back, for nothing was missed', async () => {
    const { one, two } = await overtaken()
    await call('transition', { id: 'R001', to_state: 'LATER', reason: 'not now', ...two })
    await call('transition', { id: 'R001', to_state: 'OPEN', ...two })
    expect((await call('sync_session', one)).changes).toMatchObject([{ change_type: 'modified', seen: false }])
    expect(await call('update_record', { id: 'R001', body: 'c', ...one })).toMatchObject({ applied: true })
  })

  it('What a session has seen is the record as it was last given in full, not a later text that was only mentioned', async () => {
    const { one, two } = await overtaken()
    await call('create_record', { ...text, parent_id: 'R001', ...two })
    await call('update_record', { id: 'R002', body: 'b', ...two })
    const { changes } = await call('sync_session', { detail: 'all', ...one })
    expect(changes.map((change: Answer) => change.new_value)).toMatchObject([
      { body: 'b' },
      { id: 'R002', body: 'a', version: 1 },
      { body_changed: true },
    ])
    expect(changes.map((change: Answer) => change.seen)).toEqual([true, false, false])
    const diff = await call('get_record_diff', { id: 'R002', from: 'activation', ...one })
    expect(diff).toMatchObject({ from_resolved: { version: 1 }, to_resolved: { version: 2 } })
  })

  it('What a session has seen includes a record that a forced update found as it wanted it', async () => {
    const { session_id } = await call('create_record', text)
    const one = { session_id }
    const { session_id: second } = await call('activate', { id: 'R001' })
    await call('update_record', { id: 'R001', body: 'b', session_id: second })
    expect(await call('update_record', { id: 'R001', body: 'b', force: true, ...one })).toMatchObject({
      unchanged: true,
      tick: 2,
    })
    expect(await call('update_record', { id: 'R001', body: 'c', ...one })).toMatchObject({ applied: true })
  })
})
