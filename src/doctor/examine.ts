import { isPostgres } from '../db/db.ts'
import { type Examination, type Finding, fail } from './finding.ts'
import { checkClients, checkDisk, checkHome, checkNode, checkPort, checkWebClient } from './machine.ts'

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
  if (isPostgres(exam.settings.location)) return (await import('./database.ts')).checkPostgres(exam)
  return (await import('./database.ts')).checkSqlite(exam)
}
