import { expect, it } from 'vitest'
import { dumpStore } from '../records/store-dump.ts'
import { onBothEngines } from '../support/engines.ts'

const entries = [
  {
    id: 'default',
    name: 'Main',
    template: 'default',
    slice: 's',
    createdAt: '2024-01-01T00:00:00.000Z',
    updatedAt: '2024-05-01T00:00:00.000Z',
  },
  { id: 'plain', name: 'Plain' },
  { id: 'later', name: 'Later spellings', fileSlice: '1-slice.a', fileTasks: '1-tasks.a', dateProject: '2024-02-29' },
  { id: 'both', name: 'Both spellings', slice: 'kept', fileSlice: 'ignored' },
  {
    id: 'extra',
    name: 'Unknown fields',
    color: 'red',
    nested: { a: [1] },
    customData: { recentEvents: 'State {x}', mood: { b: 2 } },
  },
  { id: 'plain', name: 'Duplicate id' },
  { id: 'bad-type', name: 'Bad type', isMonorepo: 'yes' },
  { id: 'bad-date', name: 'Bad date', projectDate: 'soon' },
  { id: 'bad text', name: 'Odd id' },
  { name: 'No id' },
  { id: 'no-name' },
  'not an object',
]

onBothEngines('Importing a legacy file', store => {
  const { call } = store
  const bring = (values: unknown, args: object = {}) =>
    call('project_import', { json: JSON.stringify(values), dry_run: false, ...args })
  const good = entries.filter((_, index) => ![5, 6, 7, 10, 11].includes(index))

  it('importing a legacy file reports every entry of a dry run and writes nothing', async () => {
    const before = await dumpStore(store.app)
    const { entries: reports, counts, dry_run } = await bring(entries, { dry_run: true })
    expect(reports.map(({ status, id }: { status: string; id: string }) => [status, id])).toEqual([
      ['created', 'default'],
      ['created', 'plain'],
      ['created', 'later'],
      ['created', 'both'],
      ['created', 'extra'],
      ['invalid', 'plain'],
      ['invalid', 'bad-type'],
      ['invalid', 'bad-date'],
      ['created', 'odd-id'],
      ['created', 'no-id'],
      ['invalid', 'no-name'],
      ['invalid', ''],
    ])
    expect({ counts, dry_run }).toEqual({ counts: { created: 7, updated: 0, skipped: 0, invalid: 5 }, dry_run: true })
    expect(await dumpStore(store.app)).toEqual(before)
  })

  it('Importing a legacy file writes nothing when an entry is invalid, and lists all that are', async () => {
    const before = await dumpStore(store.app)
    const refused = await bring(entries)
    expect(refused).toMatchObject({ isError: true, code: 'INVALID_INPUT' })
    expect(refused.text.split('\n')).toHaveLength(6)
    expect(refused.text).toContain("entry 7 ('bad-type'): isMonorepo: type boolean")
    expect(await dumpStore(store.app)).toEqual(before)
  })

  it('importing a legacy file imports the others when invalid ones are to be skipped, once however often it is run', async () => {
    expect((await bring(entries, { skip_invalid: true })).counts).toMatchObject({ created: 7, invalid: 5 })
    expect(await call('project_get', { id: 'default' })).toMatchObject({
      name: 'Main',
      slice: 's',
      createdAt: '2024-01-01T00:00:00.000Z',
    })
    expect(await call('project_get', { id: 'later' })).toMatchObject({
      slice: '1-slice.a',
      taskFile: '1-tasks.a',
      projectDate: '2024-02-29',
    })
    expect(await call('project_get', { id: 'both' })).toMatchObject({ slice: 'kept' })
    expect((await call('project_get', { id: 'extra' })).customData).toEqual({
      recentEvents: 'State {x}',
      mood: { b: 2 },
    })
    expect((await call('context_history', { projectId: 'extra' })).entries).toMatchObject([
      { n: 1, source: 'import', recentEvents: 'State {x}' },
    ])
    const once = await dumpStore(store.app)
    expect(
      (await bring(good.filter(entry => typeof entry === 'object' && 'id' in entry && entry.id !== 'bad text'))).counts,
    ).toMatchObject({ created: 0, skipped: 5 })
    expect(await dumpStore(store.app)).toEqual(once)
  })

  it('Importing a legacy file keeps an unknown key through every later change', async () => {
    await bring([entries[4]])
    await call('project_update', { id: 'extra', customData: { recentEvents: null, availableTools: 'x' } })
    await call('context_summarize', { projectId: 'extra', summary: 's' })
    expect((await call('project_get', { id: 'extra' })).customData).toEqual({
      recentEvents: 's',
      availableTools: 'x',
      mood: { b: 2 },
    })
  })

  it('Importing a legacy file updates older projects or makes copies, as on_conflict says', async () => {
    await bring([
      {
        id: 'a',
        name: 'A',
        slice: 'old',
        updatedAt: '2024-01-01T00:00:00.000Z',
        createdAt: '2024-01-01T00:00:00.000Z',
      },
    ])
    const newer = { id: 'A', name: 'A', slice: 'new', updatedAt: '2024-02-01T00:00:00.000Z' }
    expect((await bring([newer])).entries).toMatchObject([{ status: 'skipped', id: 'a' }])
    expect((await bring([newer], { on_conflict: 'update' })).entries).toMatchObject([{ status: 'updated', id: 'a' }])
    expect((await bring([newer], { on_conflict: 'update' })).entries).toMatchObject([{ status: 'skipped' }])
    expect(await call('project_get', { id: 'a' })).toMatchObject({
      slice: 'new',
      updatedAt: '2024-02-01T00:00:00.000Z',
    })
    expect((await bring([newer], { on_conflict: 'new-id' })).entries).toMatchObject([{ status: 'created', id: 'a-2' }])
  })

  it('Importing a legacy file sees the id that a copy was given when a later entry asks for the same', async () => {
    await bring([{ id: 'a', name: 'A' }])
    const both = [
      { id: 'a', name: 'Other' },
      { id: 'OTHER', name: 'Other' },
    ]
    expect((await bring(both, { on_conflict: 'new-id' })).entries).toMatchObject([
      { status: 'created', id: 'other' },
      { status: 'created', id: 'other-2' },
    ])
  })

  it.each([
    ['', /line 1, column 1/],
    ['{}', /JSON array/],
    ['[{"id":"a","name":"A"},\n{"id"', /line 2, column 6/],
    ['[1,]', /line 1, column/],
  ])('Importing a legacy file refuses %j with the place', async (json, text) => {
    expect(await call('project_import', { json })).toMatchObject({
      code: 'INVALID_INPUT',
      text: expect.stringMatching(text),
    })
  })

  it('Importing a legacy file tolerates a byte order mark', async () => {
    expect((await call('project_import', { json: '\ufeff[]' })).entries).toEqual([])
  })
})
