import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, it } from 'vitest'
import { withLock } from '../../src/files/lock.ts'
import { runDaybook, runPreloaded } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'

const dates = { created: '2026-03-02T10:00:00.000Z' }

/** A home with a project in a folder, and a way to raise an event of a chat client there. */
async function person(runCommand = runPreloaded) {
  const home = tempHome()
  const folder = join(home, 'app')
  const claude = join(home, 'claude')
  const transcript = join(claude, '-app', 's1.jsonl')
  mkdirSync(join(claude, '-app'), { recursive: true })
  mkdirSync(join(folder, 'src/db'), { recursive: true })
  const env = { DAYBOOK_CLAUDE_ROOTS: claude }
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommand(args, { home, env })
    if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
    return stdout
  }
  const log = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8').trim().split('\n') : [])
  const logFile = join(home, 'hooks', 'hooks.log')
  return {
    ...{ home, folder, transcript, run, log, env },
    async prepare() {
      await run('call', 'create_project', '{"name":"App","id":"app"}')
      await run('call', 'project_update', JSON.stringify({ id: 'app', projectPath: folder }))
    },
    async hook(event: string, given: object = {}, more: NodeJS.ProcessEnv = {}) {
      const input = JSON.stringify({ session_id: 's1', transcript_path: transcript, cwd: folder, ...given })
      const { code, stdout, stderr } = await runDaybook(['hook', event], { home, input, env: { ...env, ...more } })
      expect([event, code, stderr]).toEqual([event, 0, ''])
      return stdout === '' ? undefined : JSON.parse(stdout)
    },
    write(...lines: object[]) {
      const told = lines.map(line => `${JSON.stringify({ sessionId: 's1', cwd: folder, version: '2.0.0', ...line })}\n`)
      writeFileSync(transcript, told.join(''), { flag: 'a' })
    },
  }
}

const user = (content: string, more: object = {}) => ({
  ...{ type: 'user', uuid: content.slice(0, 8), timestamp: dates.created },
  ...more,
  message: { role: 'user', content },
})

it('a chat that starts is given what its project knows, within the budget and without instructions', async () => {
  const { prepare, run, hook } = await person()
  expect(await hook('session-start', { source: 'startup' })).toBeUndefined()
  await prepare()
  // Nothing was written down, so there is nothing to say.
  expect(await hook('session-start', { source: 'startup' })).toBeUndefined()
  await run('call', 'context_summarize', '{"projectId":"app","summary":"Half of the clock is moved."}')
  for (const n of [1, 2, 3]) await run('records', 'add', '--project', 'app', '--title', `Question ${n}`, '--body', 'x')
  const { hookSpecificOutput } = await hook('session-start', { source: 'startup' })
  expect(hookSpecificOutput.hookEventName).toBe('SessionStart')
  const context: string = hookSpecificOutput.additionalContext
  expect(context).toContain('Half of the clock is moved.')
  expect(context).toContain('Question 3')
  expect(context).not.toContain('Instruction Prompt')
  expect(context.length / 4).toBeLessThan(2000)
  expect(await hook('session-start', { source: 'startup', cwd: '/' })).toBeUndefined()
})

