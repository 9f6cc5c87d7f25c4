import { expect, it } from 'vitest'
import { onBothEngines } from '../support/engines.ts'
import { codeOf, ids, recordCalls } from './record-calls.ts'

onBothEngines('The tree as a list', store => {
  const { call } = store
  const { createRoot, createChild, must } = recordCalls(store)

  /**
   * R001 ─ R003 ─ R005
   *      └ R004 (LATER, note)
   * R002 ─ R006 ─ R007 (note)
   */
  async function tree() {
    const { session } = await createRoot()
    await createRoot({ session_id: session })
    await createChild('R001', session)
    await createChild('R001', session, { state: 'LATER', type: 'Note' })
    await createChild('R003', session)
    await createChild('R002', session, { state: 'DISCARDED' })
    await createChild('R006', session, { type: 'note' })
    return session
  }
  const listed = async (args: object = {}) => {
    const { records } = await must('list_records', args)
    return ids(records).map(id => Number(id.slice(1)))
  }

  it('The tree as a list walks depth first, siblings by id, from the given record', async () => {
    const session = await tree()
    expect(await listed()).toEqual([1, 3, 5, 4, 2, 6, 7])
    for (const parent_id of [null, '']) {
      expect(await listed({ parent_id })).toEqual([1, 2])
      expect(await listed({ parent_id, depth: 1 })).toEqual([1, 2])
      expect(await listed({ parent_id, depth: 2 })).toEqual([1, 3, 4, 2, 6])
    }
    expect(await listed({ parent_id: 'r1' })).toEqual([3, 4])
    expect(await listed({ parent_id: 'R001', depth: 2 })).toEqual([3, 5, 4])
    expect(await listed({ parent_id: 'R001', depth: 99 })).toEqual([3, 5, 4])
    expect(await listed({ parent_id: 'R007' })).toEqual([])
    expect(await listed({ depth: 1 })).toEqual([1, 2])
    expect(await listed({ depth: 2 })).toEqual([1, 3, 4, 2, 6])
    expect(await listed({ session_id: session })).toHaveLength(7)
  })

  it('the tree as a list filters what is returned, not what is walked', async () => {
    await tree()
    expect(await listed({ states: ['OPEN'] })).toEqual([1, 3, 5, 2, 7])
    expect(await listed({ states: ['LATER', 'DISCARDED'] })).toEqual([4, 6])
    expect(await listed({ types: ['NOTE'] })).toEqual([4, 7])
    expect(await listed({ types: ['note'], states: ['OPEN'] })).toEqual([7])
    expect(await listed({ types: ['note'], parent_id: 'R002', depth: 2 })).toEqual([7])
    expect(await listed({ types: [], states: [] })).toHaveLength(7)
    expect(await listed({ types: ['nothing'] })).toEqual([])
  })

  it('the tree as a list pages with an exact total', async () => {
    await tree()
    const first = await must('list_records', { limit: 3 })
    expect(first).toMatchObject({ total: 7, next_offset: 3, project_id: 'default' })
    const second = await must('list_records', { limit: 3, offset: first.next_offset })
    const third = await must('list_records', { limit: 3, offset: second.next_offset })
    expect([first, second, third].flatMap(page => ids(page.records))).toEqual(ids((await must('list_records')).records))
    expect(third).not.toHaveProperty('next_offset')
    expect(await must('list_records', { limit: 7 })).not.toHaveProperty('next_offset')
    expect(await must('list_records', { offset: 50 })).toEqual({ records: [], total: 7, project_id: 'default' })
    expect(await must('list_records', { parent_id: 'R001', limit: 1 })).toMatchObject({ total: 2, next_offset: 1 })
  })

  it('The tree as a list counts children and open children, and gives no bodies', async () => {
    await tree()
    const { records } = await must('list_records')
    expect(
      records.map(({ children_count, open_children_count, depth }: Record<string, number>) => [
        children_count,
        open_children_count,
        depth,
      ]),
    ).toEqual([
      [2, 1, 1],
      [1, 1, 2],
      [0, 0, 3],
      [0, 0, 2],
      [1, 0, 1],
      [1, 1, 2],
      [0, 0, 3],
    ])
    for (const record of records) expect(record).not.toHaveProperty('body')
  })

  it('The tree as a list follows a moved branch and forgets a purged leaf', async () => {
    await tree()
    await must('move_record', { id: 'R006', parent_id: 'R005', base_version: 1 })
    expect(await listed()).toEqual([1, 3, 5, 6, 7, 4, 2])
    expect((await must('get_record_ref', { id: 'R007' })).depth).toBe(5)
    const again = await must('move_record', { id: 'R006', parent_id: 'R005', base_version: 2 })
    expect(again).toMatchObject({ record: { version: 2 }, tick: 8 })
    await must('purge_record', { id: 'R007', confirm: 'R007' })
    expect(await listed({ parent_id: 'R005', depth: 3 })).toEqual([6])
    expect((await must('get_record_ref', { id: 'R006' })).children_count).toBe(0)
    expect(codeOf(await call('list_records', { parent_id: 'R007' }))).toBe('RECORD_NOT_FOUND')
  })

  it('The tree as a list refuses the text "null" and says what to send instead', async () => {
    for (const [name, args] of [
      ['list_records', {}],
      ['create_record', { type: 't', title: 't', summary: 's', body: 'b' }],
      ['move_record', { id: 'R001', base_version: 1 }],
    ] as const) {
      expect([name, await call(name, { ...args, parent_id: 'null' })]).toMatchObject([
        name,
        {
          error: {
            code: 'INVALID_INPUT',
            details: { fields: [{ path: 'parent_id', rule: expect.stringContaining('JSON null') }] },
          },
        },
      ])
    }
  })
})
