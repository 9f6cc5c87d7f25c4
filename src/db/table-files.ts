import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Fault } from '../kernel/fault.ts'
import type { Db, Tx } from './db.ts'
import { migrations, readVersion } from './migrations.ts'

// PostgreSQL has no file to copy, and pg_dump may not be installed, so each table becomes a JSON Lines file. The first
// line has the column names, every other line is a row; values are in PostgreSQL's text form, which loses nothing.

/** Writes every table to its own file, all from one snapshot; returns the schema version. */
export async function writeTableFiles(db: Db, folder: string, onProgress: (rows: number) => void): Promise<number> {
  return db.read(async tx => {
    const version = await readVersion(tx)
    for (const table of tablesOf(version)) await writeTable(tx, table, join(folder, `${table}.jsonl`), onProgress)
    return version
  })
}

/** Creates the tables of a version in an empty database and fills them, all or nothing. */
export async function loadTableFiles(
  db: Db,
  version: number,
  folder: string,
  onProgress: (rows: number) => void,
): Promise<void> {
  await db.write(async tx => {
    await tx.raw('select pg_advisory_xact_lock(4470001)')
    await rejectUsedDatabase(tx)
    for (const migration of migrations.filter(each => each.version <= version)) {
      for (const text of migration.up('postgres')) await tx.raw(text)
    }
    const tables = tablesOf(version)
    // Rows reference rows that come later, so the foreign keys are dropped and added again, and checked, at the end.
    const references = await dropReferences(tx, tables)
    for (const table of tables.toReversed()) await tx.raw(`delete from ${table}`)
    for (const table of tables) await loadTable(tx, table, join(folder, `${table}.jsonl`), onProgress)
    for (const { table, name, definition } of references) {
      await tx.raw(`alter table ${table} add constraint "${name}" ${definition}`)
    }
  })
}

export async function rejectUsedDatabase(tx: Tx): Promise<void> {
  if ((await readVersion(tx)) === 0) return
  throw new Fault('REFUSED', 'The database holds a Daybook already. Nothing was restored.', {
    hint: 'Make an empty one and name it with --db.',
  })
}

/** The tables that the migrations up to a version create, in that order. */
export function tablesOf(version: number): string[] {
  return migrations
    .filter(each => each.version <= version)
    .flatMap(migration => migration.up('postgres'))
    .flatMap(text => /^create table (\w+)/.exec(text)?.[1] ?? [])
}

const rowsPerStep = 200
const charactersPerInsert = 4_000_000

type Row = (string | null)[]

async function writeTable(tx: Tx, table: string, path: string, onProgress: (rows: number) => void): Promise<void> {
  const columns = (await columnsOf(tx, table)).map(({ name }) => name)
  const file = await open(path, 'wx', 0o600)
  try {
    await file.write(`${JSON.stringify(columns)}\n`)
    const values = columns.map(name => `"${name}"::text`).join(', ')
    await tx.raw(`declare rows_of_${table} no scroll cursor for select array[${values}] as row from ${table}`)
    for (;;) {
      const rows = await tx.raw<{ row: Row }>(`fetch ${rowsPerStep} from rows_of_${table}`)
      if (rows.length === 0) break
      await file.write(rows.map(({ row }) => `${JSON.stringify(row)}\n`).join(''))
      onProgress(rows.length)
    }
    await tx.raw(`close rows_of_${table}`)
  } finally {
    await file.close()
  }
}

interface Column {
  name: string
  type: string
  identity: boolean
}

async function columnsOf(tx: Tx, table: string): Promise<Column[]> {
  return tx.raw<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type, attidentity <> '' as identity
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
     order by attnum`,
    [table],
  )
}

async function loadTable(tx: Tx, table: string, path: string, onProgress: (rows: number) => void): Promise<void> {
  const known = await columnsOf(tx, table)
  let columns: Column[] | undefined
  let [rows, characters]: [Row[], number] = [[], 0]
  const insert = async () => {
    if (columns && rows.length > 0) await insertRows(tx, table, columns, rows)
    onProgress(rows.length)
    rows = []
    characters = 0
  }
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (!columns) {
      columns = namedColumns(JSON.parse(line), known)
      continue
    }
    rows.push(JSON.parse(line))
    characters += line.length
    if (rows.length === rowsPerStep || characters > charactersPerInsert) await insert()
  }
  await insert()
  for (const { name } of known.filter(({ identity }) => identity)) {
    const next = `(select coalesce(max("${name}"), 0) + 1 from ${table})`
    await tx.raw(`select setval(pg_get_serial_sequence($1, $2), ${next}, false)`, [table, name])
  }
}

function namedColumns(names: string[], known: readonly Column[]): Column[] {
  return names.map(name => {
    const column = known.find(each => each.name === name)
    if (!column) throw new Fault('UNPROCESSABLE', 'The backup holds a column that its version of the tables has not.')
    return column
  })
}

async function insertRows(tx: Tx, table: string, columns: readonly Column[], rows: readonly Row[]): Promise<void> {
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const values = columns.map(({ type }, at) => `c${at}::${type}`).join(', ')
  const given = columns.map((_, at) => `$${at + 1}::text[]`).join(', ')
  const places = columns.map((_, at) => `c${at}`).join(', ')
  await tx.raw(
    `insert into ${table} (${names}) overriding system value select ${values} from unnest(${given}) as given (${places})`,
    columns.map((_, at) => rows.map(row => row[at] ?? null)),
  )
}

interface Reference {
  table: string
  name: string
  definition: string
}

async function dropReferences(tx: Tx, tables: readonly string[]): Promise<Reference[]> {
  const references = await tx.raw<Reference>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conrelid = any ($1::regclass[])`,
    [tables],
  )
  for (const { table, name } of references) await tx.raw(`alter table ${table} drop constraint "${name}"`)
  return references
}
