import { expect, it } from 'vitest'
import { onBothEngines } from '../support/engines.ts'
import { codeOf, ids, recordCalls } from './record-calls.ts'

onBothEngines('Projects', store => {
  const { call } = store
  const { createRoot, close, must } = recordCalls(store)

  it('Projects are there from the start: one default, which no read has to make', async () => {
    expect(await must('list_projects')).toEqual({
      projects: [
        { id: 'default', name: 'Default', tick: 0, open_sessions: 0, open_records: 0, is_default: true, role: 'admin' },
      ],
    })
    expect(await must('get_project')).toEqual({
      id: 'default',
      name: 'Default',
      created: expect.stringMatching(/Z$/),
      tick: 0,
    })
  })

  it('Projects are created under a chosen id, their name trimmed, and answer whole', async () => {
    const created = new Date(store.time.now).toISOString()
    expect(
      await must('create_project', { name: '  Orchard app ', id: 'Orchard.1_x-y', description: 'Apples' }),
    ).toEqual({ id: 'Orchard.1_x-y', name: 'Orchard app', description: 'Apples', created, tick: 0 })
    expect(await must('create_project', { name: 'Plain', description: '' })).not.toHaveProperty('description')
    expect(await must('get_project', { id: 'ORCHARD.1_X-Y' })).toMatchObject({ id: 'Orchard.1_x-y', tick: 0 })
    expect((await must('get_recent_activity', { project_id: 'plain' })).activity).toEqual([])
  })

  it('get an id from their name when none is given', async () => {
    for (const [name, id] of [
      ['Orchard app', 'orchard-app'],
      ['Orchard App!', 'orchard-app-2'],
      ['orchard_app', 'orchard-app-3'],
      ['Über-Ståle (v2)', 'uber-stale-v2'],
      ['ﬁne ½', 'fine-1-2'],
      ['日本語', 'project'],
      ['***', 'project-2'],
      [`${'a'.repeat(39)} b`, `${'a'.repeat(39)}-`],
      ['a'.repeat(60), 'a'.repeat(40)],
    ]) {
      expect((await must('create_project', { name })).id).toBe(id)
    }
  })

  it('refuse an id that is taken, whatever its case', async () => {
    await must('create_project', { name: 'x', id: 'orchard' })
    for (const id of ['orchard', 'Orchard', 'DEFAULT']) {
      expect(await call('create_project', { name: 'y', id })).toMatchObject({
        error: {
          code: 'PROJECT_EXISTS',
          details: { id },
          recovery_hint: expect.stringMatching(/^Choose another id/),
        },
      })
    }
    expect((await must('list_projects')).projects).toHaveLength(2)
  })

  it('refuse ids and names out of shape', async () => {
    const id64 = 'a'.repeat(64)
    expect((await must('create_project', { name: 'n', id: id64 })).id).toBe(id64)
    for (const id of ['', '-a', '.a', '_a', 'a b', 'ä', 'a/b', 'a\n', `${id64}a`]) {
      expect([id, codeOf(await call('create_project', { name: 'n', id }))]).toEqual([id, 'INVALID_INPUT'])
    }
    expect((await must('create_project', { name: ` ${'n'.repeat(200)} ` })).name).toBe('n'.repeat(200))
    expect((await must('create_project', { name: '😀'.repeat(200) })).name).toBe('😀'.repeat(200))
    for (const name of ['', '  ', 'n'.repeat(201), 'two\nlines', 'tab\there', 'bell\u0007']) {
      expect([name, codeOf(await call('create_project', { name }))]).toEqual([name, 'INVALID_INPUT'])
    }
  })

  it('Projects are found by id ignoring case, then by exact name, then by name ignoring case, and never guessed', async () => {
    await must('create_project', { name: 'X', id: 'one' })
    await must('create_project', { name: 'X', id: 'two' })
    await must('create_project', { name: 'x', id: 'three' })
    await must('create_project', { name: 'One', id: 'four' })
    await must('create_project', { name: 'Äpfel', id: 'five' })
    const found = async (id: string) => (await must('get_project', { id })).id
    expect(await found('ONE')).toBe('one')
    expect(await found('x')).toBe('three')
    expect(await found('ÄPFEL')).toBe('five')
    expect(await call('get_project', { id: 'X' })).toMatchObject({
      error: {
        code: 'PROJECT_NOT_FOUND',
        details: { given: 'X', candidates: ['one', 'two'] },
        recovery_hint: expect.stringMatching(/^Call list_projects/),
      },
    })
    const missing = await call('get_project', { id: 'nothing' })
    expect(missing.error).toMatchObject({ code: 'PROJECT_NOT_FOUND', details: { given: 'nothing' } })
    expect(missing.error.details).not.toHaveProperty('candidates')
  })

  it('Projects are listed by age, counting open sessions and open records', async () => {
    store.time.now += 1000
    await must('create_project', { name: 'B', id: 'b' })
    await must('create_project', { name: 'A', id: 'a', description: 'Text' })
    const { session } = await createRoot({ project_id: 'b' })
    await createRoot({ project_id: 'b', state: 'LATER' })
    await close(session)
    const { projects } = await must('list_projects', {}, { project: 'b' })
    expect(projects.filter((each: { id: string }) => each.id !== 'default')).toEqual([
      {
        id: 'a',
        name: 'A',
        description: 'Text',
        tick: 0,
        open_sessions: 0,
        open_records: 0,
        is_default: false,
        role: 'admin',
      },
      { id: 'b', name: 'B', tick: 2, open_sessions: 1, open_records: 1, is_default: false, role: 'admin' },
    ])
  })

  it('Projects are chosen by argument, record, session, pin, and the default', async () => {
    for (const id of ['arg', 'pin', 'ses']) await must('create_project', { name: id, id })
    const { id: record, session } = await createRoot({ project_id: 'ses' })
    const pinned = { project: 'pin' }
    const inSession = { session_id: session }
    for (const [name, args] of [
      ['list_records', {}],
      ['search_records', { query: '' }],
      ['get_recent_activity', {}],
    ] as const) {
      const chosen = async (given: object, by = {}) => (await must(name, { ...args, ...given }, by)).project_id
      expect(await chosen({})).toBe('default')
      expect(await chosen({}, pinned)).toBe('pin')
      expect(await chosen(inSession, pinned)).toBe('ses')
      expect(await chosen({}, { ...pinned, session })).toBe('ses')
      expect(await chosen({ project_id: 'arg', ...inSession }, pinned)).toBe('arg')
      const field = name === 'get_recent_activity' ? 'record_id' : 'parent_id'
      expect(await chosen({ [field]: record }, pinned)).toBe('ses')
      expect(await chosen({ [field]: record, project_id: 'SES' }, pinned)).toBe('ses')
      const both = (given: object) => call(name, { ...args, ...given })
      expect(codeOf(await both({ [field]: record, project_id: 'arg' }))).toBe('INVALID_INPUT')
      expect(codeOf(await both({ [field]: 'R999', project_id: 'nowhere' }))).toBe('PROJECT_NOT_FOUND')
      expect(codeOf(await both({ [field]: 'R999', project_id: 'arg' }))).toBe('RECORD_NOT_FOUND')
    }
    expect((await must('get_project', {}, pinned)).id).toBe('pin')
    expect((await must('get_project_overview', inSession, pinned)).project.id).toBe('pin')
    expect(codeOf(await call('get_project', {}, { project: 'nowhere' }))).toBe('PROJECT_NOT_FOUND')
  })

  it('projects take roots by argument, session, pin, and the default', async () => {
    for (const id of ['arg', 'pin']) await must('create_project', { name: id, id })
    const project = async (args: object, by = {}) => {
      const { id } = await createRoot(args, by)
      return (await must('get_recent_activity', { record_id: id })).project_id
    }
    const { session } = await createRoot({ project_id: 'arg' })
    expect(await project({})).toBe('default')
    expect(await project({}, { project: 'pin' })).toBe('pin')
    expect(await project({ session_id: session }, { project: 'pin' })).toBe('arg')
    expect(await project({ project_id: 'arg' }, { project: 'pin' })).toBe('arg')
    const contradicted = { type: 't', title: 't', summary: 's', body: 'b', parent_id: 'R001', project_id: 'pin' }
    expect(codeOf(await call('create_record', contradicted))).toBe('INVALID_INPUT')
    expect(ids((await must('list_records', { project_id: 'pin' })).records)).toHaveLength(1)
  })
})
