import type { Db, Tx } from '../../../src/db/db.ts'

export interface CuttingDb extends Db {
  /** Whether the work was done and only its commit was cut off. */
  finished: boolean
}

/** The same store, but the writing transaction breaks off before its nth statement, at the latest before its commit. */
export function cutting(db: Db, nth: number): CuttingDb {
  let statements = 0
  const count = () => {
    if (++statements === nth) throw new Error(`Cut before statement ${nth}`)
  }
  const cut = (tx: Tx): Tx => ({
    engine: tx.engine,
    async all(statement, args) {
      count()
      return tx.all(statement, args)
    },
    async first(statement, args) {
      count()
      return tx.first(statement, args)
    },
    async run(statement, args) {
      count()
      return tx.run(statement, args)
    },
    async send(statement, args) {
      count()
      return tx.send(statement, args)
    },
    async raw(text, args) {
      count()
      return tx.raw(text, args)
    },
    announce: () => tx.announce(),
  })
  const until = (work: (tx: Tx) => Promise<unknown>) => async (tx: Tx) => {
    await work(cut(tx))
    made.finished = true
    throw new Error('Cut before the commit')
  }
  const made: CuttingDb = {
    ...db,
    finished: false,
    write: work => db.write<never>(until(work)),
    snapshot: work => db.snapshot<never>(until(work)),
  }
  return made
}
