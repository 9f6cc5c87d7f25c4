import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from './db.ts'
import { type Connection, retryBusy, transaction } from './sqlite-connection.ts'
import { translate } from './sqlite-faults.ts'

/** How the disk is waited for at the commit: SQLite's `synchronous`. */
export type Synchronous = 'full' | 'normal'

/** A group takes no further write once it has this many or is this old; other processes wait for it meanwhile. */
export interface GroupLimits {
  writes: number
  ms: number
}

interface Options {
  /** How long a group waits for other processes before all its writes answer BUSY. */
  waitMs: number
  limits?: GroupLimits | undefined
  /** Gives the writing connection to one piece of work at a time. */
  turns: <T>(work: () => Promise<T>) => Promise<T>
  /** Told after each commit how many writes it held. */
  committed: (writes: number) => void
}

interface Queued {
  synchronous: Synchronous
  run(tx: Tx): Promise<Outcome>
  fail(error: unknown): void
}

/** What one write came to; told to its caller only when the commit has shown whether what it saw is true. */
type Outcome = { kept: true; tell(): void } | { kept: false; error: unknown; tell(): void }

const usualLimits: GroupLimits = { writes: 64, ms: 25 }

/**
 * Commits the writes that wait for their turn in groups, because a commit waits for the disk and the statements hardly
 * do. They run one after the other in the order they came, each in a savepoint of its own. A lone write waits for no
 * company: it is a group of one, and needs no savepoint.
 */
export function writeGroups(writer: Connection, { waitMs, limits = usualLimits, turns, committed }: Options) {
  const queue: Queued[] = []
  let synchronous: Synchronous = 'full'
  const file = writer.database.location()
  const fault = (error: unknown) => translate(error, file)

  return function write<T>(work: (tx: Tx) => Promise<T>, how: Synchronous): Promise<T> {
    return new Promise((resolve, reject) => {
      const refuse = (error: unknown) => reject(fault(error))
      queue.push({ synchronous: how, run: tx => outcomeOf(() => work(tx), resolve, refuse), fail: reject })
      // As many turns as writes: a write that an earlier group took along leaves its turn empty.
      void turns(commitGroup)
    })
  }

  async function commitGroup(): Promise<void> {
    const [head] = queue
    if (!head) return
    const waiting = queue.length
    const deadline = Date.now() + waitMs
    try {
      if (head.synchronous !== synchronous) writer.exec(`pragma synchronous=${head.synchronous}`)
      synchronous = head.synchronous
      await retryBusy(() => writer.exec('begin immediate'), deadline)
    } catch (error) {
      // The others waited as long for the same lock.
      for (const each of queue.splice(0, waiting)) each.fail(fault(error))
      return
    }
    const isCut = await runGroup(head, deadline)
    // Other processes look for the lock every few milliseconds; without a gap a long queue would keep them out.
    if (isCut) await sleep(1 + Math.random() * 2)
  }

  /** Answers whether writes had to stay behind. */
  async function runGroup(head: Queued, deadline: number): Promise<boolean> {
    const members = [head]
    queue.shift()
    const closes = performance.now() + limits.ms
    const isFull = () => members.length >= limits.writes || performance.now() >= closes
    try {
      const first = await runGuarded(head)
      if (!first.kept) {
        undo()
        first.tell()
        return false
      }
      const outcomes: Outcome[] = [first]
      for (let next = queue[0]; next && joins(next, head) && !isFull(); next = queue[0]) {
        members.push(next)
        queue.shift()
        outcomes.push(await runInSavepoint(next))
      }
      await retryBusy(() => writer.exec('commit'), deadline)
      for (const outcome of outcomes) outcome.tell()
    } catch (error) {
      undo()
      for (const member of members) member.fail(fault(error))
      return false
    }
    committed(members.length)
    return queue.length > 0 && isFull()
  }

  async function runInSavepoint(write: Queued): Promise<Outcome> {
    writer.exec('savepoint grouped')
    const outcome = await runGuarded(write)
    // On a full disk SQLite may undo the whole transaction, and with it the writes before this one.
    if (!outcome.kept && !writer.database.isTransaction) throw outcome.error
    writer.exec(outcome.kept ? 'release grouped' : 'rollback to grouped; release grouped')
    return outcome
  }

  /** Statements that come when the write is over would run inside somebody else's, or commit themselves. */
  async function runGuarded(write: Queued): Promise<Outcome> {
    let isOver = false
    const refuseLate = () => {
      if (isOver || !writer.database.isTransaction) throw new Error(transactionOver)
    }
    const outcome = await write.run(transaction(writer, refuseLate))
    isOver = true
    if (outcome.kept && !writer.database.isTransaction) throw new Error(transactionOver)
    return outcome
  }

  function undo(): void {
    try {
      if (writer.database.isTransaction) writer.exec('rollback')
    } catch {
      // What broke the disk is told to the callers already.
    }
  }
}

const transactionOver = 'The transaction is over; nothing more can be written in it.'

/** A note may wait for the disk with writes, but no write may go without waiting. */
function joins(next: Queued, head: Queued): boolean {
  return head.synchronous === 'full' || next.synchronous === 'normal'
}

async function outcomeOf<T>(
  work: () => Promise<T>,
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
): Promise<Outcome> {
  try {
    const value = await work()
    return { kept: true, tell: () => resolve(value) }
  } catch (error) {
    return { kept: false, error, tell: () => reject(error) }
  }
}
