import type { Settings } from '../config.ts'
import { isPostgres } from '../db/location.ts'
import { checkClients } from './clients.ts'
import { checkDisk } from './disk.ts'
import { type Finding, fail } from './finding.ts'
import { checkHome } from './home.ts'
import { checkNode } from './node.ts'
import { checkPort } from './port.ts'
import { checkWebClient } from './web-client.ts'

export interface Examination {
  settings: Settings
  env: NodeJS.ProcessEnv
  folder: string
  version: string
  /** Leave out what reads the whole database. */
  quick: boolean
  webRoot: string | undefined
  /** How this program is called, for the advice on clients. */
  command: string[]
}

/** Looks at everything and changes nothing; a check that breaks down is a finding, not the end. */
export async function examine(exam: Examination): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [name, check] of checks) {
    try {
      findings.push(...(await check(exam)))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      findings.push(fail(name, `could not be checked: ${reason}`, 'Report this line.'))
    }
  }
  return findings
}

type Check = (exam: Examination) => Finding[] | Promise<Finding[]>

const checks: ReadonlyArray<readonly [name: string, check: Check]> = [
  ['node', checkNode],
  ['home', checkHome],
  ['disk', checkDisk],
  ['database', checkDatabase],
  ['diary', checkDiary],
  ['port', checkPort],
  ['web client', checkWebClient],
  ['clients', checkClients],
]

async function checkDiary(exam: Examination): Promise<Finding[]> {
  return (await import('./diary.ts')).checkDiary(exam)
}

/** Loaded late: a missing or broken driver is something to report. */
async function checkDatabase(exam: Examination): Promise<Finding[]> {
  if (isPostgres(exam.settings.location)) return (await import('./postgres.ts')).checkPostgres(exam)
  return (await import('./sqlite.ts')).checkSqlite(exam)
}
