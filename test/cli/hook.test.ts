import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, it } from 'vitest'
import { tokensIn } from '../../src/context/block/draft.ts'
import { withLock } from '../../src/files/lock.ts'
import { mcpStdioCommand, runDaybook } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'
import { dates, edit, noon, person, user } from './hooked-chat.ts'

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

it('a chat that starts is given the beginning of a state that is longer than the budget', async () => {
  const { prepare, run, hook } = await person()
  await prepare()
  const summary = 'The clock is moved, and the tests pass. '.repeat(300)
  await run('call', 'context_summarize', JSON.stringify({ projectId: 'app', summary }))
  await run('records', 'add', '--project', 'app', '--title', 'Which zone?', '--body', 'x')
  const context = (await hook('session-start', { source: 'startup' })).hookSpecificOutput.additionalContext
  expect(context).toContain('The clock is moved')
  expect(context).toContain('(cut: context_build gives all of it)')
  expect(context).toContain('Which zone?')
  expect(tokensIn(context)).toBeLessThanOrEqual(2000)
})

it('words that come back after a compaction count towards the budget', async () => {
  const { home, prepare, run, hook, write } = await person()
  await prepare()
  await run('call', 'context_summarize', '{"projectId":"app","summary":"Half of the clock is moved."}')
  writeFileSync(join(home, 'config.json'), '{"hooks":{"max_tokens":200}}')
  for (let n = 0; n < 40; n++)
    write(user(`You must never touch the migration with the number ${n} of this application.`))
  await hook('pre-compact')
  const context = (await hook('session-start', { source: 'compact' })).hookSpecificOutput.additionalContext
  expect(context).toContain('the number 39')
  expect(tokensIn(context)).toBeLessThanOrEqual(200)
})

