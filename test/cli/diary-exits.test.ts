import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openApp } from '../../src/app.ts'
import { serveHttp } from '../../src/entry/http/server.ts'
import { withLock } from '../../src/files/lock.ts'
import { member } from '../http/serving.ts'
import { tempHome } from '../support/tempdir.ts'
import { running } from './running.ts'
import { day, ledgerKey, tempDiary } from './temp-diary.ts'

test('exit 1: an internal error shows a reference, and the log has the rest', async () => {
  const { run, root } = tempDiary()
  mkdirSync(root)
  writeFileSync(join(root, 'work'), 'in the way')
  const { code, stdout, stderr } = await run(['prepare', '--date', day])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  const [, ref] = /^Error: Daybook failed unexpectedly.*\(ref: (err_\w+)\)/m.exec(stderr) ?? []
  expect(ref).toBeDefined()
  expect(stderr).toContain(`${ref} diary_prepare: `)
})

test.each([
  [['status', '--date', day, '--today'], /Name the day once/],
  [['status', '--today', '--yesterday'], /Name the day once/],
  [['prepare', '--date', '2026-02-30'], /not in the calendar/],
  [['prepare', '--date', 'yesterday'], /not in the calendar/],
  [['render', '--date', '2026-05-15'], /still to come.*Today is 2026-05-14 in Asia\/Shanghai/],
  [['prepare', '--timezone', 'Mars/Olympus'], /IANA name/],
  [
    ['prepare', '--date', '2011-12-30', '--timezone', 'Pacific/Apia'],
    /date 2011-12-30 does not exist in Pacific\/Apia/,
  ],
  [['prepare', '--refresh', '--force'], /Use one of the two/],
  [['range'], /--from and --to, or --week/],
  [['range', '--week', '2026-W60'], /no ISO week/],
  [['range', '--from', '2024-01-01', '--to', '2026-01-01'], /366/],
  [['range', '--date', day], /unknown option '--date'/],
  [['remove', '--yes'], /Name the day to remove/],
  [['report', '--markdown', '--json'], /INVALID|one form/],
  [['next', '--phase', 'dinner'], /evidence or synthesis/],
  [['list', '--limit', 'many'], /--limit takes a whole number/],
  [['list', '--limit', '0'], /limit must be at least 1/],
  [['read', ledgerKey, 'S0001', 'all'], /For example: 12-40/],
  [['write-evidence', '/nowhere/chain.json'], /cannot be read/],
  [['prompt', 'extract_evidnce'], /Did you mean extract_evidence\?/],
  [['generate', '--with', 'magic'], /builtin, model, claude, codex/],
  [['prpare'], /Did you mean prepare\?/],
])('exit 2: %j is bad usage, reported on one line with the next step', async (args, message) => {
  const { code, stdout, stderr } = await tempDiary([]).run(args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(message)
  if (stderr.startsWith('Error: ')) expect(stderr.trimEnd().split('\n')).toHaveLength(1)
})

test('exit 2: an answer that is invalid', async () => {
  const { run } = tempDiary()
  await run(['prepare', '--date', day])
  expect(await run(['read', ledgerKey, 'S0009', '1', '--date', day])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Error: unknown session_ref 'S0009'.*; use a session_ref listed/),
  })
  expect(await run(['write-evidence', '-', '--date', day], { input: '{}' })).toMatchObject({ code: 2 })
  expect(await run(['prepare', '--date', day, '--timezone', 'UTC'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--force'),
  })
})

test('exit 3: the day is not prepared, or there is no report', async () => {
  const { run } = tempDiary()
  for (const args of [['status'], ['next'], ['render'], ['report'], ['verify'], ['open'], ['collect']]) {
    const { code, stderr } = await run([...args, '--date', day])
    expect(code, args.join()).toBe(3)
    expect(stderr).toBe(`Error: no prepared workspace for ${day}; run daybook diary prepare --date ${day}\n`)
  }
  expect((await run(['remove', '--date', day, '--yes'])).code).toBe(3)
  await run(['prepare', '--date', day])
  for (const args of [['report'], ['report', '--markdown'], ['verify']]) {
    expect(await run([...args, '--date', day])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('run daybook diary render first'),
    })
  }
})

