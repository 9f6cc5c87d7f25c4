import { expect, it } from 'vitest'
import { type Answer, onBothEngines } from '../support/engines.ts'
import { recordCalls } from './record-calls.ts'

onBothEngines('Sync', store => {
  it('sync reports one write in the singular', async () => {
    const { must, createRoot, activate, update } = recordCalls(store)
    const { id } = await createRoot()
    const mine = await activate(id)
    const other = await activate(id, { override: true })
    await update(id, other, { title: 'New title' })
    const { warning, tick_gap } = await must('sync_session', { session_id: mine })
    expect([tick_gap, warning]).toEqual([
      1,
      `1 write occurred since your last sync; 1 record changed, active here: ${id}.`,
    ])
  })

  const { createRoot, createChild, activate, update, transition, sync, save, close, must } = recordCalls(store)

  const brief = (changes: Answer[]) => changes.map(each => [each.change_type, each.record_id, each.at_tick])
  const seenBy = async (session: string, record_id: string) =>
    (await must('get_active_sessions', { record_id })).sessions.find((each: Answer) => each.session_id === session)
      ?.seen_version

  it('Sync answers whole, with a diff of the body for what is active here', async () => {
    const { id, session } = await createRoot()
    const mine = await activate(id)
    const { record } = await update(id, session, { body: 'New body.', title: 'New title' })
    await transition(id, session, 'LATER', { reason: 'Not now' })
    await save(session)
    expect(record.version).toBe(2)
    const common = { record_id: id, by_session: session, sessions: [session], relevance: 'active', seen: false }
    expect(await sync(mine)).toEqual({
      project_tick: 4,
      session_tick_before: 1,
      tick_gap: 3,
      changes: [
        {
          ...common,
          change_type: 'modified',
          at_tick: 2,
          ticks: [2],
          old_value: { title: 'A title', body: 'A body.' },
          new_value: { title: 'New title', body: 'New body.' },
          body_diff: `--- ${id}@v1\n+++ ${id}@v3\n@@ -1 +1 @@\n-A body.\n\\ No newline at end of file\n+New body.\n\\ No newline at end of file\n`,
        },
        {
          ...common,
          change_type: 'state_changed',
          at_tick: 3,
          ticks: [3],
          old_value: { state: 'OPEN' },
          new_value: { state: 'LATER', reason: 'Not now' },
        },
      ],
      session_status: 'active',
      warning: `3 writes occurred since your last sync; 1 record changed, active here: ${id}.`,
      staleness: 'none',
      synced_to_tick: 4,
      more: false,
      session_id: mine,
      session_resolution: 'explicit',
      tick: 4,
    })
    const again = await sync(mine)
    expect(again).toMatchObject({ session_tick_before: 4, tick_gap: 0, changes: [], synced_to_tick: 4, more: false })
    expect(again).not.toHaveProperty('warning')
  })

  it('sync reports one entry per record and kind, with every tick and session behind it', async () => {
    const { id, session: one } = await createRoot()
    const mine = await activate(id)
    const two = await activate(id)
    await update(id, one, { body: 'One' })
    await update(id, two, { body: 'Two', force: true })
    await transition(id, two, 'LATER', { reason: 'Why' })
    await update(id, one, { title: 'Three', force: true })
    const { changes } = await sync(mine)
    expect(changes).toMatchObject([
      { change_type: 'state_changed', at_tick: 4, ticks: [4], sessions: [two], by_session: two },
      {
        change_type: 'modified',
        at_tick: 5,
        ticks: [2, 3, 5],
        sessions: [one, two],
        by_session: one,
        old_value: { title: 'A title', body: 'A body.' },
        new_value: { title: 'Three', body: 'Two' },
      },
    ])
  })

  it('Sync never reports own changes, nor foreign ones that were reverted, unless asked for all', async () => {
    const { id, session } = await createRoot()
    const mine = await activate(id)
    await update(id, mine, { metadata: { mine: true } })
    await update(id, session, { title: 'There', force: true })
    await update(id, session, { title: 'A title' })
    await save(mine)
    const second = await activate(id)
    expect((await sync(mine)).changes).toEqual([])
    expect(await update(id, mine, { body: 'B' })).toMatchObject({ applied: true })
    expect((await sync(second)).changes).toMatchObject([{ change_type: 'modified', ticks: [6] }])

    const reader = await activate(id)
    await transition(id, mine, 'LATER', { reason: 'Why' })
    await transition(id, mine, 'OPEN')
    const all = await sync(reader, { detail: 'all' })
    expect(all.changes).toMatchObject([
      { change_type: 'state_changed', ticks: [7], old_value: { state: 'OPEN' }, new_value: { state: 'LATER' } },
      { change_type: 'state_changed', ticks: [8], old_value: { state: 'LATER' }, new_value: { state: 'OPEN' } },
    ])
    expect(await update(id, reader, { body: 'C' })).toMatchObject({ applied: true })
  })

  it('Sync says how much a change matters to the session, and gives full bodies only where it does', async () => {
    const { id: active, session } = await createRoot()
    const viewed = await createChild(active, session)
    const under = await createChild(active, session, { state: 'LATER' })
    const other = await createChild(viewed, session)
    const mine = await activate(active)
    for (const id of [active, viewed, under, other]) await update(id, session, { body: 'New', summary: 'New' })
    const full = { old_value: { summary: 'A summary.', body: 'A body.' }, new_value: { summary: 'New', body: 'New' } }
    const short = { old_value: { summary: 'A summary.' }, new_value: { summary: 'New', body_changed: true } }
    const { changes } = await sync(mine)
    expect(changes.map(({ relevance, old_value, new_value }: Answer) => ({ relevance, old_value, new_value }))).toEqual(
      [
        { relevance: 'active', ...full },
        { relevance: 'viewed', ...full },
        { relevance: 'under_active', ...short },
        { relevance: 'other', ...short },
      ],
    )
    expect(changes.map((each: Answer) => 'body_diff' in each)).toEqual([true, true, false, false])
    expect(changes.some((each: Answer) => 'truncated' in each)).toBe(false)
    expect(await must('activate', { id: viewed, session_id: mine })).toMatchObject({ changes_since_last_load: [] })
  })

  it('Sync gives new records as references, and in full below what is active', async () => {
    const { id, session } = await createRoot()
    const mine = await activate(id)
    const below = await createChild(id, session, { related: [id] })
    const deeper = await createChild(below, session)
    await update(below, session, { title: 'Renamed', body: 'Longer' })
    const { changes } = await sync(mine)
    expect(brief(changes)).toEqual([
      ['created', below, 2],
      ['created', deeper, 3],
    ])
    const { context } = await must('activate', { id: below })
    expect(changes[0]).toMatchObject({ relevance: 'under_active', new_value: context.target })
    expect(changes[1]).toMatchObject({ relevance: 'other', new_value: await must('get_record_ref', { id: deeper }) })
    expect(changes[1].new_value).not.toHaveProperty('body')
    for (const change of changes) expect(change).not.toHaveProperty('old_value')
    expect((await must('activate', { id: below, session_id: mine, if_changed: true })).context).toMatchObject({
      target: { id: below, version: 2, unchanged: true },
      children: { open: [{ id: deeper, body: 'A body.' }] },
    })
  })

  it('Sync says what the session has seen already', async () => {
    const { id, session } = await createRoot()
    const mine = await activate(id)
    await update(id, session, { body: 'B' })
    await activate(id, { session_id: mine })
    await update(id, session, { body: 'C' })
    const all = await sync(mine, { detail: 'all' })
    expect(all.changes.map((each: Answer) => each.seen)).toEqual([true, false])
    await update(id, session, { body: 'D' })
    await activate(id, { session_id: mine })
    expect((await sync(mine)).changes).toMatchObject([{ seen: true, new_value: { body: 'D' } }])
  })

  it('Sync moves views along with what it gave, and only then', async () => {
    const { id, session } = await createRoot()
    const mine = await activate(id)
    await update(id, session, { body: 'B' })
    expect(await seenBy(mine, id)).toBe(1)
    await sync(mine)
    expect(await seenBy(mine, id)).toBe(2)
    await update(id, session, { body: 'C' })
    await update(id, session, { body: 'B' })
    expect((await sync(mine)).changes).toEqual([])
    expect(await seenBy(mine, id)).toBe(4)
    await update(id, mine, { body: 'Mine' })
    await sync(mine)
    expect(await seenBy(mine, id)).toBe(5)
  })

  it('sync reports that a record was purged', async () => {
    const { id, session } = await createRoot()
    const inner = await createChild(id, session)
    const mine = await activate(inner)
    await update(inner, session, { body: 'Last words' })
    await must('purge_record', { id: inner, confirm: inner })
    const { changes } = await sync(mine)
    expect(brief(changes)).toEqual([['deleted', inner, 4]])
    expect(changes[0]).not.toHaveProperty('new_value')
    expect(JSON.stringify(changes)).not.toContain('Last words')
    expect(await close(mine)).toMatchObject({ deactivated_records: [] })
  })

  it('sync reports moves and new types made by people', async () => {
    const { id, session } = await createRoot()
    const inner = await createChild(id, session)
    const other = (await createRoot({ session_id: session })).id
    const mine = await activate(inner)
    await must('move_record', { id: inner, parent_id: other, base_version: 1 })
    await must('retype_record', { id: inner, type: 'conclusion', base_version: 2 })
    expect((await sync(mine)).changes).toMatchObject([
      {
        change_type: 'modified',
        old_value: { type: 'question', parent_id: id },
        new_value: { type: 'conclusion', parent_id: other },
        ticks: [4, 5],
        by_session: 'person:local',
      },
    ])
    expect(await update(inner, mine, { body: 'B' })).toMatchObject({ applied: true })
  })

  it('Sync counts the changes a closing session never received', async () => {
    const { id, session } = await createRoot()
    const mine = await activate(id)
    await update(id, session, { body: 'B' })
    await createChild(id, session)
    await save(session)
    expect(await close(mine)).toMatchObject({ unsynced_changes: 2 })
  })
})
