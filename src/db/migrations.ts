import { Fault } from '../kernel/fault.ts'
import type { Db, Tx } from './db.ts'
import { foundation } from './migrations/001-foundation.ts'
import { secondToTenth } from './migrations/002-to-010.ts'
import type { Migration } from './migrations/migration.ts'

/** In the order they are applied. */
export const migrations: readonly Migration[] = [foundation, ...secondToTenth]

export const schemaVersion = migrations.length

/** Brings the schema to this program's version, in one transaction; a newer schema is left alone. */
export async function migrate(db: Db): Promise<void> {
  const found = await db.read(readVersion)
  if (found === schemaVersion) return
  await db.write(async tx => {
    // Two processes may start on a new database at once; the second waits here and finds the work done.
    if (tx.engine === 'postgres') await tx.raw('select pg_advisory_xact_lock(4470001)')
    const version = await readVersion(tx)
    if (version > schemaVersion) throw newer(version)
    for (const migration of migrations.filter(each => each.version > version)) {
      for (const text of migration.up(tx.engine)) await tx.raw(text)
    }
    if (version === 0) await tx.raw(`insert into daybook_schema (version) values (${schemaVersion})`)
    else await tx.raw(`update daybook_schema set version = ${schemaVersion}`)
  })
}

export async function readVersion(tx: Tx): Promise<number> {
  // PostgreSQL's to_regclass() may answer from before the wait for the lock; its catalog does not.
  const table =
    tx.engine === 'sqlite'
      ? await tx.raw(`select 1 from sqlite_master where name = 'daybook_schema'`)
      : await tx.raw(
          `select 1 from pg_tables where tablename = 'daybook_schema' and schemaname = any (current_schemas(false))`,
        )
  if (table.length === 0) return 0
  const [row] = await tx.raw<{ version: number }>('select version from daybook_schema')
  return row?.version ?? 0
}

function newer(version: number): Fault {
  return new Fault(
    'INTERNAL',
    `The database has schema ${version}; this program knows ${schemaVersion}. Nothing was changed.`,
    {
      details: { ref: 'newer-schema', schema: version, program: schemaVersion },
      hint: 'Report the reference only if updating Daybook does not help: npm install -g daybook@latest',
    },
  )
}