test('exit 4 and 5: a token that may not publish, and a version that came from elsewhere', async () => {
  const app = await openApp({ location: join(tempHome(), 'team.db') })
  onTestFinished(() => app.close())
  const server = await serveHttp(app, { host: '127.0.0.1', port: 0, toolsets: ['diary'], version: '1' })
  onTestFinished(() => server.close())
  const { secret } = await member(app, 'anna', 'default', 'writer')
  const { secret: reader } = await member(app, 'rita', 'default', 'reader')
  const place = { DAYBOOK_PUBLISH_SERVER: server.url }

  const { run } = tempDiary()
  const publish = (token: string, ...more: string[]) =>
    run(['publish', '--date', day, ...more], { env: { ...place, DAYBOOK_PUBLISH_TOKEN: token } })
  await run(['generate', '--date', day, '--quiet'])
  expect(await run(['publish', '--date', day], { env: place })).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('DAYBOOK_PUBLISH_TOKEN'),
  })
  expect(await publish(reader)).toMatchObject({ code: 4, stdout: '' })
  expect(await publish(secret)).toMatchObject({
    code: 0,
    stdout: `${day}  version 1 of anna  ${server.url}\n`,
  })
  expect((await publish(secret)).stderr).toContain('published already')

  const other = tempDiary(['c1-basic'])
  await other.run(['generate', '--date', day, '--quiet'])
  const env = { ...place, DAYBOOK_PUBLISH_TOKEN: secret }
  const conflict = await other.run(['publish', '--date', day], { env })
  expect(conflict).toMatchObject({ code: 5, stdout: '' })
  expect(conflict.stderr).toMatch(/^Error: Another version of that day was published since\..*--after/)
  expect(await other.run(['publish', '--date', day, '--after', '1'], { env })).toMatchObject({ code: 0 })
  expect((await run(['remove', '--date', day, '--yes'])).stderr).toContain(
    `Still published: version 1 of anna on ${server.url}`,
  )
})

test('exit 6: the lock is not to be had, or a program is missing', async () => {
  const { run, workspace } = tempDiary()
  await run(['generate', '--date', day, '--quiet'])
  await withLock(join(workspace, '.locks', 'report'), 'named', 5000, async () => {
    expect(await run(['render', '--date', day], { env: { DAYBOOK_LOCK_TIMEOUT_MS: '50' } })).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('busy'),
    })
  })
  const env = { DAYBOOK_CLAUDE_BIN: '/nowhere/claude' }
  expect((await run(['generate', '--date', day, '--with', 'claude', '--yes', '--quiet'], { env })).code).toBe(6)
})

test('exit 7: verification finds a changed transcript', async () => {
  const { run, workspace } = tempDiary(['c1-basic'])
  await run(['generate', '--date', day, '--quiet'])
  const copy = join(workspace, 'projects', ledgerKey, 'sessions', 'claude-code', 'c1-basic.jsonl')
  appendFileSync(copy, '{}\n')
  const { code, stdout, stderr } = await run(['verify', '--date', day])
  expect(code).toBe(7)
  expect(stdout).toMatch(new RegExp(`^changed +${ledgerKey} +S0001 +whole copy`, 'm'))
  expect(stderr).toContain('prepare --refresh')
})

test('exit 8: turns are in no work item', async () => {
  const { run } = tempDiary()
  await run(['prepare', '--date', day])
  const { code, stdout, stderr } = await run(['render', '--date', day])
  expect({ code, stdout }).toEqual({ code: 8, stdout: '' })
  expect(stderr).toMatch(/^Error: 3 turns of .* are in no work item: S0001\/T0001.*add --allow-gaps/)
  expect((await run(['render', '--date', day, '--allow-gaps'])).code).toBe(0)
  expect((await run(['generate', '--date', day, '--fallback', 'gap', '--quiet'])).code).toBe(0)
})

test('exit 130: Ctrl-C ends a preparation at once, leaving nothing locked', async () => {
  const { run, home, env, workspace, stagings } = tempDiary()
  await run(['prepare', '--date', day])
  const variables = { ...env, DAYBOOK_LOCK_TIMEOUT_MS: '60000' }
  await withLock(join(workspace, '.locks', 'workspace'), 'exclusive', 5000, async () => {
    Object.assign(process.env, variables)
    const preparing = running(['diary', 'prepare', '--date', day, '--refresh'], home)
    for (const name of Object.keys(variables)) delete process.env[name]
    await expect.poll(() => stagings().length).toBeGreaterThan(0)
    expect(await preparing.stop('SIGINT')).toMatchObject({ code: 130, signal: null })
    expect(preparing.seen.stderr).toContain('Interrupted.')
  })
  expect(await run(['prepare', '--date', day, '--refresh'])).toMatchObject({ code: 0 })
})
