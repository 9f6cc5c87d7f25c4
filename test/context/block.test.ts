import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { onBothEngines } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'
import { openRoots } from './open-roots.ts'
import { expectPreviewsBuilt } from './preview-builds.ts'
import { projectFolder } from './project-folder.ts'
import { expectLatestShown, expectLeftOutInOrder } from './shown-records.ts'

onBothEngines('The block', store => {
  const { call } = store
  const build = (args: object = {}) => call('context_build', { projectId: 'default', ...args })

  it('The block has the sections of its project in their order and nothing between them', async () => {
    await call('project_create', {
      name: 'Orchard app',
      id: 'orchard',
      description: 'Apples\nand pears',
      slice: '104-slice.offline-merge',
      taskFile: '104-tasks.offline-merge',
      developmentPhase: 'Build',
      projectDate: '2025-01-31',
      template: 'web',
      isMonorepo: true,
      customData: { recentEvents: 'STATE', additionalNotes: 'NOTES', monorepoNote: 'MONO', availableTools: 'TOOLS' },
    })
    await openRoots(store, 'orchard', 1)
    const { text, sections } = await build({
      projectId: 'orchard',
      instruction: 'Fix the login page',
      additionalInstructions: 'EXTRA',
    })

    expect(sections.map(({ name, title }: { name: string; title?: string }) => [name, title])).toEqual([
      ['intro', undefined],
      ['project', '### Current Work Context'],
      ['orientation', undefined],
      ['tools', '### 3rd-Party Tools & MCP'],
      ['monorepo', '### Monorepo Note'],
      ['state', '### Current Project State'],
      ['open records', '### Open Records'],
      ['instruction', '### Instruction Prompt'],
      ['notes', '## Additional Instructions'],
      ['extra', undefined],
    ])
    expect(text).toContain(
      [
        '### Current Work Context',
        'project: Orchard app',
        'description: Apples and pears',
        'template: web',
        'currentDate: 2025-02-10',
        'projectDate: 2025-01-31',
        'slice: 104-slice.offline-merge',
        'taskFile: 104-tasks.offline-merge',
        'phase: Build',
        'monorepo: yes',
        '',
        'Before you act',
      ].join('\n'),
    )
    expect(text).toContain(
      '### Open Records\n- R1 [question] Question 1 — Summary 1.\n\n### Instruction Prompt\nThis is what'.replace(
        'R1',
        'R001',
      ),
    )
    expect(text.endsWith('\n\nFix the login page\n\n## Additional Instructions\nNOTES\n\nEXTRA')).toBe(true)
  })

  it('The block is the same as its preview, leaves the row alone, and a preview leaves nothing at all', () =>
    expectPreviewsBuilt(store, 10))

  it('The block takes an override of "" for nothing', async () => {
    await call('project_update', { id: 'default', slice: 'stored' })
    expect((await build()).text).toContain('slice: stored')
    expect((await build({ slice: '' })).text).not.toContain('slice:')
    expect((await build({ instruction: '' })).text).toContain('No standing instruction is set.')
  })

  it('The block is the same on the same day, and on another but for the date', async () => {
    await call('project_update', { id: 'default', projectDate: '2024-12-24' })
    const first = (await build()).text
    store.time.now += 3_600_000
    expect((await build()).text).toBe(first)
    store.time.now += 86_400_000
    expect((await build()).text).toBe(first.replace('currentDate: 2025-02-10', 'currentDate: 2025-02-11'))
  })

  it('The block says nothing of a new project that is not shipped or stored', async () => {
    const shipped = (
      await Promise.all(['prompts', 'statements'].map(name => readFile(`assets/${name}.md`, 'utf8')))
    ).join('\n')
    const facts = [
      '### Current Work Context',
      'project: Default',
      'currentDate: 2025-02-10',
      '### 3rd-Party Tools & MCP',
      '### Instruction Prompt',
    ]
    const { text } = await build()
    const invented = text.split('\n').filter((line: string) => line && !facts.includes(line) && !shipped.includes(line))
    // What remains had a name filled in or a condition resolved.
    expect(invented).toEqual([
      'This chat continues work on Default. What follows was written down in earlier chats; go on from there, and ask where it is silent.',
      'Carry out the work.',
    ])
  })

  it('The block shows open records, latest first, and counts those it does not show', () =>
    expectLatestShown(store, 25))

  it('the block counts records again after every change of one', async () => {
    const more = async () => /and (\d+) more open/.exec((await build()).text)?.[1]
    await openRoots(store, 'default', 23)
    expect([await more(), await more()]).toEqual(['3', '3'])
    const { session_id } = await call('activate', { id: 'R001' })
    await call('transition', { id: 'R001', to_state: 'LATER', reason: 'not now', session_id })
    expect(await more()).toBe('2')
    await call('purge_record', { id: 'R002', confirm: 'R002' })
    expect(await more()).toBe('1')
    await openRoots(store, 'default', 1)
    expect(await more()).toBe('2')
  })

  it('The block flattens titles and summaries, which are data, and follows their state', async () => {
    const { record, session_id } = await call('create_record', {
      type: 'note',
      title: 'Two {slice} words',
      summary: `A\nB ${'long '.repeat(60)}`,
      body: 'x',
    })
    const { text } = await build()
    const line = text.split('\n').find((each: string) => each.startsWith(`- ${record.id}`))
    expect(line).toMatch(/^- R001 \[note\] Two \{slice\} words — A B long .*…$/)
    expect([...line.split(' — ')[1]]).toHaveLength(160)
    await call('transition', { id: record.id, to_state: 'LATER', reason: 'not now', session_id })
    expect((await build()).text).not.toContain('### Open Records')
  })

  it('The block gives a reason for every paragraph', async () => {
    await openRoots(store, 'default', 2)
    await call('context_summarize', { projectId: 'default', summary: 's' })
    const { sections } = await build()
    const why = Object.fromEntries(
      sections.map((section: { name: string; why: object[] }) => [section.name, section.why]),
    )
    expect(why.intro).toMatchObject([
      {
        source: 'statement',
        id: 'continue-project-statement',
        layer: 'builtin',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
    expect(why.state).toEqual([{ source: 'project', id: 'customData.recentEvents' }])
    expect(why['open records']).toEqual([
      { source: 'record', id: 'R002', version: 1, tick: 2 },
      { source: 'record', id: 'R001', version: 1, tick: 1 },
    ])
    expect(why.instruction).toMatchObject([
      { source: 'statement' },
      { source: 'prompt', id: 'implementation', layer: 'builtin' },
    ])
  })

  it('The block leaves out in the agreed order what a smaller budget has no room for, and says what and why', () =>
    expectLeftOutInOrder(store, 20))

  it('The block keeps prompts from the project’s own file whatever the budget', async () => {
    const projectPath = await projectFolder({
      '.daybook/prompts.md': '##### Tool Usage\nOWN TOOLS\n\n##### Context Initialization\nOWN START\n',
    })
    await call('project_update', { id: 'default', projectPath })
    const { text } = await build({ maxTokens: 300 })
    expect(text).toContain('OWN TOOLS')
    expect(text).toContain('OWN START')
  })

  it.each([
    ['abcd', 1],
    ['abcde', 2],
    ['日本語', 3],
    ['a日', 2],
    ['👍👍', 2],
    ['', 0],
  ])('The block estimates the tokens of %j as %i', async (extra, tokens) => {
    const plain = await build()
    const { sections } = await build({ additionalInstructions: extra })
    expect(
      sections.slice(plain.sections.length).map((each: { estimatedTokens: number }) => each.estimatedTokens),
    ).toEqual(extra === '' ? [] : [tokens])
  })

  it('The block leaves a stamp and a line in the feed for every build, and keeps the newest 200', async () => {
    for (let n = 0; n < 203; n++) await build({ slice: String(n) })
    const rows = await store.app.db.read(tx => tx.raw<{ id: number }>('select id from context_builds order by id'))
    expect(rows).toHaveLength(200)
    expect(rows[0]?.id).toBe(4)
    const { lastBuild } = await call('project_about', { id: 'default' })
    expect(lastBuild.sections.map(({ name }: { name: string }) => name)).toEqual([
      'intro',
      'project',
      'orientation',
      'tools',
      'instruction',
    ])
  })

  it('The block is still given when its stamp cannot be written, with a notice', async () => {
    await store.app.db.write(tx => tx.raw('alter table context_builds rename to elsewhere'))
    const { text, notices } = await build()
    expect(text).toContain('### Instruction Prompt')
    expect(notices).toEqual(['The build could not be noted in the history.'])
  })

  it('The block needs the folder that the project names', async () => {
    await call('project_update', { id: 'default', projectPath: join(tempHome(), 'gone') })
    expect(await build()).toMatchObject({ code: 'PATH_MISSING', text: expect.stringContaining('set it to ""') })
    await call('project_update', { id: 'default', projectPath: '' })
    expect((await build()).text).toContain('### Instruction Prompt')
  })
})
