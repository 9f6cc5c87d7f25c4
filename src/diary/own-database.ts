import { chmodSync, closeSync, existsSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite'
import { switchJournal } from '../db/sqlite-connection.ts'
import { busy, primaryCode, translate } from '../db/sqlite-faults.ts'
import { LockBusy } from '../files/lock.ts'
import { isDiskFull } from '../kernel/disk-full.ts'

interface DatabaseShape {
  /** Raised by every change of the tables. */
  version: number
  tables: string
  pragmas: string
  /** What is thrown for a database of another version. */
  otherVersion(): Error
}

/** How long opening, and then each write, waits for other processes. */
const maxWaitMs = 30_000

/** Opens a database file that only its owner may read; an empty one gets its tables. */
export function openDatabase(file: string, shape: DatabaseShape): DatabaseSyncInstance {
  createPrivate(file)
  const database = new DatabaseSync(file, { timeout: maxWaitMs })
  try {
    database.exec(shape.pragmas)
    switchJournal(database, 'wal', Date.now() + maxWaitMs)
    database.exec('pragma synchronous=normal')
    if (versionOf(database) !== shape.version) createTables(database, shape)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** A database that holds nothing that cannot be made again; `probes` are asked to see whether its tables are there. */
type DisposableShape = Omit<DatabaseShape, 'otherVersion'> & { probes: readonly string[] }

/** Opens such a database. A damaged or foreign file is replaced by an empty one. */
export function openDisposable(file: string, shape: DisposableShape): DatabaseSyncInstance {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  try {
    return openProbed(file, shape)
  } catch (error) {
    if (!isUseless(error)) throw translate(error, file)
    removeDatabase(file)
    return openProbed(file, shape)
  }
}

function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${suffix}`, { force: true })
}

/** Whether a database turned out to be damaged while it was used: opening it looks at its first pages only. */
export function isDamage(error: unknown): boolean {
  // While rows are read, the driver gives SQLite's message without its code.
  return damaged.includes(primaryCode(error)) || (error instanceof Error && saysDamage(error))
}

const damaged = [11, 26]

function saysDamage({ message }: Error): boolean {
  return message.startsWith('database disk image is malformed') || message.startsWith('file is not a database')
}

/** Removes a database that can be made again, if it is damaged, and answers whether it was; nobody here has it open. */
export function removeIfDamaged(file: string): boolean {
  if (!existsSync(file) || isSound(file)) return false
  removeDatabase(file)
  return true
}

function isSound(file: string): boolean {
  const database = new DatabaseSync(file)
  try {
    return Object.values(Object(database.prepare('pragma quick_check(1)').get()))[0] === 'ok'
  } catch (error) {
    return !isDamage(error)
  } finally {
    database.close()
  }
}

/** Damaged, not a database, or tables of another version; anything else may pass. */
function isUseless(error: unknown): boolean {
  return !isDiskFull(error) && [-1, 1, 11, 26].includes(primaryCode(error))
}

function openProbed(file: string, { probes, ...shape }: DisposableShape): DatabaseSyncInstance {
  const otherVersion = () => new Error('The database was made by another version.')
  const database = openDatabase(file, { ...shape, otherVersion })
  try {
    for (const probe of probes) database.prepare(probe).all()
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** SQLite gives its log the mode of the database file. */
function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (isDiskFull(error)) throw error
    chmodSync(file, 0o600)
  }
}

function createTables(database: DatabaseSyncInstance, { version, tables, otherVersion }: DatabaseShape): void {
  database.exec('begin immediate')
  try {
    const found = versionOf(database)
    if (found === 0) database.exec(`${tables}; pragma user_version=${version}`)
    else if (found !== version) throw otherVersion()
    database.exec('commit')
  } finally {
    if (database.isTransaction) database.exec('rollback')
  }
}

function versionOf(database: DatabaseSyncInstance): number {
  return Number(Object(database.prepare('pragma user_version').get()).user_version)
}

/** What a column holds. */
export type Cell = string | number | null | Uint8Array

interface Statement<Row> {
  get(...values: Cell[]): Row | undefined
  all(...values: Cell[]): Row[]
  run(...values: Cell[]): { lastInsertRowid: number | bigint }
}

/** A database of the diary's own: statements prepared once, writes in one transaction. */
export class OwnDatabase {
  readonly #database: DatabaseSyncInstance
  readonly #statements = new Map<string, StatementSyncInstance>()
  readonly #keep: (database: OwnDatabase) => boolean

  /** `keep` answers whether it stays open when nobody needs it for now. */
  constructor(database: DatabaseSyncInstance, keep: (database: OwnDatabase) => boolean = () => false) {
    this.#database = database
    this.#keep = keep
  }

  close(): void {
    if (!this.#keep(this)) this.end()
  }

  /** Closes it even when it would be kept. */
  end(): void {
    this.#statements.clear()
    this.#database.close()
  }

  exec(text: string): void {
    this.#database.exec(text)
  }

  /** A statement whose rows look so: the caller names the columns as the fields. */
  sql<Row extends object>(text: string): Statement<Row> {
    const known = this.#statements.get(text)
    const statement = known ?? this.#database.prepare(text)
    if (!known) this.#statements.set(text, statement)
    return statement as unknown as Statement<Row>
  }

  /** The row of a statement that always gives one, such as a count. */
  one<Row extends object>(text: string, ...values: Cell[]): Row {
    const row = this.sql<Row>(text).get(...values)
    if (!row) throw new Error('The statement gave no row.')
    return row
  }

  /**
   * Many rows at once, of a statement that gives them as one JSON text called `rows`: that is quicker than thousands of
   * objects from the driver.
   */
  rows<Row>(text: string, ...values: number[]): Row[] {
    return JSON.parse(this.one<{ rows: string }>(text, ...values).rows)
  }

  /** Pairs of texts, of a statement that gives each half of all pairs as one JSON text, called `keys` and `values`. */
  pairs(text: string, ...values: number[]): Map<string, string> {
    const found = this.one<{ keys: string; values: string }>(text, ...values)
    const keys: string[] = JSON.parse(found.keys)
    const others: string[] = JSON.parse(found.values)
    const pairs = new Map<string, string>()
    for (let i = 0; i < keys.length; i++) pairs.set(keys[i] ?? '', others[i] ?? '')
    return pairs
  }

  /** Leaves no byte of what was deleted in the file or its log; throws while another process reads. */
  compact(): void {
    try {
      this.#database.exec('vacuum')
    } catch (error) {
      throw primaryCode(error) === busy ? new LockBusy('Another process uses the database.', { cause: error }) : error
    }
    const checkpoint = Object(this.#database.prepare('pragma wal_checkpoint(truncate)').get())
    if (Number(checkpoint.busy) !== 0) throw new LockBusy('Another process reads the database.')
  }

  write<T>(work: () => T): T {
    this.#database.exec('begin immediate')
    try {
      const result = work()
      this.#database.exec('commit')
      return result
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback')
      throw error
    }
  }
}

/** How long a database stays open that nobody asks. */
const lingerMs = 10_000

/**
 * Databases that stay open from one question to the next: to open one and to read its first pages again takes longer than
 * most questions do, and the driver holds a closed one until its statements are collected. For reading only: they are
 * closed before something is written.
 */
export class KeptDatabases {
  readonly #kept = new Map<string, { database: OwnDatabase; look: string }>()
  #end: NodeJS.Timeout | undefined

  /** The database of a file, for one user at a time; one that was replaced or written into meanwhile is opened anew. */
  take(file: string, open: (file: string) => DatabaseSyncInstance): OwnDatabase {
    const known = this.#kept.get(file)
    this.#kept.delete(file)
    if (known && known.look === lookOf(file)) return known.database
    known?.database.end()
    return new OwnDatabase(open(file), database => this.#keep(file, database))
  }

  close(): void {
    clearTimeout(this.#end)
    const kept = [...this.#kept.values()]
    this.#kept.clear()
    for (const { database } of kept) database.end()
  }

  #keep(file: string, database: OwnDatabase): boolean {
    if (this.#kept.has(file)) return false
    this.#kept.set(file, { database, look: lookOf(file) })
    clearTimeout(this.#end)
    this.#end = setTimeout(() => this.close(), lingerMs).unref()
    return true
  }
}

function lookOf(file: string): string {
  const look = statSync(file, { bigint: true, throwIfNoEntry: false })
  return look ? `${look.ino} ${look.size} ${look.mtimeNs}` : ''
}