it('a compaction loses none of the person’s constraints, commands, paths and questions, and only those it dropped come back', async () => {
  const { prepare, run, hook, write, folder, home, env } = await person()
  await prepare()
  write(
    user('Move the clock in src/db/clock.ts. Never touch the migrations.\nCheck with `npm test -- clock`.'),
    {
      type: 'assistant',
      uuid: 'a1',
      timestamp: dates.created,
      message: { role: 'assistant', content: 'You must not.' },
    },
    user('Which journal mode do we use?'),
  )
  expect(await hook('pre-compact', { trigger: 'auto' })).toBeUndefined()
  write(user('The user wants the clock moved in src/db/clock.ts.', { isCompactSummary: true, uuid: 'summary' }))
  const { hookSpecificOutput } = await hook('session-start', { source: 'compact' })
  expect(hookSpecificOutput.additionalContext).toBe(
    [
      'The user’s own words from before this chat was compacted, which its summary does not have:',
      'Constraints:\n- Never touch the migrations.',
      'Commands:\n- npm test -- clock',
      'Open questions:\n- Which journal mode do we use?',
    ].join('\n'),
  )
  const { stdout } = await runDaybook(['context', 'dropped', '--chat', 's1', '--project', 'app'], { home, env })
  expect(
    stdout
      .split('\n')
      .map(line => line.split(/ {2,}/))
      .slice(0, -1),
  ).toEqual([
    ['dropped', 'constraint', '1', 'Never touch the migrations.'],
    ['kept', 'path', '1', 'src/db/clock.ts'],
    ['dropped', 'command', '1', 'npm test -- clock'],
    ['dropped', 'question', '3', 'Which journal mode do we use?'],
  ])
  expect(JSON.parse(await run('call', 'context_dropped', JSON.stringify({ folder })))).toMatchObject({ session: 's1' })
  expect(await hook('session-start', { source: 'startup' })).toBeUndefined()
})

it('before an edit at most one line names the decision that governs the file', async () => {
  const { prepare, run, hook, folder } = await person()
  await prepare()
  const add = (title: string, affects: string) =>
    run(
      'records',
      'add',
      '--project',
      'app',
      '--type',
      'decision',
      '--title',
      title,
      '--body',
      'x',
      '--affects',
      affects,
    )
  await add('Use wall clocks', 'src/db/**')
  await add('Use ticks', 'src/**')
  const edit = async (tool_input: object) =>
    (await hook('pre-tool-use', { tool_name: 'Edit', tool_input }))?.hookSpecificOutput.additionalContext
  expect(await edit({ file_path: join(folder, 'src/db/sqlite.ts') })).toBe(
    'Daybook: R001 decision "Use wall clocks" governs src/db/**. So do 1 more records (decisions_for). Keep to it, or ask the user before you break it.',
  )
  // Once is enough, until a session starts anew or something else is to be said.
  expect(await edit({ file_path: join(folder, 'src/db/sqlite.ts') })).toBeUndefined()
  expect(await edit({ file_path: join(folder, 'src/db/open.ts') })).toContain('"Use wall clocks"')
  await hook('session-start', { source: 'compact' })
  expect(await edit({ file_path: join(folder, 'src/db/sqlite.ts') })).toContain('"Use wall clocks"')
  await run('records', 'supersede', 'R1', 'R2')
  const patch = {
    command: ['apply_patch', '*** Begin Patch\n*** Update File: src/db/sqlite.ts\n@@\n-a\n+b\n*** End Patch'],
  }
  const line = 'Daybook: R002 decision "Use ticks" governs src/**. Keep to it, or ask the user before you break it.'
  expect(await edit({ file_path: 'src/db/sqlite.ts' })).toBe(line)
  expect(await edit(patch)).toBeUndefined()
  const other = await hook('pre-tool-use', { session_id: 's2', tool_input: patch })
  expect(other.hookSpecificOutput.additionalContext).toBe(line)
  for (const input of [{ file_path: join(folder, 'README.md') }, { file_path: '/etc/hosts' }, { command: 'ls' }, {}]) {
    expect(await edit(input)).toBeUndefined()
  }
})

it('the end of a session archives it without the chat waiting, and yesterday’s missing report is named once', async () => {
  const { home, transcript, hook, write, run } = await person()
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  write(user('Fix the clock.', { timestamp: yesterday }), {
    ...{ type: 'assistant', uuid: 'a1', timestamp: yesterday },
    message: { role: 'assistant', content: [{ type: 'text', text: 'Fixed.' }] },
  })
  expect(await hook('session-end', { reason: 'exit' })).toBeUndefined()
  const reminder = join(home, 'hooks', 'reminder')
  await expect.poll(() => existsSync(reminder), { timeout: 30_000 }).toBe(true)
  expect(await run('search', 'clock', '--in', 'sessions')).toContain('Fix the clock.')
  rmSync(transcript)
  expect(keptTranscripts(home)).toBe(1)
  expect((await hook('stop'))?.systemMessage).toContain('has work and no report')
  expect(await hook('stop')).toBeUndefined()
})

