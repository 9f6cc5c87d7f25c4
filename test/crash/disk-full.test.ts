import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { running } from '../cli/running.ts'
import { agentHome, fixture, settledFile } from '../diary/home.ts'
import { runDaybook } from '../support/binary.ts'
import { canMount, mountSmallDisk } from '../support/small-disk.ts'
import { tempHome } from '../support/tempdir.ts'

const day = '2026-05-12'

/** A home on a small disk, with a record, a day of the diary with its report, and the sample room. */
async function homeOnSmallDisk(db?: string) {
  const disk = mountSmallDisk(24 << 20)
  const home = join(disk.folder, 'home')
  const machine = agentHome()
  settledFile(machine.claude('c1-basic'), fixture('c1-basic'))
  const script = join(tempHome(), 'script.json')
  writeFileSync(script, JSON.stringify({ chief: ['{{sleep:1500}}NO_TOOLS_NEEDED', 'ABSTAIN'] }))
  const env = {
    ...machine.env,
    DAYBOOK_TIMEZONE: 'Asia/Shanghai',
    DAYBOOK_NOW: '2026-05-14T08:00:00Z',
    DAYBOOK_TEST_PROVIDERS: '1',
    DAYBOOK_TEST_SCRIPT: script,
    ...(db !== undefined && { DAYBOOK_DB: db }),
  }
  const run = (...args: string[]) => runDaybook(args, { home, env })
  const make = async (...args: string[]) => expect(await run(...args)).toMatchObject({ code: 0 })
  await make('call', 'create_record', JSON.stringify(record))
  await make('diary', 'generate', '--date', day)
  await make('room', 'init', '--sample')
  await make('room', 'agents', 'set', 'chief', '--provider', 'scripted')
  return { ...disk, home, env, run, workspace: join(home, 'diary', 'work', day) }
}

const record = { type: 'note', title: 'T', summary: 'S', body: 'B'.repeat(20_000) }
const inRoom = ['--project', 'the-low-bell']

// Without root there is no small disk; what such a machine can do is in disk.test.ts.
describe.each(canMount() ? ['a full disk'] : [])('%s', () => {
  it('has one word and one exit code for records, diary and room, for reading too (soak M5–M7)', async () => {
    const { fill, free, run } = await homeOnSmallDisk()
    fill()
    const told = { code: 1, stderr: expect.stringMatching(/The disk is full; nothing was written\.[\s\S]*disk-full/) }
    for (const command of [
      ['call', 'create_record', JSON.stringify(record)],
      ['records', 'tree'],
      ['diary', 'status', '--date', day],
      ['room', 'receipts', ...inRoom],
      ['context', 'show'],
    ]) {
      expect({ command, ...(await run(...command)) }).toEqual({ command, stdout: '', ...told })
    }
    free()
    expect(await run('records', 'check')).toMatchObject({ code: 0 })
  })

  it('has them outside of the database too, and nothing stays half done (soak M5–M7)', async () => {
    const { fill, free, run, home, workspace } = await homeOnSmallDisk(join(tempHome(), 'daybook.db'))
    const reportBefore = readFileSync(join(workspace, 'report.html'))
    const receipts = async () => JSON.parse((await run('room', 'receipts', '--json', ...inRoom)).stdout)
    const before = await receipts()
    fill()
    for (const command of [
      ['room', 'tool', 'outline_analyzer', ...inRoom],
      ['room', 'issues', 'open', 'Title', ...inRoom],
      ['diary', 'generate', '--date', day, '--fresh', 'all'],
      ['diary', 'prepare', '--date', day, '--force'],
    ]) {
      const ran = await run(...command)
      expect({ command, ...ran }).toMatchObject({ command, code: 1 })
      expect(ran.stderr).toMatch(/The disk is full/)
      expect(ran.stderr).not.toMatch(/unexpected/)
    }
    expect(readFileSync(join(workspace, 'report.html'))).toEqual(reportBefore)
    expect(leftovers(join(home, 'diary', 'cache', 'offsets'))).toEqual([])
    free()
    expect(await receipts()).toEqual(before)
    expect(await run('room', 'verify', ...inRoom)).toMatchObject({ code: 0 })
    expect(await run('diary', 'generate', '--date', day, '--fresh', 'all')).toMatchObject({ code: 0 })
    expect(leftovers(workspace)).toEqual([])
  })

  it('ends the wait for a round that it stops (soak M3)', async () => {
    const { fill, free, run, home, env } = await homeOnSmallDisk()
    const round = running(['room', 'conference', 'What colour?', '--with', 'chief', ...inRoom], home, env)
    await expect.poll(() => round.seen.stdout).toMatch(/Phase 1/)
    fill()
    const { code, stderr } = await round.ended
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/The disk is full; the round was left/) })
    free()
    expect(await run('room', 'verify', ...inRoom)).toMatchObject({ code: 0 })
  })
})

function leftovers(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.tmp')) : []
}
