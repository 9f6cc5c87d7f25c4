import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { note, tempDaybook } from './temp-daybook.ts'

describe('daybook projects', () => {
  test('daybook projects creates, lists, sets, shows and edits', async () => {
    const { run, runAlone, home } = tempDaybook()
    const made = await runAlone([
      'projects',
      'create',
      'Orchard app',
      '--id',
      'orchard',
      '--path',
      home,
      '--description',
      'Apples.',
    ])
    expect(made).toMatchObject({
      code: 0,
      stdout: 'orchard\n',
      stderr: expect.stringContaining('daybook context build --project orchard'),
    })
    const set = ['slice=104-slice.merge', 'isMonorepo=true', 'workType=start', 'additionalNotes=a=b {x}', 'taskFile=']
    expect((await run(['projects', 'set', 'orchard', ...set])).code).toBe(0)
    const got = JSON.parse((await run(['projects', 'show', 'Orchard app', '--json'])).stdout)
    expect(got).toMatchObject({
      id: 'orchard',
      slice: '104-slice.merge',
      isMonorepo: true,
      workType: 'start',
      taskFile: '',
      projectPath: home,
      customData: { additionalNotes: 'a=b {x}' },
    })
    const edited = await run(['projects', 'edit', 'orchard', '--digest', 'off', '--max-tokens', '4000', '--json'])
    expect(JSON.parse(edited.stdout)).toMatchObject({ digest: 'off', maxTokens: 4000, description: 'Apples.' })
    expect(
      JSON.parse((await run(['projects', 'edit', 'orchard', '--max-tokens', 'none', '--json'])).stdout),
    ).toMatchObject({ maxTokens: null })
    const shown = (await run(['projects', 'show', 'orchard'])).stdout
    expect(shown).toMatch(/^Orchard app\n/)
    expect(shown).toMatch(/digest +off\n/)
    expect(shown).toContain('\nadditionalNotes\na=b {x}\n')
    expect((await runAlone(['projects', 'list'])).stdout).toMatch(
      /^default .*\norchard +Orchard app +104-slice\.merge +implementation /,
    )
  })

  test('daybook projects links a diary project and lets it go again', async () => {
    const { run } = tempDaybook()
    const key = 'ledger-d7579830878a'
    expect(await run(['projects', 'link', 'default', key])).toMatchObject({ code: 0, stdout: `${key}\n` })
    expect(await run(['projects', 'unlink', 'default', key])).toMatchObject({ code: 0, stdout: '' })
  })

  test('daybook projects deletes to the trash, says what is hidden and how to bring it back, and purges by the id typed', async () => {
    const { run, call } = tempDaybook()
    await run(['projects', 'create', 'Gone', '--id', 'gone'])
    await call('create_record', { ...note, project_id: 'gone' })
    expect(await run(['projects', 'delete', 'gone'])).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(/in use by ses_.*delete with force/),
    })
    expect(await run(['projects', 'delete', 'gone', '--force'])).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/1 record and 1 session.*\n.*daybook projects restore gone/),
    })
    expect((await run(['projects', 'show', 'gone'])).code).toBe(3)
    expect((await run(['projects', 'trash'])).stdout).toMatch(/^gone +Gone /)
    expect((await run(['projects', 'restore', 'gone'])).code).toBe(0)
    expect((await run(['projects', 'show', 'gone'])).code).toBe(0)
    await run(['projects', 'delete', 'gone', '--force'])
    expect(await run(['projects', 'purge', 'gone'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes gone'),
    })
    expect((await run(['projects', 'purge', 'gone', '--yes', 'other'])).code).toBe(2)
    expect(await run(['projects', 'purge', 'gone', '--yes', 'gone'])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('1 record'),
    })
    expect((await run(['projects', 'create', 'Again', '--id', 'gone'])).code).toBe(5)
  })

  test.each([
    [['set', 'nowhere', 'slice=x'], 3, "Project not found: 'nowhere'."],
    [['set', 'default', 'slice'], 2, 'field=value'],
    [['set', 'default', 'colour=red'], 2, 'Invalid input: colour'],
    [['create', 'Default', '--id', 'DEFAULT'], 5, 'is taken'],
    [['delete', 'default'], 2, 'always exists'],
    [['restore', 'default'], 3, 'Project not found'],
    [['edit', 'default'], 2, 'at least one field'],
    [['edit', 'default', '--digest', 'maybe'], 2, 'on or off'],
    [['import', 'no-such-file.json'], 2, 'cannot be read'],
  ] as const)('projects %j ends with %i and says the next step', async (args, code, message) => {
    expect(await tempDaybook().run(['projects', ...args])).toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringContaining(message),
    })
  })
})