it('a compaction loses none of the person’s constraints, commands, paths and questions, and only those it dropped come back', async () => {
  const { prepare, run, hook, write, folder } = await person()
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
  const stdout = await run('context', 'dropped', '--chat', 's1', '--project', 'app')
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

it('no secret is kept of the words before a compaction', async () => {
  const { hook, write, home } = await person()
  const token = `ghp_${'aB3dE6gH9j'.repeat(4).slice(0, 36)}`
  write(user(`You must use ${token} for the upload.\n$ curl -H "Authorization: Bearer ${token}" https://example.test`))
  await hook('pre-compact')
  const [file = ''] = readdirSync(join(home, 'hooks/kept'))
  const text = readFileSync(join(home, 'hooks/kept', file), 'utf8')
  expect(text).toContain('for the upload.')
  expect(text).not.toContain(token)
})

it('forgetting a session takes the words with it that were kept of it, and none are kept again', async () => {
  const { hook, write, home, run } = await person()
  write(user('Never touch the migrations.'))
  const keptFiles = () => readdirSync(join(home, 'hooks/kept'))
  await hook('pre-compact')
  writeFileSync(join(home, 'claude/other.txt'), `${JSON.stringify(user('You must keep this.'))}\n`)
  await hook('pre-compact', { session_id: 's3', transcript_path: join(home, 'claude/other.txt') })
  expect(keptFiles()).toHaveLength(2)
  await run('forget', 's1', '--yes')
  expect(keptFiles()).toHaveLength(1)
  await hook('pre-compact')
  expect(keptFiles()).toHaveLength(1)
  expect(JSON.parse(await run('call', 'context_dropped', '{"session":"s1"}'))).toMatchObject({ session: null })
})

it('a transcript that is a pipe does not hold a chat', async () => {
  const { hook, home, transcript, log } = await person()
  spawnSync('mkfifo', [transcript])
  const started = Date.now()
  await hook('pre-compact')
  expect(Date.now() - started).toBeLessThan(2500)
  expect(existsSync(join(home, 'hooks/kept'))).toBe(false)
  expect(log()).toEqual([expect.stringContaining('The transcript cannot be read.')])
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

/** A request at some time, an edit, and an answer. */
const turn = (words: string, timestamp: string) => {
  const id = `edit ${words}`
  const input = { file_path: 'src/app.ts', content: words }
  const reply = (type: string, what: string, content: object[]) => ({
    ...{ type, uuid: `${what} ${words}`, timestamp },
    message: { role: type, content },
  })
  return [
    user(words, { timestamp, uuid: words }),
    reply('assistant', 'call', [{ type: 'tool_use', id, name: 'Write', input }]),
    reply('user', 'result', [{ type: 'tool_result', tool_use_id: id, content: 'File created successfully' }]),
    reply('assistant', 'answer', [{ type: 'text', text: 'Done.' }]),
  ]
}
const now = Date.now()
const yesterday = new Date(now - 86_400_000).toISOString()
const dayOf = (iso: string) => new Date(Date.parse(iso) + noon.ahead * 3_600_000).toISOString().slice(0, 10)

/** Until the reading beside the chat has ended. */
const readingEnds = (home: string) => withLock(join(home, 'hooks', 'reading.lock'), 'exclusive', 30_000, async () => {})

it('the end of a session has its days built without anybody asking, and the next chat starts with them', async () => {
  const { home, folder, hook, write, log, run } = await person()
  spawnSync('git', ['init', '--quiet', folder])
  write(...turn('Fix the clock.', yesterday), ...turn('Add the calendar to src/app.ts.', new Date(now).toISOString()))
  const reportOf = (date: string) => join(home, 'diary', 'work', date, 'daily-report.json')
  const [first, second] = [dayOf(yesterday), dayOf(new Date(now).toISOString())]
  expect(await hook('session-end', { reason: 'exit' })).toBeUndefined()
  await expect.poll(() => existsSync(reportOf(first)) && existsSync(reportOf(second)), { timeout: 30_000 }).toBe(true)
  await readingEnds(home)
  expect(await run('diary', 'report', '--date', second)).toContain('calendar')
  expect((await hook('session-start', { source: 'startup' }))?.hookSpecificOutput.additionalContext).toContain(
    'calendar',
  )
  expect(existsSync(join(home, 'hooks', 'reminder'))).toBe(false)
  // A turn that ends does not have it built again; many sessions that end at once have it built together.
  const builds = () => Number(JSON.parse(readFileSync(join(home, 'diary', 'work', second, 'run.json'), 'utf8')).pid)
  const before = builds()
  utimesSync(join(home, 'hooks', 'last-reading'), 0, 0)
  write(...turn('Add an alarm to src/app.ts.', new Date(now + 1).toISOString()))
  await hook('stop')
  await expect.poll(() => run('search', 'alarm', '--in', 'sessions'), { timeout: 30_000 }).toContain('alarm')
  await readingEnds(home)
  expect(builds()).toBe(before)
  const other = await person(runDaybook, home)
  await Promise.all(Array.from({ length: 6 }, () => other.hook('session-end')))
  await expect.poll(() => readFileSync(reportOf(second), 'utf8'), { timeout: 30_000 }).toContain('alarm')
  await readingEnds(home)
  expect(log()).toEqual([])
})

it('a reading for another client in other folders is waited for', async () => {
  const { home, hook, write } = await person()
  write(...turn('Fix the clock.', new Date(now).toISOString()))
  mkdirSync(join(home, 'hooks'))
  writeFileSync(join(home, 'hooks', 'last-folders'), 'elsewhere')
  await withLock(join(home, 'hooks', 'reading.lock'), 'exclusive', 0, async () => {
    await hook('session-end')
    await sleep(1500)
    expect(keptTranscripts(home)).toBe(0)
  })
  await expect.poll(() => keptTranscripts(home), { timeout: 30_000 }).toBe(1)
  await readingEnds(home)
})

it('a clock that was put back does not keep turns from being read', async () => {
  const { home, hook, write } = await person()
  write(...turn('Fix the clock.', new Date(now).toISOString()))
  mkdirSync(join(home, 'hooks'))
  const mark = join(home, 'hooks', 'last-reading')
  writeFileSync(mark, '')
  utimesSync(mark, new Date(now + 86_400_000), new Date(now + 86_400_000))
  await hook('stop')
  await expect.poll(() => keptTranscripts(home), { timeout: 30_000 }).toBe(1)
  await readingEnds(home)
})

it('days are not built where that is switched off, or a model was chosen to write them', async () => {
  const { home, hook, write } = await person()
  write(...turn('Fix the clock.', new Date(now).toISOString()))
  for (const config of [{ hooks: { build_day: false } }, { diary: { with: 'claude' } }]) {
    writeFileSync(join(home, 'config.json'), JSON.stringify(config))
    await hook('session-end')
    await expect.poll(() => keptTranscripts(home), { timeout: 30_000 }).toBe(1)
    await readingEnds(home)
    expect(existsSync(join(home, 'diary', 'work'))).toBe(false)
  }
})

it('the end of a session archives it without the chat waiting, and yesterday’s missing report is named once', async () => {
  const { home, transcript, hook, write, run } = await person()
  writeFileSync(join(home, 'config.json'), '{"hooks":{"build_day":false}}')
  write(...turn('Fix the clock.', yesterday))
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
  await readingEnds(home)
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
  expect(
    here
      .log()
      .map(line => line.slice(25))
      .sort(),
  ).toEqual(
    ['pre-tool-use', 'read', 'session-start'].map(
      each => `${each}: Another process kept the database locked for too long.`,
    ),
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
  for (const line of here.log()) expect(line).toMatch(/^\d{4}-\S+ (?:session-start|pre-tool-use|read): /)
})

it('every hook can be switched off, and what is not an event is only logged', async () => {
  const { home, prepare, run, hook, log } = await person()
  await prepare()
  await run('call', 'context_summarize', '{"projectId":"app","summary":"Half of the clock is moved."}')
  expect(await (await person(runDaybook, home)).hook('session-start')).toBeDefined()
  expect(await hook('session-start', {}, { DAYBOOK_HOOKS: 'off' })).toBeUndefined()
  writeFileSync(join(home, 'config.json'), '{"hooks":{"session_start":false,"session_end":false,"pre_compact":false}}')
  for (const event of ['session-start', 'stop', 'pre-compact']) expect(await hook(event)).toBeUndefined()
  expect(readdirSync(home)).not.toContain('hooks')
  writeFileSync(join(home, 'config.json'), '{"hooks":{"max_tokens":1}}')
  expect(await hook('session-start')).toBeUndefined()
  // It ends its process.
  expect(await (await person(runDaybook, home)).hook('nothing')).toBeUndefined()
  expect(log().length).toBe(2)
})

it('a session that ends in a folder that is gone is archived', async () => {
  const { home, folder, transcript, write, env } = await person()
  write(...turn('Fix the clock.', new Date(now).toISOString()))
  const gone = join(home, 'worktree')
  const { command, args, env: variables } = mcpStdioCommand({ home, env })
  // A session without a name that operations take is one without a name.
  const input = JSON.stringify({ session_id: 's'.repeat(300), transcript_path: transcript, cwd: folder })
  const script = 'mkdir "$1" && cd "$1" && rmdir "$1" && exec "$2" "$3" hook session-end'
  const ended = spawnSync('sh', ['-c', script, 'sh', gone, command, args[0] ?? ''], {
    ...{ input, encoding: 'utf8', env: variables },
  })
  expect([ended.status, ended.stdout, ended.stderr]).toEqual([0, '', ''])
  await expect.poll(() => keptTranscripts(home), { timeout: 30_000 }).toBe(1)
  await readingEnds(home)
  expect(readFileSync(join(home, 'hooks', 'last-end'), 'utf8')).toBe('')
})

it('settings that cannot be read are a line in the log, also where no variable names the home', () => {
  const home = tempHome()
  mkdirSync(join(home, '.daybook'))
  writeFileSync(join(home, '.daybook', 'config.json'), '{bad')
  const { command, args } = mcpStdioCommand({ home })
  const ran = spawnSync(command, [args[0] ?? '', 'hook', 'session-start'], {
    ...{ input: '{}', encoding: 'utf8' },
    env: { PATH: process.env.PATH, HOME: home },
  })
  expect(ran).toMatchObject({ status: 0, stdout: '', stderr: '' })
  const log = readFileSync(join(home, '.daybook', 'hooks', 'hooks.log'), 'utf8')
  expect(log.trim().split('\n')).toEqual([expect.stringContaining(' session-start: ')])
})
