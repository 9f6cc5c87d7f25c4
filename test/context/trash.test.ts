import { expect, it } from 'vitest'
import { operations } from '../../src/operations.ts'
import { acceptable } from '../records/every-operation.ts'
import { dumpStore } from '../records/store-dump.ts'
import { onBothEngines } from '../support/engines.ts'
import { openRoots } from './open-roots.ts'

onBothEngines('A project', store => {
  const { call } = store

  it('A project is the same in Records and Context, whichever part makes or renames it', async () => {
    await call('create_project', { name: 'From Records', id: 'r', description: 'Told there' })
    expect(await call('project_get', { id: 'r' })).toEqual({
      id: 'r',
      name: 'From Records',
      template: 'default',
      slice: '',
      taskFile: '',
      instruction: 'implementation',
      isMonorepo: false,
      customData: {},
      createdAt: '2025-02-10T08:00:00.000Z',
      updatedAt: '2025-02-10T08:00:00.000Z',
    })
    await call('project_create', { name: 'From Context', id: 'c' })
    const { projects } = await call('list_projects')
    expect(projects).toContainEqual(expect.objectContaining({ id: 'c', tick: 0 }))
    expect((await call('project_list')).projects.map(({ id }: { id: string }) => id)).toEqual(
      projects.map(({ id }: { id: string }) => id),
    )
    await call('project_update', { id: 'c', name: 'Renamed' })
    expect(await call('get_project', { id: 'c' })).toMatchObject({ name: 'Renamed', tick: 0 })
  })

  it('A project keeps ticks for Records and its own time for Context', async () => {
    const before = await call('project_get', { id: 'default' })
    store.time.now += 5000
    await openRoots(store, 'default', 2)
    expect(await call('project_get', { id: 'default' })).toEqual(before)
    await call('context_summarize', { projectId: 'default', summary: 'x' })
    expect((await call('get_project', { id: 'default' })).tick).toBe(2)
  })

  it('A project in the trash is found by no operation of any part, and comes back as it was', async () => {
    await call('project_create', { name: 'Gone', id: 'gone', customData: { recentEvents: 'Kept.' } })
    await openRoots(store, 'gone', 2)
    const { session_id } = await call('activate', { id: 'R001' })
    const metadata = { evidence: [{ kind: 'file', ref: 'README.md' }] }
    await call('update_record', { id: 'R001', session_id, metadata })
    expect((await call('cited_by', { place: 'README.md' })).citations).toHaveLength(1)
    const before = await dumpStore(store.app)
    expect(await call('project_delete', { id: 'gone' })).toMatchObject({
      code: 'PROJECT_IN_USE',
      text: expect.stringContaining(session_id),
    })
    store.time.now += 25 * 3_600_000
    const deletedAt = new Date(store.time.now).toISOString()
    expect(await call('project_delete', { id: 'Gone' })).toMatchObject({
      id: 'gone',
      name: 'Gone',
      deletedAt,
      records: 2,
    })

    for (const [name, args] of Object.entries(acceptable(session_id))) {
      const here = JSON.parse(JSON.stringify(args).replaceAll('"default"', '"gone"'))
      if (name === 'create_project' || name === 'list_projects' || name === 'import_records' || name === 'search')
        continue
      const answer = await call(name, here)
      expect([name, answer.error?.code]).toEqual([name, expect.stringMatching(/_NOT_FOUND$/)])
    }
    for (const name of ['project_get', 'project_update', 'project_edit', 'project_about', 'project_delete']) {
      expect(
        await call(name, {
          id: 'gone',
          ...(name === 'project_update' && { slice: 'x' }),
          ...(name === 'project_edit' && { digest: 'on' }),
        }),
      ).toMatchObject({ code: 'PROJECT_NOT_FOUND' })
    }
    for (const name of ['context_build', 'template_preview', 'prompt_list', 'context_history']) {
      expect(await call(name, { projectId: 'gone' })).toMatchObject({ code: 'PROJECT_NOT_FOUND' })
    }
    expect(await call('context_summarize', { projectId: 'gone', summary: 'x' })).toMatchObject({
      code: 'PROJECT_NOT_FOUND',
    })
    for (const [name, args] of [
      ['home_project', { project: 'gone' }],
      ['home_merge_projects', { id: 'gone', into: 'default' }],
      ['home_merge_projects', { id: 'default', into: 'gone' }],
    ] as const) {
      expect([name, await call(name, args)]).toMatchObject([name, { error: { code: 'PROJECT_NOT_FOUND' } }])
    }
    expect((await call('home')).projects).toEqual([])
    expect(await call('cited_by', { place: 'README.md' })).toEqual({ citations: [] })
    for (const name of ['list_projects', 'project_list']) {
      expect((await call(name)).projects.map(({ id }: { id: string }) => id)).toEqual(['default'])
    }
    expect((await call('search_records', { query: 'question' })).results).toEqual([])
    const everywhere = await call('search', { query: 'question OR gone', in: ['records', 'projects'] })
    expect(everywhere.facets.map(({ total }: { total: number }) => total)).toEqual([0, 0])
    expect(await call('project_trash')).toEqual({
      projects: [{ id: 'gone', name: 'Gone', deletedAt, records: 2 }],
      count: 1,
    })
    expect(await call('create_project', { name: 'Other', id: 'GONE' })).toMatchObject({
      error: { code: 'PROJECT_EXISTS' },
    })
    expect(await call('project_create', { name: 'Other', id: 'GONE' })).toMatchObject({ code: 'PROJECT_EXISTS' })

    expect(await call('project_restore', { id: 'gone' })).toMatchObject({
      id: 'gone',
      customData: { recentEvents: 'Kept.' },
    })
    const after = await dumpStore(store.app)
    expect({ ...after, activity: [] }).toEqual({ ...before, activity: [] })
    expect(await call('activate', { id: 'R001', session_id })).not.toHaveProperty('error')
  })

  it('A project is purged from the trash only, by its id, and its id is never given out again', async () => {
    await call('project_create', {
      name: 'Gone',
      id: 'gone',
      description: 'SECRET',
      customData: { recentEvents: 'SECRET' },
      idempotency_key: 'project',
    })
    await openRoots(store, 'default', 1)
    for (let n = 0; n < 3; n++) {
      await call('create_record', {
        project_id: 'gone',
        type: 'note',
        title: 'SECRET',
        summary: 'SECRET',
        body: 'SECRET',
        idempotency_key: `k${n}`,
      })
    }
    await call('context_build', { projectId: 'gone' })
    expect(await call('project_purge', { id: 'gone', confirm: 'gone' })).toMatchObject({ code: 'PROJECT_NOT_FOUND' })
    await call('project_delete', { id: 'gone', force: true })
    expect(await call('project_purge', { id: 'gone', confirm: 'Gone' })).toMatchObject({ code: 'INVALID_INPUT' })
    expect(await call('project_purge', { id: 'gone', confirm: 'gone' })).toEqual({
      id: 'gone',
      purged: true,
      records: 3,
    })

    const left = await dumpStore(store.app)
    expect(JSON.stringify(left)).not.toContain('SECRET')
    expect(left.records).toHaveLength(1)
    expect(await call('project_trash')).toMatchObject({ count: 0 })
    expect(await call('project_restore', { id: 'gone' })).toMatchObject({ code: 'PROJECT_NOT_FOUND' })
    expect(await call('create_project', { name: 'x', id: 'gone' })).toMatchObject({ error: { code: 'PROJECT_EXISTS' } })
    const { record } = await call('create_record', { type: 'note', title: 't', summary: 's', body: 'b' })
    expect(record.id).toBe('R005')
    expect(await call('check_records')).toMatchObject({ ok: true })
  })

  it('A project shows and changes only to those with the role for it', async () => {
    const readers = { principal: 'anna' }
    await store.app.db.write(async tx => {
      await tx.raw(`insert into principals (id, name) values ('anna', 'Anna')`)
      await tx.raw(`insert into project_members (project_id, principal_id, role) values ('default', 'anna', 'reader')`)
    })
    await call('project_create', { name: 'Private', id: 'private' })
    expect((await call('project_list', {}, readers)).projects.map(({ id }: { id: string }) => id)).toEqual(['default'])
    expect(await call('project_get', { id: 'private' }, readers)).toMatchObject({ code: 'PROJECT_NOT_FOUND' })
    expect((await call('context_build', { projectId: 'default' }, readers)).text).toContain('### Instruction Prompt')
    for (const [name, args] of [
      ['context_summarize', { projectId: 'default', summary: 'x' }],
      ['project_update', { id: 'default', slice: 'x' }],
      ['project_edit', { id: 'default', digest: 'off' }],
      ['context_restore', { projectId: 'default', n: 1 }],
      ['project_delete', { id: 'default' }],
    ] as const) {
      expect([name, await call(name, args, readers)]).toEqual([
        name,
        expect.objectContaining({ code: 'FORBIDDEN', text: expect.stringMatching(/^Error: /) }),
      ])
    }
  })
})

it('Context has 8 operations for agents; the others are for people', () => {
  const context = operations.filter(({ toolset }) => toolset === 'context')
  expect(context.filter(({ audience }) => audience === 'agents').map(({ name }) => name)).toEqual([
    'context_build',
    'context_summarize',
    'project_list',
    'project_get',
    'project_update',
    'prompt_list',
    'prompt_get',
    'template_preview',
  ])
})
