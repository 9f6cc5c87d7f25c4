import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runDaybook, runPreloaded } from '../support/binary.ts'
import { running } from './running.ts'
import { tempRoom } from './temp-room.ts'

const prompt = 'Check scene 4 against canon. Does anything contradict?'

/** A room whose agents answer from a script; `alone` runs the built program in a process of its own. */
async function scriptedRoom(script: { [agent: string]: string[] }) {
  const own = tempRoom()
  const env = { DAYBOOK_HOME: own.home, DAYBOOK_TEST_PROVIDERS: '1', DAYBOOK_TEST_SCRIPT: own.file('script.json') }
  writeFileSync(env.DAYBOOK_TEST_SCRIPT, JSON.stringify(script))
  await own.run(['init', '--sample'])
  for (const agent of Object.keys(script)) await own.run(['agents', 'set', agent, '--provider', 'scripted'], { env })
  return {
    ...own,
    env,
    alone: (args: string[]) => runDaybook(['room', ...args], { home: own.home, env }),
    start: (args: string[]) => running(['room', ...args], own.home, env),
  }
}

const unproven = 'Her eyes were violet all along.'

test('ask ends with 0 accepted, 3 rejected, 1 failed and 4 interrupted', async () => {
  const { alone, run, start, env, home } = await scriptedRoom({
    writer: [unproven, unproven, unproven],
    editor: ['{{fail:provider_auth}}'],
    critic: ['{{hang}}'],
  })
  expect(await alone(['ask', 'chief', prompt])).toMatchObject({ code: 0 })
  const rejected = await run(['ask', 'writer', prompt], { env })
  expect(rejected).toMatchObject({ code: 3, stderr: expect.stringContaining('writer: rejected') })
  expect(rejected.stdout).not.toContain('violet')
  expect((await run(['ask', 'editor', prompt], { env })).code).toBe(1)

  const hanging = start(['ask', 'critic', prompt, '--json'])
  const queue = async () =>
    JSON.parse((await runPreloaded(['call', 'room_queue', '--project', 'the-low-bell'], { home, env })).stdout)
  await expect.poll(async () => (await queue()).holder?.agentId).toBe('critic')
  const { code, stdout } = await hanging.stop('SIGINT')
  expect(code).toBe(4)
  expect(JSON.parse(stdout)).toMatchObject({ state: 'cancelled', content: '' })
})

test('conference ends with 3 when every answer was rejected, and with 4 when it was interrupted', async () => {
  const call = '{"tool":"outline_analyzer","nonce":"{{nonce}}","args":{}}'
  const { alone } = await scriptedRoom({
    chief: [call, unproven, unproven, unproven],
    writer: [unproven, unproven, unproven],
  })
  const rejected = await alone(['conference', prompt, '--with', 'writer', '--json'])
  expect(JSON.parse(rejected.stdout).turns.map(({ state }: { state: string }) => state)).toEqual([
    'rejected',
    'rejected',
  ])
  expect(rejected.code).toBe(3)
  expect(rejected.stdout).not.toContain('violet')

  const { start, run } = await scriptedRoom({ chief: ['{{hang}}'] })
  const hanging = start(['conference', prompt])
  await expect.poll(() => hanging.seen.stdout).toContain('Phase 1')
  const { code, stdout } = await hanging.stop('SIGINT')
  expect({ code, ended: stdout.includes('Round 1 cancelled') }).toEqual({ code: 4, ended: true })
  expect((await run(['conferences'])).stdout).toMatch(/ open +1 round /)
  expect((await run(['verify'])).code).toBe(0)
})

test('runs end with 1 when a step fails and with 4 when they are interrupted, and go on', async () => {
  const { start, run, env, file } = await scriptedRoom({ editor: ['{{hang}}'], critic: ['{{hang}}'] })
  const failed = await run(['runs', 'start', 'analytical_prose', '--arg', 'scene_path=Story/Scenes/none.md'], { env })
  expect(failed.code).toBe(1)
  const hanging = start(['runs', 'start', 'analytical_prose', '--arg', 'scene_path=Story/Scenes/SCN-01-the-keeper.md'])
  await expect.poll(() => hanging.seen.stderr).toContain('… prose done')
  const { code, stdout } = await hanging.stop('SIGINT')
  expect(code).toBe(4)
  const id = /run_[0-9a-f]+/.exec(stdout)?.[0] ?? ''
  for (const agent of ['editor', 'critic']) await run(['agents', 'set', agent, '--builtin'], { env })
  rmSync(file('script.json'))
  const resumed = await run(['runs', 'resume', id])
  expect(resumed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^status +done$/m) })
})

test('verify ends with 0 sound, 1 tampered by name, 2 unverifiable, 2 unreadable', async () => {
  const { alone, run, sample } = await scriptedRoom({})
  const { session_id } = JSON.parse((await run(['tool', 'outline_analyzer', '--json'])).stdout)
  const audit = join(sample, '.control-room/audit')
  expect(await alone(['verify'])).toEqual({ code: 0, stdout: 'ok  1 receipt in 1 session\n', stderr: '' })

  const name = `sessions/${session_id}/tool_receipts.jsonl`
  const sound = readFileSync(join(audit, name), 'utf8')
  writeFileSync(join(audit, name), sound.replace('"ok":true', '"ok":false'))
  const tampered = await run(['verify'])
  expect(tampered).toMatchObject({ code: 1, stdout: expect.stringContaining(name) })
  expect(JSON.parse((await run(['verify', '--json'])).stdout)).toMatchObject({ status: 'tampered' })
  expect((await run(['verify', '--session', session_id])).code).toBe(1)
  writeFileSync(join(audit, name), sound)

  renameSync(join(audit, 'secret.key'), join(sample, 'secret.key'))
  expect(await run(['verify'])).toMatchObject({ code: 2, stdout: expect.stringContaining('unverifiable') })
  renameSync(join(sample, 'secret.key'), join(audit, 'secret.key'))
  expect((await run(['verify', '--session', 'cli_none'])).code).toBe(2)
  renameSync(sample, `${sample}-gone`)
  expect(await run(['verify'])).toMatchObject({ code: 2, stdout: '' })
})

test('a restored backup counts as tampering until it is accepted', async () => {
  const { run, sample } = await scriptedRoom({})
  const { session_id } = JSON.parse((await run(['tool', 'outline_analyzer', '--json'])).stdout)
  const folder = join(sample, '.control-room/audit/sessions', session_id)
  const files = ['tool_receipts.jsonl', 'head.json'].map(name => join(folder, name))
  const backup = files.map(file => readFileSync(file))
  await run(['tool', 'outline_analyzer', '--session', session_id])
  for (const [at, file] of files.entries()) writeFileSync(file, backup[at] ?? '')
  const rolledBack = await run(['verify'])
  expect(rolledBack).toMatchObject({ code: 1, stdout: expect.stringContaining('rolled_back') })
  expect(rolledBack.stdout).toContain('--accept-rollback')
  const accepted = await run(['verify', '--accept-rollback'])
  expect(accepted).toMatchObject({ code: 0, stderr: expect.stringContaining('Accepted as it is now: 1 log.') })
  expect((await run(['verify'])).code).toBe(0)
})
