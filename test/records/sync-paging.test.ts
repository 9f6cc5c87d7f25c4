import { expect, it } from 'vitest'
import { type Answer, onBothEngines } from '../support/engines.ts'
import { recordCalls } from './record-calls.ts'

onBothEngines('Sync in parts', store => {
  const { createRoot, createChild, activate, update, transition, sync, save, must } = recordCalls(store)

  async function pages(session: string, args: object) {
    const ends: number[] = []
    const entries: Answer[] = []
    for (;;) {
      const page = await sync(session, args)
      ends.push(page.synced_to_tick)
      entries.push(...page.changes)
      if (!page.more) return { ends, entries }
    }
  }

  /** Two sessions at the same point; foreign writes follow as the test says. */
  async function readers(before: number) {
    const { id: a, session } = await createRoot()
    const b = await createChild(a, session)
    for (let n = 2; n < before; n++) await save(session)
    return { a, b, session, mine: await activate(a), twin: await activate(a) }
  }

  it('B10: reaches as far as the limit allows and loses nothing on the way', async () => {
    const { a, b, session, mine, twin } = await readers(10)
    await update(a, session, { body: 'A@11' })
    await update(b, session, { body: 'B@12' })
    await save(session)
    await save(session)
    await update(a, session, { body: 'A@15' })
    const { ends, entries } = await pages(mine, { limit: 1 })
    expect(ends).toEqual([11, 14, 15])
    const whole = await sync(twin, { detail: 'all' })
    expect(entries).toEqual(whole.changes)
    expect(entries.map((each: Answer) => each.at_tick)).toEqual([11, 12, 15])
  })

  it('Sync in parts says before each part how far the session is behind', async () => {
    const { a, b, session, mine } = await readers(2)
    await update(a, session, { body: 'x' })
    await update(b, session, { body: 'x' })
    await update(a, session, { title: 'x' })
    expect(await sync(mine, { limit: 1 })).toMatchObject({
      session_tick_before: 2,
      tick_gap: 3,
      synced_to_tick: 3,
      more: true,
      project_tick: 5,
    })
    expect(await sync(mine, { limit: 1 })).toMatchObject({ session_tick_before: 3, tick_gap: 2, synced_to_tick: 4 })
    expect(await sync(mine, { limit: 1 })).toMatchObject({ session_tick_before: 4, tick_gap: 1, more: false })
  })

  it('Sync in parts counts pairs of record and kind, or rows when all are asked for', async () => {
    const { a, b, session, mine, twin } = await readers(2)
    for (let n = 0; n < 6; n++) await update(a, session, { body: `${n}` })
    await transition(a, session, 'LATER', { reason: 'Why' })
    await update(b, session, { body: 'x' })
    await update(a, session, { body: 'last' })
    expect((await pages(mine, { limit: 1 })).ends).toEqual([8, 9, 10, 11])
    expect((await pages(twin, { limit: 4, detail: 'all' })).ends).toEqual([6, 10, 11])
    const third = await activate(a)
    await update(a, session, { body: 'y' })
    await transition(a, session, 'OPEN')
    await update(a, session, { body: 'z' })
    expect((await pages(third, { limit: 2 })).ends).toEqual([14])
  })

  it('Sync in parts passes over own writes and saves without counting them', async () => {
    const { a, b, session, mine } = await readers(2)
    await update(a, session, { body: 'x' })
    for (let n = 0; n < 5; n++) await update(a, mine, { body: `${n}`, force: true })
    await save(session)
    await update(b, session, { body: 'x' })
    expect((await pages(mine, { limit: 1 })).ends).toEqual([9, 10])
  })

  it('Sync in parts keeps the view where it is until the part with the change came', async () => {
    const { a, b, session, mine } = await readers(2)
    await update(b, session, { body: 'x' })
    await update(a, session, { body: 'x' })
    await sync(mine, { limit: 1 })
    expect(await update(a, mine, { body: 'mine' })).toMatchObject({ applied: false })
    await sync(mine, { limit: 1 })
    expect(await update(a, mine, { body: 'mine' })).toMatchObject({ applied: true })
  })

  it('Sync in parts stops giving full bodies after one mebibyte and says where', async () => {
    const { id, session } = await createRoot()
    const others: string[] = []
    for (let n = 0; n < 3; n++) others.push(await createChild(id, session, { body: 'x'.repeat(250_000) }))
    const mine = await activate(id)
    for (const other of others) await update(other, session, { body: 'y'.repeat(250_000) })
    const fresh = await createChild(id, session)
    const { changes } = await sync(mine)
    expect(changes.map((each: Answer) => [each.record_id, each.truncated ?? false])).toEqual([
      ...others.map((other, n) => [other, n === 2]),
      [fresh, true],
    ])
    expect(changes[1].new_value.body).toHaveLength(250_000)
    expect(changes[2].new_value).toEqual({ body_changed: true })
    expect(changes[2]).not.toHaveProperty('body_diff')
    expect(changes[3].new_value).not.toHaveProperty('body')

    const [, complete = '', cut = ''] = others
    const same = await must('activate', { id, session_id: mine, if_changed: true })
    const versions = Object.fromEntries(same.context.children.open.map((each: Answer) => [each.id, each.unchanged]))
    expect(versions).toMatchObject({ [complete]: true })
    expect(versions[cut]).toBeUndefined()
    expect(same.changes_since_last_load).toMatchObject([{ record_id: cut, from_version: 1, to_version: 2 }])
  })

  it('Sync in parts gives the whole record next time for what was cut', async () => {
    const { id, session } = await createRoot()
    const others: string[] = []
    for (let n = 0; n < 3; n++) others.push(await createChild(id, session, { body: 'x'.repeat(250_000) }))
    const mine = await activate(id)
    for (const other of others) await update(other, session, { body: 'y'.repeat(250_000) })
    await sync(mine)
    const cut = others[2] ?? ''
    await update(cut, session, { title: 'Renamed' })
    const { changes } = await sync(mine)
    expect(changes).toMatchObject([{ record_id: cut, new_value: { title: 'Renamed' }, record: { version: 3 } }])
    expect(changes[0].record.body).toHaveLength(250_000)
    expect(changes[0]).not.toHaveProperty('truncated')
  })
})
