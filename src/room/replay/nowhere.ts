import type { Db, Tx } from '../../db/db.ts'
import type { TurnQueue } from '../turns/turn-queue.ts'

const tx: Tx = {
  engine: 'sqlite',
  all: async () => [],
  first: async () => undefined,
  run: async () => 1,
  send: async () => {},
  raw: async () => [],
  announce() {},
}

/** A store that takes everything and keeps nothing: what is replayed happened before and is written nowhere again. */
export const emptyDb: Db = {
  engine: 'sqlite',
  first: tx.first,
  read: work => work(tx),
  write: work => work(tx),
  note: work => work(tx),
  snapshot: work => work(tx),
  watch: () => () => {},
  close: async () => {},
}

/** Nobody else is there. */
export const openQueue: TurnQueue = {
  enter: async () => ({ waitedMs: 0, release: async () => {} }),
  view: async () => ({ holder: null, waiting: [] }),
}
