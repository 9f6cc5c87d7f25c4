import { expect, it } from 'vitest'
import { dumpStore } from '../records/store-dump.ts'
import { onBothEngines } from '../support/engines.ts'

onBothEngines('Context refuses', store => {
  const { call } = store

  it.each([
    ['project_update', { id: 'nowhere' }, 'NO_FIELDS'],
    ['project_update', { id: 'nowhere', customData: {} }, 'NO_FIELDS'],
    ['context_summarize', { projectId: 'nowhere', summary: ' \t\r\n' }, 'SUMMARY_REQUIRED'],
    ['context_summarize', { projectId: 'nowhere', summary: 'x' }, 'PROJECT_NOT_FOUND'],
    ['project_update', { id: 'default', unknown: 1 }, 'INVALID_INPUT'],
    ['project_update', { id: 'default', customData: { recentEvents: 5 } }, 'INVALID_INPUT'],
    ['project_update', { id: 'default', customData: { other: 'x' } }, 'INVALID_INPUT'],
    ['project_update', { id: 'default', projectPath: 'relative/path' }, 'INVALID_INPUT'],
    ['project_update', { id: 'default', name: '' }, 'INVALID_INPUT'],
    ['project_update', { id: 'default', slice: 'two\nlines' }, 'INVALID_INPUT'],
    ['project_update', { id: 'default', projectDate: '2025-02-30' }, 'INVALID_INPUT'],
    ['project_update', { id: 'default', workType: 'pause' }, 'INVALID_INPUT'],
    ['project_update', { id: 'default', createdAt: '2025-01-01T00:00:00.000Z' }, 'INVALID_INPUT'],
    ['context_summarize', { projectId: 'default', summary: 'x'.repeat(1_048_577) }, 'INVALID_INPUT'],
    ['context_summarize', { projectId: 'default', summary: 'a\u0000b' }, 'INVALID_INPUT'],
    ['context_summarize', { projectId: 'default', summary: 'a\ud800b' }, 'INVALID_INPUT'],
    ['context_summarize', { projectId: 'default' }, 'INVALID_INPUT'],
    ['context_build', { projectId: 'default', maxTokens: 199 }, 'INVALID_INPUT'],
    ['project_create', { name: 'Again', id: 'DEFAULT' }, 'PROJECT_EXISTS'],
    ['project_delete', { id: 'default' }, 'INVALID_INPUT'],
    ['project_restore', { id: 'default' }, 'PROJECT_NOT_FOUND'],
    ['project_edit', { id: 'default' }, 'NO_FIELDS'],
  ])('%s %o with %s and changes nothing', async (name, args, code) => {
    await call('context_summarize', { projectId: 'default', summary: 'kept' })
    const before = await dumpStore(store.app)
    const answer = await call(name, args)

    expect(answer).toEqual({ isError: true, code, text: expect.any(String) })
    expect(answer.text).not.toMatch(/^ERROR/)
    expect(await dumpStore(store.app)).toEqual(before)
  })

  it('Context refuses in the words that were agreed', async () => {
    expect(await call('project_get', { id: 'no\u0007where' })).toMatchObject({
      text: "Project not found: 'no?where'. Use the project_list tool to see available projects and their IDs.",
    })
    expect(await call('context_summarize', { projectId: 'x', summary: '' })).toMatchObject({
      text: 'Summary text is required. Provide a non-empty summary of recent events or session state.',
    })
    expect(await call('prompt_get', { projectId: 'default', templateName: 'nope' })).toMatchObject({
      text: "Template not found: 'nope'. Use the prompt_list tool to see available templates.",
    })
    expect((await call('project_update', { id: 'default', customData: { recentEvents: 5 } })).text).toMatch(
      /^Invalid input: customData\.recentEvents: .*\.\nAccepted keys: id, name, /,
    )
    expect((await call('project_get', { id: 'x'.repeat(500) })).text).toContain(`'${'x'.repeat(200)}'`)
  })

  it('a name that several projects bear, with their ids, but finds ids first and names in any case', async () => {
    await call('project_create', { name: 'Twins', id: 'one' })
    await call('project_create', { name: 'Twins', id: 'two' })
    await call('project_create', { name: 'one', id: 'three' })
    expect(await call('project_get', { id: 'Twins' })).toMatchObject({
      code: 'PROJECT_AMBIGUOUS',
      text: expect.stringMatching(/one, two.*project_list/),
    })
    expect(await call('project_get', { id: 'one' })).toMatchObject({ id: 'one' })
    await call('project_update', { id: 'three', name: 'Solo' })
    expect(await call('project_get', { id: 'sOLO' })).toMatchObject({ id: 'three' })
  })
})
