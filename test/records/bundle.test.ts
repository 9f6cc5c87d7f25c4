import { expect, it } from 'vitest'
import { onBothEngines, type TestStore } from '../support/engines.ts'
import { ids, recordCalls } from './record-calls.ts'

/** Lays out children at once: hundreds of calls would tell nothing more about the bundle. */
async function manyChildren(
  { app }: TestStore,
  parent: { seq: number; path: string; depth: number },
  count: number,
  { state = 'OPEN', body = 'A body.' } = {},
): Promise<number[]> {
  return app.db.write(async tx => {
    const [counter] = await tx.raw<{ value: number }>(`select value from counters where name = 'record'`)
    const first = Number(counter?.value) + 1
    const seqs = Array.from({ length: count }, (_, index) => first + index)
    const at = `'2025-02-10T08:00:00.000Z'`
    for (let from = 0; from < seqs.length; from += 100) {
      const rows = seqs.slice(from, from + 100).map(seq => {
        const path = `${parent.path}${String(seq).padStart(9, '0')}.`
        return `(${seq}, 'R${String(seq).padStart(3, '0')}', 'default', ${parent.seq}, '${path}', ${parent.depth + 1},
          'note', 'note', 'Title', 'Summary', '${body}', '${state}', '{}', 1, ${at}, 1, ${at}, 1)`
      })
      await tx.raw(`insert into records (seq, id, project_id, parent_seq, path, depth, type, type_key, title, summary,
        body, state, metadata, version, created, created_tick, modified, modified_tick) values ${rows.join(',')}`)
    }
    await tx.raw(`update counters set value = value + ${count} where name = 'record'`)
    return seqs
  })
}

onBothEngines('The context bundle', store => {
  const { createRoot, activate, must } = recordCalls(store)
  const top = { seq: 1, path: '000000001.', depth: 1 }
  const below = (seq: number) => ({ seq, path: `${top.path}${String(seq).padStart(9, '0')}.`, depth: 2 })

  it('The context bundle gives fifty open children in full, the others as references at the head, with exact totals', async () => {
    await createRoot()
    const closed = await manyChildren(store, top, 3, { state: 'LATER' })
    const open = await manyChildren(store, top, 52)
    const { context } = await must('activate', { id: 'R001' })
    expect(ids(context.children.open)).toEqual(open.slice(0, 50).map(seq => `R${String(seq).padStart(3, '0')}`))
    expect(ids(context.children.other)).toEqual(
      [...open.slice(50), ...closed].map(seq => `R${String(seq).padStart(3, '0')}`),
    )
    expect(context).toMatchObject({ children: { open_total: 52, other_total: 3 }, truncated: true })
    expect(context.children.other[0]).not.toHaveProperty('body')
  })

  it('The context bundle can be looked at without an activation', async () => {
    await createRoot()
    await manyChildren(store, top, 51)
    const before = await must('get_recent_activity', {})
    const { bundle } = await must('show_record', { id: 'R001', bundle: true })
    expect(await must('get_recent_activity', {})).toEqual(before)
    expect(bundle).toEqual((await must('activate', { id: 'R001' })).context)
    expect(await must('show_record', { id: 'R001' })).not.toHaveProperty('bundle')
  })

  it('The context bundle marks as seen only what it gave in full', async () => {
    await createRoot()
    await manyChildren(store, top, 51)
    const session = await activate('R001')
    const views = await store.app.db.read(tx =>
      tx.raw<{ seq: number }>(`select seq from session_views where session_id = '${session}' order by seq`),
    )
    expect(views.map(row => Number(row.seq))).toEqual(Array.from({ length: 51 }, (_, index) => index + 1))
  })

  it('The context bundle is whole at exactly the limits', async () => {
    await createRoot()
    const [first = 0] = await manyChildren(store, top, 50)
    await manyChildren(store, top, 200, { state: 'DISCARDED' })
    await manyChildren(store, below(first), 200)
    const { context } = await must('activate', { id: 'R001' })
    expect(context.children.open).toHaveLength(50)
    expect(context.children.other).toHaveLength(200)
    expect(context.grandchildren).toHaveLength(200)
    expect(context).not.toHaveProperty('truncated')
  })

  it('The context bundle cuts the other children and the grandchildren at two hundred each', async () => {
    await createRoot()
    const closed = await manyChildren(store, top, 201, { state: 'RESOLVED' })
    const [first = 0, second = 0] = closed
    await manyChildren(store, below(second), 150)
    await manyChildren(store, below(first), 51)
    const { context } = await must('activate', { id: 'R001' })
    expect(context.children).toMatchObject({ open: [], open_total: 0, other_total: 201 })
    expect(context.children.other).toHaveLength(200)
    expect(context.grandchildren).toHaveLength(200)
    expect(context).toMatchObject({ grandchildren_total: 201, truncated: true })
    const numbers = ids(context.grandchildren).map(id => Number(id.slice(1)))
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
  })

  it('The context bundle stops after one mebibyte of bodies, counted in bytes, the first always given', async () => {
    await createRoot()
    // 150,000 code points in three bytes each: five fit by count of characters, two by bytes.
    await manyChildren(store, top, 5, { body: '€'.repeat(150_000) })
    const { context } = await must('activate', { id: 'R001' })
    expect(ids(context.children.open)).toEqual(['R002', 'R003'])
    expect(ids(context.children.other)).toEqual(['R004', 'R005', 'R006'])
    expect(context).toMatchObject({ children: { open_total: 5, other_total: 0 }, truncated: true })

    await manyChildren(store, below(2), 1, { body: 'x'.repeat(1_200_000) })
    const inner = await must('activate', { id: 'R002' })
    expect(ids(inner.context.children.open)).toEqual(['R007'])
    expect(inner.context).not.toHaveProperty('truncated')
  })
})
