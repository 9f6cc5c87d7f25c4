import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { formatInstant } from '../kernel/instants.ts'
import { type Db, startEarly, type Tx } from './db.ts'
import { isAbortedTransaction, isTransient, translate, uncertainCommit, unreachable } from './postgres-faults.ts'
import { compile, type Statement } from './statement.ts'

/** Other Daybook processes listen here for "something was committed". */
export const channel = 'daybook_activity'

export function openPostgres({ url, warn = () => {} }: { url: string; warn?: (message: string) => void }): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: 8,
    // Statements are sent without waiting for the answers to those before.
    pipeline: true,
    stream: createBatchingSocket,
    types: { getTypeParser },
    onConnect: async client => {
      await client.query("set timezone='UTC'; set lock_timeout='5s'")
    },
  })
  // Without a listener a lost connection would end the process. A call notices a lost connection at its next
  // statement; the pool replaces idle ones by itself.
  pool.on('connect', client => client.on('error', () => {}))
  pool.on('error', () => {
    // A pool that is closing opens no other.
    if (!pool.ending) warn('A connection to PostgreSQL was lost; the next call opens another.')
  })

  const notices = openNotices(pool)
  const ending = new Set<Promise<unknown>>()
  const write = <T>(begin: string, work: (tx: Tx) => Promise<T>) =>
    transact(pool, { begin, retryMs, notices, ending }, work)
  return {
    engine: 'postgres',
    first: (statement, args) =>
      transact(pool, { begin: null, retryMs: 0, notices, ending }, tx => tx.first(statement, args)),
    read: work =>
      transact(pool, { begin: 'begin isolation level repeatable read read only', retryMs: 0, notices, ending }, work),
    write: work => write('begin isolation level read committed', work),
    note: work => write('begin isolation level read committed; set local synchronous_commit = off', work),
    snapshot: work => write('begin isolation level repeatable read', work),
    async compact(table) {
      await transact(pool, { begin: null, retryMs: 0, notices, ending }, tx => tx.raw(`vacuum full ${table}`))
    },
    watch: changed => listen(url, changed, warn),
    async close() {
      await notices.sent()
      await Promise.allSettled(ending)
      await pool.end()
    },
  }
}

/** The same as the lock timeout: work that is retried after conflicts gets as much time as work that waits for locks. */
const retryMs = 5000
const maxPauseMs = 200

interface TransactOptions {
  /** Null for a statement by itself. */
  begin: string | null
  /** For how long work is retried after a conflict. */
  retryMs: number
  notices: Notices
  /** Commits of reads that are not answered yet; closing the pool waits for them. */
  ending: Set<Promise<unknown>>
}

async function transact<T>(
  pool: pg.Pool,
  { begin, retryMs, notices, ending }: TransactOptions,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + retryMs
  for (let attempt = 0; ; attempt++) {
    const client = await connect(pool)
    const { tx, state } = transaction(client, begin)
    let committing = false
    try {
      const result = await work(tx)
      // Statements that waited for `begin` are sent by then.
      await state.begun
      state.isOver = true
      committing = true
      const ended = begin === null ? undefined : startEarly(client.query('commit'))
      await Promise.all(state.sent)
      // The commit of a read decides nothing, so it is not awaited.
      if (retryMs > 0) await ended
      else if (ended) holdUntilAnswered(ending, ended)
      // After a failed statement PostgreSQL answers a commit with a rollback, even where that statement was not awaited.
      if (state.failure !== undefined) throw state.failure
      client.release()
      if (state.isAnnounced) notices.send()
      return result
    } catch (error) {
      state.isOver = true
      const lost = await client.query('rollback').then(
        () => undefined,
        (failure: Error) => failure,
      )
      client.release(lost)
      const cause = isAbortedTransaction(error) ? state.failure : error
      if (committing && lost && retryMs > 0) throw uncertainCommit(cause)
      if (lost) throw unreachable(cause)
      if (performance.now() >= deadline || !isTransient(cause)) throw translate(cause)
      // Without jitter, calls that conflicted once would conflict again.
      await sleep(Math.random() * Math.min(20 * 2 ** attempt, maxPauseMs))
    }
  }
}

function holdUntilAnswered(all: Set<Promise<unknown>>, one: Promise<unknown>): void {
  const forget = () => all.delete(one)
  all.add(one)
  one.then(forget, forget)
}

interface Notices {
  send(): void
  /** Resolves when nothing is left to send. */
  sent(): Promise<void>
}

/**
 * Notifies the watchers of all processes after the commit, once for several commits: a transaction that notifies holds
 * a lock on the whole server while its commit waits for the disk. Watchers also poll, so a lost notice only delays what
 * they see.
 */
