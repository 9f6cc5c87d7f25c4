import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { running } from '../cli/running.ts'
import { canMount } from '../support/small-disk.ts'
import { tempHome } from '../support/tempdir.ts'
import { day, homeOnSmallDisk, inRoom, record } from './home-on-small-disk.ts'

// Without root there is no small disk; what such a machine can do is in disk.test.ts.
describe.each(canMount() ? ['a full disk'] : [])('%s', () => {
  it('a full disk has one word and one exit code for records, diary and room, for reading too', async () => {
    const { fill, free, run } = await homeOnSmallDisk()
    fill()
    const diskFull = {
      code: 1,
      stderr: expect.stringMatching(/The disk is full; nothing was written\.[\s\S]*disk-full/),
    }
    for (const command of [
      ['call', 'create_record', JSON.stringify(record)],
      ['records', 'tree'],
      ['diary', 'status', '--date', day],
      ['room', 'receipts', ...inRoom],
      ['context', 'show'],
    ]) {
      expect({ command, ...(await run(...command)) }).toEqual({ command, stdout: '', ...diskFull })
    }
    free()
    expect(await run('records', 'check')).toMatchObject({ code: 0 })
  })

  it('a full disk has them outside of the database too, and nothing stays half done', async () => {
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

  it('a full disk ends the wait for a round that it stops', async () => {
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
