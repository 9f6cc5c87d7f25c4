import pg from 'pg'
import { schemaVersion } from '../db/migrations.ts'
import { openDb } from '../db/open.ts'
import { checkContent } from './content.ts'
import { type Examination, type Finding, fail, ok, warn } from './finding.ts'
import { judgeSchema } from './schema.ts'

const oldest = 14

/** Never shows the URL: it may hold a password. */
export async function checkPostgres(exam: Examination): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: exam.settings.location,
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const server = (await client.query('show server_version')).rows[0]?.server_version ?? ''
    const table = await client.query(`select to_regclass('daybook_schema') is not null as there`)
    const schema = table.rows[0]?.there
      ? Number((await client.query('select version from daybook_schema')).rows[0]?.version)
      : 0
    const findings = [judgeServer(String(server)), judgeSchema(schema)]
    return schema === schemaVersion ? [...findings, ...(await inside(exam))] : findings
  } catch (error) {
    return [unreachable(error)]
  } finally {
    await client.end().catch(() => {})
  }
}

async function inside(exam: Examination): Promise<Finding[]> {
  const db = await openDb({ location: exam.settings.location })
  try {
    return await checkContent(exam, db)
  } finally {
    await db.close()
  }
}

function judgeServer(version: string): Finding {
  const found = `PostgreSQL ${version}`
  if (Number.parseInt(version, 10) >= oldest) return ok('database', found)
  return warn('database', found, `Daybook is made for PostgreSQL ${oldest} or later: update the server.`)
}

function unreachable(error: unknown): Finding {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
  const todo =
    'Check the address in --db, DAYBOOK_DB or the config file, that the server runs, and the user and password.'
  return fail('database', `PostgreSQL cannot be reached (${code})`, todo)
}
