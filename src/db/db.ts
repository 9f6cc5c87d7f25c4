import type { Engine } from './dialect.ts'
import type { Statement } from './statement.ts'

/** One open transaction. */
export interface Tx {
  readonly engine: Engine
  all<A extends object, R>(statement: Statement<A, R>, args: A): Promise<R[]>
  first<A extends object, R>(statement: Statement<A, R>, args: A): Promise<R | undefined>
  /** Runs a writing statement and returns how many rows it changed. */
  run<A extends object, R>(statement: Statement<A, R>, args: A): Promise<number>
  /**
   * Like `run` where the result is not needed: it may resolve before the statement has run. If the statement fails, the
   * whole transaction fails, at its end at the latest.
   */
  send<A extends object, R>(statement: Statement<A, R>, args: A): Promise<void>
  /** SQL in the engine's own dialect, for what the builder cannot express: full text and schema. */
  raw<R = unknown>(text: string, args?: readonly unknown[]): Promise<R[]>
  /** Notifies watchers in other processes after the commit; on SQLite they see the change by themselves. */
  announce(): void
}

export interface Db {
  readonly engine: Engine
  /** The first row of one reading statement, without a transaction. */
  first<A extends object, R>(statement: Statement<A, R>, args: A): Promise<R | undefined>
  /** One snapshot; nothing can be written. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Writes that lock what they change first; all or nothing. Several may share a commit, so none may wait for another. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Like `write` for bookkeeping: it survives a crash of the process, but may be lost when the machine fails. */
  note<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Writes that must also see one snapshot throughout. The work may run again, so it must only touch the database. */
  snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Leaves no byte of what was deleted from a table, or written over; readers and writers wait meanwhile. */
  compact(table: 'published_reports'): Promise<void>
  /** Calls back after other connections may have committed; returns a function that stops it. */
  watch(changed: () => void): () => void
  close(): Promise<void>
}

/**
 * Marks work as started before its result is needed. A failure reaches the code that awaits it; when an earlier step
 * failed and this one is not awaited any more, the earlier failure is the one reported, and this one must not be unhandled.
 */
export function startEarly<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {})
  return work
}

/** Whether a database location is a PostgreSQL URL; everything else is the path of a SQLite file. */
export function isPostgres(location: string): boolean {
  return /^postgres(ql)?:\/\//.test(location)
}
