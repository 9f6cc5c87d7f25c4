import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tempDaybook } from './temp-daybook.ts'

const state = 'Merge rule {last-writer} dropped.\r\nNext: vectors.'

describe('daybook context', () => {
  test('daybook context stores a summary, says what it replaced, and starts the next block with it', async () => {
    const { run, runAlone, file, call } = tempDaybook()
    const first = await run(['context', 'summarize', 'First.'])
    expect(first).toMatchObject({ code: 0, stdout: 'default\n', stderr: expect.stringContaining('first summary') })
    const second = await runAlone(['context', 'summarize', '-', '--notes', 'Ask first.'], { input: state })
    expect(second).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('daybook context restore 1 --project default'),
    })
    const built = await runAlone([
      'context',
      'build',
      '--slice',
      '1-slice.a',
      '--instruction',
      'review',
      '--',
      'Look at',
      '{merge}',
    ])
    expect(built.code).toBe(0)
    expect(built.stdout).toContain(`### Current Project State\n${state}\n\n### Instruction Prompt\n`)
    expect(built.stdout.endsWith('## Additional Instructions\nAsk first.\n\nLook at {merge}\n')).toBe(true)
    expect(built.stderr).toMatch(/sections, about \d+ tokens\./)
    const { lastBuild } = await call('project_about', { id: 'default' })
    const same = ['--slice', '1-slice.a', '--instruction', 'review', '--', 'Look at', '{merge}']
    expect((await run(['context', 'preview', ...same])).stdout).toBe(built.stdout)
    expect((await call('project_about', { id: 'default' })).lastBuild).toEqual(lastBuild)

    const out = file('block.txt')
    expect(await run(['context', 'build', '--out', out])).toMatchObject({ code: 0, stdout: '' })
    expect(readFileSync(out, 'utf8')).toContain(state)
    writeFileSync(file('s.md'), 'From a file.\n')
    await run(['context', 'summarize', '--file', file('s.md')])
    expect((await run(['context', 'show'])).stdout).toBe('From a file.\n\nNotes\nAsk first.\n')
  })

  test('daybook context shows the history, what changed, and brings an entry back as a new one', async () => {
    const { run } = tempDaybook()
    for (const text of ['One.\nSame.', 'Two.\nSame.']) await run(['context', 'summarize', text])
    expect((await run(['context', 'history'])).stdout).toMatch(/^2 +.* context_summarize +local +Two\.\n1 +.*One\.\n$/)
    const { stdout } = await run(['context', 'diff', '1', '2'])
    expect(stdout).toContain('-One.\n+Two.\n Same.')
    expect((await run(['context', 'restore', '1'])).code).toBe(0)
    expect((await run(['context', 'show'])).stdout).toBe('One.\nSame.\n')
    expect(JSON.parse((await run(['context', 'history', '--json'])).stdout)).toMatchObject({ total: 3 })
  })

  test('daybook context lists and shows prompts, and copies them into the project without overwriting', async () => {
    const { run, home } = tempDaybook()
    const code = join(home, 'code')
    mkdirSync(code)
    expect((await run(['context', 'prompts', 'list'])).stdout.trimEnd().split('\n')).toHaveLength(26)
    expect((await run(['context', 'prompts', 'get', 'review'])).stdout).toMatch(/^# Review\nKey: review\n/)
    expect((await run(['context', 'prompts', 'get', 'nope'])).code).toBe(3)
    expect((await run(['context', 'prompts', 'eject'])).stderr).toContain('projectPath=')
    await run(['projects', 'set', 'default', `projectPath=${code}`])
    expect((await run(['context', 'prompts', 'eject', '--key', 'review'])).stdout).toBe('review\n')
    const file = join(code, '.daybook/prompts.md')
    const mine = readFileSync(file, 'utf8').replace(
      '##### Review\n\n```markdown\n',
      '##### Review\n\n```markdown\nMine first.\n',
    )
    writeFileSync(file, mine)
    expect((await run(['context', 'prompts', 'eject', '--key', 'review'])).stdout).toBe('')
    await run(['context', 'prompts', 'eject'])
    expect(readFileSync(file, 'utf8').startsWith(mine)).toBe(true)
    const { templates, warnings } = JSON.parse((await run(['context', 'prompts', 'list', '--json'])).stdout)
    expect(templates.every((each: { source: string }) => each.source === 'project')).toBe(true)
    expect(warnings).toHaveLength(26)
    expect((await run(['context', 'build', '--instruction', 'review'])).stdout).toContain('Mine first.')
  })

  test.each([
    [['summarize', ' '], 2, 'Summary text is required.'],
    [['summarize'], 2, '--file'],
    [['summarize', 'a', '--file', 'b'], 2, 'not two'],
    [['build', '--project', 'nowhere'], 3, "Project not found: 'nowhere'."],
    [['build', '--instruction', 'task'], 5, 'task-breakdown, task-breakdown-explicit, task-expansion'],
    [['build', '--max-tokens', '200'], 5, 'maxTokens is 200'],
    [['build', '--max-tokens', 'many'], 2, '--max-tokens'],
    [['restore', '7'], 2, 'context_history'],
    [['diff', '1', '2'], 2, 'daybook context history'],
    [['commands', 'install'], 2, '--client claude'],
  ] as const)('context %j ends with %i and says the next step', async (args, code, message) => {
    expect(await tempDaybook().run(['context', ...args])).toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringContaining(message),
    })
  })
})

describe('daybook context commands', () => {
  test.each([
    ['claude', '.md'],
    ['cursor', '.md'],
    // Codex reads no files of commands, but skills.
    ['codex', '/SKILL.md'],
  ])(
    'daybook context commands writes a file per command for %s, keeps changed ones, and removes only its own',
    async (client, ending) => {
      const { run, file } = tempDaybook()
      const dir = file('commands')
      const commands = (verb: string, ...more: string[]) =>
        run(['context', 'commands', verb, '--client', client, '--dir', dir, ...more])
      expect(await commands('install', '--project', 'default')).toMatchObject({ code: 0 })
      const paths = [join(dir, `newcontext${ending}`), join(dir, `summarize${ending}`)] as const
      expect(readFileSync(paths[0], 'utf8')).toMatch(/context_build with projectId\n"default"[\s\S]*\$ARGUMENTS/)
      expect(readFileSync(paths[1], 'utf8')).toMatch(/context_summarize once with projectId\n"default"/)
      writeFileSync(paths[0], 'Mine.\n')
      expect((await commands('install')).stdout).toMatch(/^keep .*newcontext\S*\.md {2}\(it is not ours/m)
      expect(readFileSync(paths[0], 'utf8')).toBe('Mine.\n')
      await commands('uninstall')
      expect(paths.map(path => existsSync(path))).toEqual([true, false])
      await commands('install', '--force')
      expect(readFileSync(paths[0], 'utf8')).toContain('context_build')
      await commands('uninstall')
      expect(paths.map(path => existsSync(path))).toEqual([false, false])
    },
  )
})
