import { DatabaseSync, type StatementSyncInstance } from '@photostructure/sqlite'
import type { Db, Tx } from '../../../src/db/db.ts'
import { migrate } from '../../../src/db/migrations.ts'
import { compile } from '../../../src/db/statement.ts'

export interface BranchingDb extends Db {
  /** Runs the work and takes back whatever it wrote. */
  branch<T>(work: () => Promise<T>): Promise<T>
}

/**
 * SQLite in memory whose transactions are savepoints, so that a whole run can be a branch that is cut off again: the
 * many interleavings that share a beginning share its execution. One caller at a time.
 */
export async function openBranching(): Promise<BranchingDb> {
  const database = new DatabaseSync(':memory:')
  database.exec('pragma foreign_keys=on')
  const prepared = new Map<string, StatementSyncInstance>()
  const prepare = (text: string) => {
    const known = prepared.get(text) ?? database.prepare(text)
    prepared.set(text, known)
    return known
  }
  const bound = (values: readonly unknown[]) => values as Array<string | number | null>
  const tx: Tx = {
    engine: 'sqlite',
    async all(statement, args) {
      const { text, bind } = compile('sqlite', statement)
      return prepare(text).all(...bound(bind(args))) as never
    },
    async first(statement, args) {
      const { text, bind } = compile('sqlite', statement)
      return prepare(text).get(...bound(bind(args))) as never
    },
    async run(statement, args) {
      const { text, bind } = compile('sqlite', statement)
      return Number(prepare(text).run(...bound(bind(args))).changes)
    },
    async send(statement, args) {
      const { text, bind } = compile('sqlite', statement)
      prepare(text).run(...bound(bind(args)))
    },
    async raw(text, args = []) {
      return prepare(text).all(...bound(args)) as never
    },
    announce() {},
  }
  const write = async <T>(work: (tx: Tx) => Promise<T>) => {
    database.exec('savepoint call')
    try {
      const result = await work({ ...tx })
      database.exec('release call')
      return result
    } catch (error) {
      database.exec('rollback to call; release call')
      throw error
    }
  }
  const db: BranchingDb = {
    engine: 'sqlite',
    first: tx.first,
    read: work => work({ ...tx }),
    write,
    note: write,
    snapshot: write,
    compact: async () => {},
    watch: () => () => {},
    close: async () => database.close(),
    async branch(work) {
      database.exec('savepoint branch')
      try {
        return await work()
      } finally {
        database.exec('rollback to branch; release branch')
      }
    },
  }
  await migrate(db)
  return db
}