function openNotices(pool: pg.Pool): Notices {
  let isWanted = false
  let sending: Promise<void> | undefined
  const send = async () => {
    while (isWanted) {
      isWanted = false
      await pool.query(`notify ${channel}`).catch(() => {})
    }
    sending = undefined
  }
  return {
    send() {
      isWanted = true
      sending ??= send()
    },
    sent: async () => sending,
  }
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw unreachable(error)
  }
}

interface TransactionState {
  /** Absent for a statement by itself. */
  begun: Promise<unknown> | undefined
  /** Statements that have not been awaited yet. */
  sent: Set<Promise<unknown>>
  /** The error of the first statement that failed. */
  failure: unknown
  isOver: boolean
  isAnnounced: boolean
}

/** Sent statements stay in memory until they are answered. */
const maxUnanswered = 64

/** Statements run in the order of the calls, without waiting for earlier answers. */
function transaction(client: pg.PoolClient, begin: string | null): { tx: Tx; state: TransactionState } {
  let isBegun = begin === null
  let isWaiting = false
  const begun =
    begin === null
      ? undefined
      : startEarly(
          client.query(begin).then(() => {
            isBegun = true
          }),
        )
  const state: TransactionState = { begun, sent: new Set(), failure: undefined, isOver: false, isAnnounced: false }

  async function query<R>(config: pg.QueryConfig, isWriting: boolean): Promise<pg.QueryResult<R & pg.QueryResultRow>> {
    // Before `begin` has succeeded a write would be committed by itself, so it waits for that.
    isWaiting ||= isWriting
    if (!isBegun && isWaiting) await begun
    // The connection may be in use by another transaction by now.
    if (state.isOver) throw new Error('The transaction is over; nothing more can be done in it.')
    try {
      return await client.query<R & pg.QueryResultRow>(config)
    } catch (error) {
      state.failure ??= error
      throw error
    }
  }
  function execute<A extends object, R>(statement: Statement<A, R>, args: A, isWriting: boolean) {
    const { text, bind, name } = compile('postgres', statement)
    return query<R>({ text, values: bind(args), name }, isWriting)
  }

  const tx: Tx = {
    engine: 'postgres',
    all: async (statement, args) => (await execute(statement, args, false)).rows,
    first: async (statement, args) => (await execute(statement, args, false)).rows[0],
    run: async (statement, args) => (await execute(statement, args, true)).rowCount ?? 0,
    async send(statement, args) {
      const sent = startEarly(execute(statement, args, true))
      state.sent.add(sent)
      if (state.sent.size < maxUnanswered) return
      await Promise.all(state.sent)
      state.sent.clear()
    },
    raw: async (text, args = []) => (await query({ text, values: [...args] }, true)).rows as never,
    announce() {
      state.isAnnounced = true
    },
  }
  return { tx, state }
}

const int8 = 20
const numeric = 1700
const timestamptz = 1184

/** Counts and ticks stay below 2^53, and times travel as ISO text on both engines. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === int8 || oid === numeric) return Number
  if (oid === timestamptz)
    return (text: string) => formatInstant(Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')))
  return pg.types.getTypeParser(oid, format as 'text')
}

const reconnectMs = 2000

/** Listens for commits; reconnects when the connection is lost, and reports a change then, because one may be missed. */
function listen(url: string, changed: () => void, warn: (message: string) => void): () => void {
  let stopped = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined

  const reconnect = () => {
    if (stopped || timer) return
    timer = setTimeout(connect, reconnectMs)
    timer.unref()
  }
  const connect = () => {
    timer = undefined
    const fresh = new pg.Client({ connectionString: url })
    client = fresh
    fresh.on('notification', changed)
    fresh.on('error', () => {
      warn('Live updates from PostgreSQL were cut off; connecting again.')
      reconnect()
    })
    fresh
      .connect()
      .then(() => fresh.query(`listen ${channel}`))
      .then(changed, reconnect)
  }
  connect()
  return () => {
    stopped = true
    clearTimeout(timer)
    client?.end().catch(() => undefined)
  }
}

/**
 * A socket that sends everything written in one turn of the event loop as one chunk: each chunk is a system call here
 * and wakes the server, which costs more than most statements.
 */
function createBatchingSocket(): Socket {
  const socket = new Socket()
  const uncork = () => {
    isCorked = false
    socket.uncork()
  }
  let isCorked = false
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
  socket.write = (...args: unknown[]) => {
    if (!isCorked) {
      isCorked = true
      socket.cork()
      process.nextTick(uncork)
    }
    return write(...args)
  }
  return socket
}
