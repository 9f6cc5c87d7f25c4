import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { agentHome, fixture, settledFile } from '../diary/home.ts'
import { runDaybook } from '../support/binary.ts'
import { mountSmallDisk } from '../support/small-disk.ts'
import { tempHome } from '../support/tempdir.ts'

export const day = '2026-05-12'

/** A home on a small disk, with a record, a day of the diary with its report, and the sample room. */
export async function homeOnSmallDisk(db?: string) {
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

export const record = { type: 'note', title: 'T', summary: 'S', body: 'B'.repeat(20_000) }
export const inRoom = ['--project', 'the-low-bell']
