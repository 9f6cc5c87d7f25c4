import { schemaVersion } from '../db/migrations.ts'
import { type Finding, fail, ok } from './finding.ts'

/** The database's schema beside the one this program knows; 0 for a database without tables. */
export function judgeSchema(schema: number | 'foreign'): Finding {
  const known = `this program knows ${schemaVersion}`
  if (schema === 'foreign') {
    return fail('schema', 'it holds the tables of another program', 'Name another database with --db or DAYBOOK_DB.')
  }
  if (schema > schemaVersion) {
    const todo = 'Update Daybook (npm install -g daybook@latest); this version leaves the database alone.'
    return fail('schema', `version ${schema} is newer; ${known}`, todo)
  }
  if (schema === schemaVersion) return ok('schema', `version ${schema}`)
  if (schema === 0) return ok('schema', 'it is empty; the next start sets it up')
  return ok('schema', `version ${schema}; ${known}, and the next start brings it up to date`)
}
