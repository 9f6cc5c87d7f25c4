import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'

/** A database of the diary's own: statements prepared once, writes in one transaction. */
export class OwnDatabase {
  readonly #database: DatabaseSyncInstance
  readonly #statements = new Map<string, StatementSyncInstance>()

  constructor(database: DatabaseSyncInstance) {
    this.#database = database
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  exec(text: string): void {
    this.#database.exec(text)
  }

  sql(text: string): StatementSyncInstance {
    const known = this.#statements.get(text)
    if (known) return known
    const made = this.#database.prepare(text)
    this.#statements.set(text, made)
    return made
  }

  /**
   * Many rows at once, of a statement that gives them as one JSON text called `rows`: that is quicker than thousands of
   * objects from the driver. Whoever asks knows the columns.
   */
  rows<Row>(text: string, ...values: number[]): Row[] {
    return JSON.parse(String(Object(this.sql(text).get(...values)).rows))
  }

  /** Pairs of texts, of a statement that gives each half of all pairs as one JSON text, called `keys` and `values`. */
  pairs(text: string, ...values: number[]): Map<string, string> {
    const found = Object(this.sql(text).get(...values))
    const keys: string[] = JSON.parse(String(found.keys))
    const others: string[] = JSON.parse(String(found.values))
    const pairs = new Map<string, string>()
    for (let i = 0; i < keys.length; i++) pairs.set(keys[i] ?? '', others[i] ?? '')
    return pairs
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
