import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempRoom } from './temp-room.ts'

const prompt = 'Check scene 4 against canon. Does anything contradict?'
const scene = 'Story/Scenes/SCN-04-the-causeway.md'

test('on a fresh machine without model and network a whole day works, verifies and replays', async () => {
  const { run, sample, file } = tempRoom()
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await run([...args, '--json'])
    expect(code, stderr).toBe(0)
    return JSON.parse(stdout)
  }
  expect((await run(['init', '--sample'])).code).toBe(0)
  expect((await run(['canon', 'status'])).stdout).toMatch(/^none {2}0 of 8 cards/)
  expect((await run(['canon', 'index'])).stdout).toBe(
    'indexed  8 cards: character, event, location, lore, technology\n',
  )
  expect((await run(['canon', 'status'])).stdout).toMatch(/^indexed {2}8 of 8 cards, /)

  // The demo round, as it is shown.
  const { code, stdout } = await run(['conference', prompt])
  expect(code).toBe(0)
  const shown = stdout.replace(/\b(rcpt|conf)_[0-9a-f]+/g, '$1_…')
  expect(shown).toMatch(
    /^Round 1\nPhase 1: the Chief gathers\n {2}canon_checker done, receipt rcpt_…\nPhase 2: all answer\nChief:\n/,
  )
  for (const quote of ['Ines pushed the hair out of her green eyes and walked faster.', 'Eyes: gray']) {
    expect(shown).toContain(`"${quote}"`)
  }
  expect(shown).toMatch(
    /\nchief +accepted\nplanner +abstained\nwriter +abstained\neditor +abstained\ncritic +abstained\ncontinuity +accepted\nconf_… {2}closed as issue 5, 1 receipt\n$/,
  )
  const conference = /^(conf_\w+) /m.exec(stdout)?.[1] ?? ''
  const again = await json('conference', 'And scene 5? Does anything contradict canon?', '--id', conference)
  expect(again).toMatchObject({ conferenceId: conference, number: 2, state: 'closed', issueId: 6 })
  expect((await json('conference', 'What is in scene 1?', '--with', 'editor')).turns).toHaveLength(2)
  expect((await run(['conferences'])).stdout).toMatch(new RegExp(`^${conference} +open +2 rounds`, 'm'))

  const runs = [
    ['analytical_prose', '--arg', `scene_path=${scene}`],
    ['analytical_scene_validate', '--arg', `scene_path=${scene}`],
    [
      'analytical_consistency',
      '--arg',
      `file_paths=${JSON.stringify([scene, 'Compendium/Characters/CHAR-ines-varga.md'])}`,
      '--description',
      'Compare the causeway with the card of Ines.',
    ],
  ]
  for (const args of runs) expect(await json('runs', 'start', ...args)).toMatchObject({ status: 'done' })
  const [latest] = (await json('runs', 'list', '--status', 'done')).runs
  expect((await run(['runs', 'show', latest.run_id])).stdout).toMatch(/^comment\n[\s\S]*\nstatus +done\n$/)
  expect((await run(['runs', 'list'])).stdout.trim().split('\n')).toHaveLength(3)
  expect((await run(['runs', 'recipes'])).stdout).toMatch(/^structural_outline +bundled /m)
  expect(await run(['runs', 'resume', latest.run_id])).toMatchObject({ code: 5 })
  expect(await run(['runs', 'cancel', latest.run_id])).toMatchObject({ code: 5 })
  expect((await run(['runs', 'show', 'run_none'])).code).toBe(3)
  expect(await run(['runs', 'start', 'no_recipe'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('recipes'),
  })
  expect((await run(['runs', 'start', 'analytical_prose', '--arg', 'scene_path'])).code).toBe(2)
  expect((await run(['runs', 'start', 'analytical_prose'])).code).not.toBe(0)

  expect(await json('ask', 'continuity', prompt)).toMatchObject({
    state: 'accepted',
    grounding: { status: 'verified' },
  })
  const report = await json('verify')
  expect(report.status).toBe('ok')
  expect((await json('verify', '--session', conference)).sessions).toMatchObject([
    { sessionId: conference, status: 'ok' },
  ])
  const replayed = await json('replay', conference)
  expect(replayed).toMatchObject({ reproduced: true, rounds: 2, mismatch: null })
  expect((await run(['replay', conference])).stdout).toMatch(/^reproduced {2}2 rounds, /)
  expect((await run(['replay', 'conf_0000000000000000'])).code).toBe(3)
  const rebuilt = await json('reindex')
  expect(rebuilt.receipts).toBe(report.sessions.reduce((sum: number, { count }: { count: number }) => sum + count, 0))

  // A session that went on after a receipt was changed by one byte.
  const name = `sessions/${conference}/tool_receipts.jsonl`
  const log = join(sample, '.control-room/audit', name)
  const sound = readFileSync(log)
  writeFileSync(log, sound.toString('utf8').replace('canon_checker', 'canon_chekker'))
  const tampered = await run(['verify'])
  expect(tampered.code).toBe(1)
  expect(tampered.stdout).toMatch(new RegExp(`^bad_(line|signature) +${conference} +line 1 +${name}$`, 'm'))
  expect(tampered.stdout).toMatch(/^tampered {2}/m)
  expect(await run(['receipts', conference])).toMatchObject({ code: 0, stderr: expect.stringContaining('tampered') })
  expect((await run(['receipts', conference, '--export', file('no.zip')])).code).toBe(5)
  writeFileSync(log, sound)
  expect((await run(['verify'])).code).toBe(0)
})