const events = ['session-start', 'pre-compact', 'pre-tool-use', 'stop', 'session-end']
const edit = { source: 'startup', tool_input: { file_path: 'src/db/a.ts' } }

/** How many transcripts the archive holds. */
function keptTranscripts(home: string): number {
  const archive = join(home, 'archive', 'transcripts.sqlite')
  if (!existsSync(archive)) return 0
  const database = new DatabaseSync(archive, { readOnly: true })
  try {
    return Number(Object(database.prepare('select count(*) as count from kept').get()).count)
  } catch {
    return 0
  } finally {
    database.close()
  }
}

it('without a database a chat notices nothing, and none is made', async () => {
  const { home, hook, log } = await person()
  for (const event of ['session-start', 'pre-tool-use']) expect(await hook(event, edit)).toBeUndefined()
  expect(readdirSync(home)).not.toContain('daybook.db')
  expect(log()).toEqual([])
})

/** Raises every event and answers what the chat was given; the home is left alone once the reading beside it has ended. */
async function raiseAll({ home, folder, hook, write }: Awaited<ReturnType<typeof person>>) {
  write(user('Never touch the migrations.', { timestamp: new Date().toISOString() }))
  const answers = []
  for (const event of [...events].reverse()) answers.push(await hook(event, { ...edit, source: 'resume', cwd: folder }))
  await expect.poll(() => keptTranscripts(home), { timeout: 30_000 }).toBe(1)
  await withLock(join(home, 'hooks', 'reading.lock'), 'exclusive', 30_000, async () => {})
  return answers.filter(answer => answer !== undefined)
}

it('with the database locked a chat notices nothing but a line in the log, and loses no words and no transcript', async () => {
  // In processes of their own, because one that goes on may keep the file open.
  const here = await person(runDaybook)
  await here.prepare()
  const holder = new DatabaseSync(join(here.home, 'daybook.db'))
  holder.exec('pragma locking_mode = exclusive; begin exclusive; create table held (a)')
  const [start, ...others] = await raiseAll(here)
  expect(start.hookSpecificOutput.additionalContext).toContain('Never touch the migrations.')
  expect(others).toEqual([])
  expect(here.log().map(line => line.slice(25))).toEqual(
    ['pre-tool-use', 'session-start'].map(each => `${each}: Another process kept the database locked for too long.`),
  )
  holder.exec('rollback')
  holder.close()
})

it('with the database damaged a chat notices nothing but a line in the log, and loses no words and no transcript', async () => {
  const here = await person()
  writeFileSync(join(here.home, 'daybook.db'), Buffer.alloc(40_000, 7))
  const [start, ...others] = await raiseAll(here)
  expect(start.hookSpecificOutput.additionalContext).toContain('Never touch the migrations.')
  expect(others).toEqual([])
  for (const line of here.log()) expect(line).toMatch(/^\d{4}-\S+ (?:session-start|pre-tool-use): /)
})

it('every hook can be switched off, and what is not an event is only logged', async () => {
  const { home, prepare, run, hook, log } = await person()
  await prepare()
  await run('call', 'context_summarize', '{"projectId":"app","summary":"Half of the clock is moved."}')
  expect(await hook('session-start')).toBeDefined()
  expect(await hook('session-start', {}, { DAYBOOK_HOOKS: 'off' })).toBeUndefined()
  writeFileSync(join(home, 'config.json'), '{"hooks":{"session_start":false,"session_end":false,"pre_compact":false}}')
  for (const event of ['session-start', 'stop', 'pre-compact']) expect(await hook(event)).toBeUndefined()
  expect(readdirSync(home)).not.toContain('hooks')
  writeFileSync(join(home, 'config.json'), '{"hooks":{"max_tokens":1}}')
  expect(await hook('session-start')).toBeUndefined()
  expect(await hook('nothing')).toBeUndefined()
  expect(log().length).toBe(2)
})