describe('daybook projects import', () => {
  const entries = [
    {
      id: 'orchard',
      name: 'Orchard app',
      fileSlice: '1-slice.a',
      customData: { recentEvents: 'State {x}' },
      color: 'red',
    },
    { id: 'bad', name: 'Bad', isMonorepo: 'yes' },
  ]

  test('daybook projects import says in a dry run what it would do, aborts on an invalid entry, skips it when asked to, and is idempotent', async () => {
    const { run, file, call } = tempDaybook()
    const source = file('projects.json')
    writeFileSync(source, JSON.stringify(entries))
    const { mtimeMs } = statSync(source)
    const dry = await run(['projects', 'import', source, '--dry-run'])
    expect(dry).toMatchObject({ code: 0, stderr: expect.stringContaining('1 created, 1 invalid') })
    expect(dry.stdout).toMatch(/^created +orchard +Orchard app *\ninvalid +bad +Bad +isMonorepo: /)
    const aborted = await run(['projects', 'import', source])
    expect(aborted).toMatchObject({ code: 2, stderr: expect.stringContaining("entry 2 ('bad'): isMonorepo") })
    expect((await call('project_list')).count).toBe(1)
    expect(await run(['projects', 'import', file('.'), '--skip-invalid'])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('1 created, 1 invalid'),
    })
    expect(await run(['projects', 'import', source, '--skip-invalid'])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('1 skipped, 1 invalid'),
    })
    expect(readFileSync(source, 'utf8')).toBe(JSON.stringify(entries))
    expect(statSync(source).mtimeMs).toBe(mtimeMs)

    const out = file('out.json')
    expect((await run(['projects', 'export', '--out', out])).code).toBe(0)
    expect(JSON.parse(readFileSync(out, 'utf8'))).toContainEqual(
      expect.objectContaining({ id: 'orchard', slice: '1-slice.a', color: 'red' }),
    )
    expect((await run(['projects', 'export', '--out', out])).code).toBe(2)
    const there = tempDaybook()
    await there.run(['projects', 'import', out])
    expect((await there.run(['projects', 'export'])).stdout).toBe(readFileSync(out, 'utf8'))
  })

  test.each([
    ['is cut off', '[{"id":"a"', 'at line 1, column'],
    ['is empty', '', 'line 1, column 1'],
    ['holds an object', '{}', 'JSON array'],
  ])('daybook projects import names a backup beside a file that %s, and does not use it', async (_, text, message) => {
    const { run, file, call } = tempDaybook()
    const source = file('projects.json')
    writeFileSync(source, text)
    writeFileSync(`${source}.backup`, '[{"id":"a","name":"A"}]')
    const { code, stderr } = await run(['projects', 'import', source])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) })
    expect(stderr).toContain(`${source}.backup`)
    expect((await call('project_list')).count).toBe(1)
  })
})

test('a project set to a folder that is gone says how to mend it', async () => {
  const { run, file } = tempDaybook()
  mkdirSync(file('code'))
  await run(['projects', 'create', 'Here', '--id', 'here', '--path', file('code')])
  await run(['projects', 'set', 'here', `projectPath=${file('gone')}`])
  expect(await run(['context', 'build', '--project', 'here'])).toMatchObject({
    code: 5,
    stdout: '',
    stderr: expect.stringContaining('Correct it with project_update'),
  })
})
