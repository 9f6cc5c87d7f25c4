import type { Engine } from './dialect.ts'
import type { Statement } from './statement.ts'

/** One open transaction. */
export interface Tx {
  readonly engine: Engine
  all<A extends object, R>(statement: Statement<A, R>, args: A): Promise<R[]>
  first<A extends object, R>(statement: Statement<A, R>, args: A): Promise<R | undefined>
  /** Runs a writing statement and answers how many rows it touched. */
  run<A extends object, R>(statement: Statement<A, R>, args: A): Promise<number>
  /**
   * The same where the outcome is of no use here: it may resolve before the statement has run. If that fails, the whole
   * transaction does, at its end at the latest.
   */
  send<A extends object, R>(statement: Statement<A, R>, args: A): Promise<void>
  /** Text of the engine's own, for what no builder speaks: full text and schema. */
  raw<R = unknown>(text: string, args?: readonly unknown[]): Promise<R[]>
  /** Has the watchers of other processes told once this is committed; SQLite's see the change by themselves. */
  announce(): void
}

export interface Db {
  readonly engine: Engine
  /** One reading statement by itself, which needs no transaction around it; its first row. */
  first<A extends object, R>(statement: Statement<A, R>, args: A): Promise<R | undefined>
  /** One snapshot; nothing can be written. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Writes that lock what they change first; whole or not at all. Several may share a commit, so none may wait for another. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same for bookkeeping: it outlives the process like any write, but the machine may lose it when it fails. */
  note<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Writes that must also see one snapshot throughout. The work may run again, so it must only touch the database. */
  snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Calls back after other connections may have committed; answers a function that stops it. */
  watch(changed: () => void): () => void
  close(): Promise<void>
}
