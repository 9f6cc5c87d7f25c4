import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { agentHome, fixture, settledFile } from '../diary/home.ts'
import { runDaybook, runPreloaded } from '../support/binary.ts'

export const day = '2026-05-12'
export const ledgerKey = 'ledger-d7579830878a'

/** A machine whose agents worked on one day, and the built program on it two days later. */
export function tempDiary(fixtures: readonly string[] = ['c1-basic', 'c5-parallel']) {
  const machine = agentHome()
  for (const name of fixtures) settledFile(machine.claude(name), fixture(name))
  const env = { ...machine.env, DAYBOOK_TIMEZONE: 'Asia/Shanghai', DAYBOOK_NOW: '2026-05-14T08:00:00Z' }
  const root = join(machine.home, 'diary')
  const workspace = join(root, 'work', day)
  return {
    home: machine.home,
    machine,
    env,
    root,
    workspace,
    /** `daybook diary …` to its end. */
    run: (args: string[], more: { env?: Record<string, string>; input?: string } = {}) =>
      runPreloaded(['diary', ...args], { home: machine.home, ...more, env: { ...env, ...more.env } }),
    /** The same in a process that is started for it. */
    runAlone: (args: string[]) => runDaybook(['diary', ...args], { home: machine.home, env }),
    json: (name: string) => JSON.parse(readFileSync(join(workspace, name), 'utf8')),
    stagings: () => (existsSync(workspace) ? readdirSync(workspace).filter(name => name.startsWith('.staging-')) : []),
  }
}
