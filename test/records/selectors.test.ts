import { expect, it } from 'vitest'
import { onBothEngines, type TestStore } from '../support/engines.ts'
import { codeOf, recordCalls } from './record-calls.ts'

const minute = 60_000

onBothEngines('Version selectors', store => {
  const { call } = store
  const { createRoot, activate, update, transition, save, must } = recordCalls(store)

  /** Versions 1, 2, 3 at 08:00, 08:02, 08:04 and ticks 1, 2, 4, in a project that follows the test's clock. */
  async function threeVersions() {
    await must('create_project', { name: 'Timed', id: 'timed' })
    const made = await createRoot({ project_id: 'timed' })
    store.time.now += 2 * minute
    await update(made.id, made.session, { title: 'Second' })
    await save(made.session)
    store.time.now += 2 * minute
    await update(made.id, made.session, { title: 'Third' })
    store.time.now += 2 * minute
    return made
  }
  const pick = async (id: string, from: string, args = {}) =>
    (await must('get_record_diff', { id, from, ...args })).from_resolved

  it('name a version by number, tick, time or word', async () => {
    const { id } = await threeVersions()
    const first = { version: 1, tick: 1, timestamp: '2025-02-10T08:00:00.000Z' }
    const second = { version: 2, tick: 2, timestamp: '2025-02-10T08:02:00.000Z' }
    const third = { version: 3, tick: 4, timestamp: '2025-02-10T08:04:00.000Z' }
    for (const [selector, kind, expected] of [
      ['v1', 'version', first],
      ['v3', 'version', third],
      ['first', 'first', first],
      ['current', 'current', third],
      ['tick:1', 'tick', first],
      ['tick:2', 'tick', second],
      ['tick:3', 'tick', second],
      ['tick:4', 'tick', third],
      ['tick:999999', 'tick', third],
      ['2025-02-10T08:00:00Z', 'time', first],
      ['2025-02-10T08:01:59.999Z', 'time', first],
      ['2025-02-10T08:02:00.000Z', 'time', second],
      ['2025-02-10T10:02:00+02:00', 'time', second],
      ['2025-02-10T03:03-05:00', 'time', second],
      ['2025-02-11', 'time', third],
      ['9999-12-31T23:59:59.999Z', 'time', third],
    ] as const) {
      expect([selector, await pick(id, selector)]).toEqual([selector, { kind, ...expected }])
    }
  })

  it('Version selectors before the first or after the last version say which there are', async () => {
    const { id } = await threeVersions()
    for (const selector of [
      'v0',
      'v4',
      'v999999999999',
      'tick:0',
      '2025-02-10T07:59:59.999Z',
      '2025-02-10',
      '0001-01-01',
    ]) {
      for (const args of [{ from: selector }, { from: 'v1', to: selector }]) {
        const { error } = await call('get_record_diff', { id, ...args })
        expect([selector, error?.code, error?.details]).toEqual([
          selector,
          'VERSION_NOT_FOUND',
          { selector, first: 1, last: 3 },
        ])
        expect(error.recovery_hint).toMatch(/v1.*v3/)
      }
    }
  })

  it('out of shape are refused after the record was found', async () => {
    const { id } = await createRoot()
    for (const selector of [
      '',
      'v',
      'v-1',
      'V1',
      'v1.5',
      ' v1',
      'tick',
      'tick:',
      'tick:-1',
      'tick: 1',
      'latest',
      'FIRST',
      '2025-02-10T08:00:00',
      '2025-02-10T08:00',
      '2025-02-30',
      '2025-13-01',
      '2025-02-10 08:00:00Z',
      '10.02.2025',
      '0000-01-01',
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00+01:00',
      '9999-12-31T23:59:59-01:00',
      '+12025-01-01T00:00:00Z',
    ]) {
      const { error } = await call('get_record_diff', { id, from: selector })
      expect([selector, error?.code, error?.details.fields?.[0].path]).toEqual([selector, 'INVALID_INPUT', 'from'])
    }
    expect(codeOf(await call('get_record_diff', { id, from: 'v1', to: 'nonsense' }))).toBe('INVALID_INPUT')
    expect(codeOf(await call('get_record_diff', { id: 'R999', from: 'nonsense' }))).toBe('RECORD_NOT_FOUND')
    expect(codeOf(await call('get_record_diff', { id, from: 'nonsense', session_id: 'ses_x' }))).toBe('INVALID_INPUT')
  })

  it('activation: what the session was given', async () => {
    const { id, session } = await threeVersions()
    const mine = await activate(id)
    await update(id, session, { body: 'Fourth' })
    expect(await pick(id, 'activation', { session_id: mine })).toMatchObject({ kind: 'activation', version: 3 })
    expect(await pick(id, 'activation', { session_id: session })).toMatchObject({ version: 4 })
    expect(codeOf(await call('get_record_diff', { id, from: 'activation' }))).toBe('SESSION_NOT_FOUND')
    const other = await createRoot({ project_id: 'timed' })
    expect(await call('get_record_diff', { id, from: 'activation', session_id: other.session })).toMatchObject({
      error: { code: 'NOT_ACTIVATED', details: { record_id: id, session_id: other.session } },
    })
    await activate(id, { conversation_id: 'chat' })
    expect(await pick(id, 'activation', { conversation_id: 'chat' })).toMatchObject({ version: 4 })
  })

  it('last_save: the own save, else the own start, else the latest save of all, else the first version', async () => {
    const { id, session } = await threeVersions()
    expect(await pick(id, 'last_save', { session_id: session })).toMatchObject({ kind: 'last_save', version: 2 })
    const mine = await activate(id)
    await update(id, session, { body: 'Fourth' })
    expect(await pick(id, 'last_save', { session_id: mine })).toMatchObject({ kind: 'last_save', version: 3 })
    expect(await pick(id, 'last_save')).toMatchObject({ kind: 'last_save', version: 2 })
    await save(mine)
    expect(await pick(id, 'last_save')).toMatchObject({ version: 4 })
    expect(await pick(id, 'last_save', { session_id: mine })).toMatchObject({ version: 4 })
    const young = await createRoot({ project_id: 'timed', session_id: mine })
    expect(await pick(young.id, 'last_save', { session_id: mine })).toMatchObject({ kind: 'first', version: 1 })
    const { id: unsaved } = await createRoot()
    expect(await pick(unsaved, 'last_save')).toMatchObject({ kind: 'first', version: 1 })
  })

  it('agree under a clock that is set back by an hour', async () => {
    const { id, session } = await threeVersions()
    store.time.now -= 60 * minute
    await update(id, session, { title: 'Fourth' })
    store.time.now += 30 * minute
    await update(id, session, { title: 'Fifth' })
    const { history } = await must('get_record_history', { id })
    expect(history.map((each: { version: number }) => each.version)).toEqual([5, 4, 3, 2, 1])
    expect(history.map((each: { timestamp: string }) => each.timestamp).slice(0, 3)).toEqual(
      Array.from({ length: 3 }, () => '2025-02-10T08:04:00.000Z'),
    )
    expect(await pick(id, '2025-02-10T08:04:00Z')).toMatchObject({ version: 5 })
    expect(await pick(id, '2025-02-10T08:03:59Z')).toMatchObject({ version: 2 })
    expect(await pick(id, 'tick:5')).toMatchObject({ version: 4 })
    store.time.now += 60 * minute
    const { record } = await update(id, session, { title: 'Sixth' })
    expect(record.modified).toBe(new Date(store.time.now).toISOString())
    expect((await must('check_records')).violations).toEqual([])
  })

  it('compare whole records in either direction, telling only what differs', async () => {
    const { id, session } = await threeVersions()
    await update(id, session, { body: 'New\nbody\n', related: [], metadata: { k: 1 } })
    await transition(id, session, 'RESOLVED', { resolved_by: id, reason: 'Done' })
    const forwards = await must('get_record_diff', { id, from: 'v2' })
    expect(forwards.diff).toEqual({
      title: { old: 'Second', new: 'Third' },
      body: `--- ${id}@v2\n+++ ${id}@v5\n@@ -1 +1,2 @@\n-A body.\n\\ No newline at end of file\n+New\n+body\n`,
      metadata: { old: {}, new: { k: 1 } },
      state: { old: 'OPEN', new: 'RESOLVED' },
      state_reason: { old: null, new: 'Done' },
      resolved_by: { old: null, new: id },
    })
    expect(forwards.from_version).toEqual(expect.objectContaining({ version: 2, title: 'Second' }))
    expect(forwards.from_version).not.toHaveProperty('depth')
    expect(forwards.to_resolved).toMatchObject({ kind: 'current', version: 5 })
    const backwards = await must('get_record_diff', { id, from: 'current', to: 'v2' })
    expect(backwards.diff.title).toEqual({ old: 'Third', new: 'Second' })
    expect(backwards.diff.body).toContain(`--- ${id}@v5\n+++ ${id}@v2\n`)
    const same = await must('get_record_diff', { id, from: 'v3', to: 'tick:4' })
    expect(same).toMatchObject({ diff: {}, from_resolved: { kind: 'version' }, to_resolved: { kind: 'tick' } })
    expect(same.diff).toEqual({})
  })

  it('find the state at any moment, tick by tick', async () => {
    const titles = await story(store)
    for (const [tick, title] of titles.entries()) {
      if (tick === 0) continue
      expect((await must('get_record_diff', { id: 'R001', from: `tick:${tick}` })).from_version.title).toBe(title)
    }
  })

  /** One record, written at some ticks and not at others; answers its title at each tick. */
  async function story(here: TestStore): Promise<string[]> {
    const { id, session } = await createRoot()
    const titles = ['', 'A title']
    for (let n = 2; n <= 12; n++) {
      here.time.now += minute
      if (n % 3 === 0) await save(session)
      else await update(id, session, { title: `Title ${n}` })
      titles[n] = n % 3 === 0 ? (titles[n - 1] ?? '') : `Title ${n}`
    }
    return titles
  }
})
