import { DatabaseSync } from '@photostructure/sqlite'
import type { Db, Tx } from '../../src/db/db.ts'
import { compile, type Statement } from '../../src/db/statement.ts'

/** One statement as it was really executed. */
interface Step {
  text: string
  how: 'all' | 'get' | 'run'
  values: readonly unknown[]
  milliseconds: number
}

interface Transaction {
  begin: 'begin' | 'begin immediate'
  steps: Step[]
}

/** Every transaction that ran on a store, in order: what the code executes, so that no list of ours can drift from it. */
export type Recording = Transaction[]

/** The same store; everything that runs on it is also recorded. */
export function recordingDb(db: Db, recording: Recording): Db {
  const start = (begin: Transaction['begin'], tx: Tx): Tx => {
    const steps: Step[] = []
    recording.push({ begin, steps })
    return recordingTx(tx, steps)
  }
  return {
    ...db,
    read: work => db.read(tx => work(start('begin', tx))),
    write: work => db.write(tx => work(start('begin immediate', tx))),
    note: work => db.note(tx => work(start('begin immediate', tx))),
    snapshot: work => db.snapshot(tx => work(start('begin immediate', tx))),
  }
}

/** The bare driver, on a connection set up like the store's own; each text is prepared once, ahead of time. */
export function openRaw(file: string) {
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode=wal; pragma synchronous=full; pragma foreign_keys=on')
  const statements = new Map<string, ReturnType<typeof database.prepare>>()
  const prepared = (text: string) => {
    const statement = statements.get(text) ?? database.prepare(text)
    statements.set(text, statement)
    return statement
  }
  return {
    /** A function that executes the recorded statements, and nothing else. */
    replay(recording: Recording): () => void {
      const transactions = recording.map(({ begin, steps }) => ({
        begin,
        steps: steps.map(({ text, how, values }) => {
          const statement = prepared(text)
          // Bound before by the store's own driver: texts, numbers and nulls.
          const given = values as string[]
          return { all: statement.all, get: statement.get, run: statement.run }[how].bind(statement, ...given)
        }),
      }))
      return () => {
        for (const { begin, steps } of transactions) {
          database.exec(begin)
          for (const step of steps) step()
          database.exec('commit')
        }
      }
    },
    rowsWritten: () => Number(Object.values(database.prepare('select total_changes()').get() ?? {})[0]),
    /** Table → number of rows, to show that two stores have gone through the same. */
    rowCounts(): Record<string, number> {
      const tables = database.prepare(`select name from sqlite_master where type = 'table' order by name`).all()
      const counted = tables.map(({ name }) => [
        String(name),
        Number(database.prepare(`select count(*) as n from "${name}"`).get()?.n),
      ])
      return Object.fromEntries(counted)
    },
    close: () => database.close(),
  }
}

function recordingTx(tx: Tx, steps: Step[]): Tx {
  const note = async <T>(how: Step['how'], text: string, values: readonly unknown[], run: () => Promise<T>) => {
    const started = performance.now()
    const result = await run()
    steps.push({ text, how, values, milliseconds: performance.now() - started })
    return result
  }
  const noteBound = <A extends object, R, T>(
    how: Step['how'],
    statement: Statement<A, R>,
    args: A,
    run: () => Promise<T>,
  ) => {
    const { text, bind } = compile(tx.engine, statement)
    return note(how, text, bind(args), run)
  }
  return {
    engine: tx.engine,
    all: (statement, args) => noteBound('all', statement, args, () => tx.all(statement, args)),
    first: (statement, args) => noteBound('get', statement, args, () => tx.first(statement, args)),
    run: (statement, args) => noteBound('run', statement, args, () => tx.run(statement, args)),
    send: (statement, args) => noteBound('run', statement, args, () => tx.send(statement, args)),
    raw: (text, args = []) => note('all', text, args, () => tx.raw(text, args)),
    announce: () => tx.announce(),
  }
}
