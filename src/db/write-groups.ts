import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from './db.ts'
import { type Connection, retryBusy, transaction } from './sqlite-connection.ts'
import { translate } from './sqlite-faults.ts'

/** How a commit waits for the disk, SQLite's `synchronous`: `normal` for notes that a power cut may take. */
type Synchronous = 'full' | 'normal'

/** A group takes no more writes after this many or this long, because other processes wait for it. */
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
  /** Called after each commit with the number of its writes. */
  committed: (writes: number) => void
}

interface QueuedWrite {
  synchronous: Synchronous
  run(tx: Tx): Promise<Outcome>
  fail(error: unknown): void
}

/** The outcome of one write; its caller learns it only after the commit. */
type Outcome = { kept: true; settle(): void } | { kept: false; error: unknown; settle(): void }

const defaultLimits: GroupLimits = { writes: 64, ms: 25 }

/**
 * Commits waiting writes in groups, because a commit waits for the disk and the statements hardly do. They run one
 * after the other in the order they came, each in its own savepoint. A lone write does not wait for others: it is a
 * group of one and needs no savepoint.
 */
export function writeGroups(writer: Connection, { waitMs, limits = defaultLimits, turns, committed }: Options) {
  const queue: QueuedWrite[] = []
  let synchronous: Synchronous = 'full'
  const file = writer.database.location()
  const fault = (error: unknown) => translate(error, file)

  return function write<T>(work: (tx: Tx) => Promise<T>, how: Synchronous): Promise<T> {
    return new Promise((resolve, reject) => {
      const refuse = (error: unknown) => reject(fault(error))
      queue.push({ synchronous: how, run: tx => outcomeOf(() => work(tx), resolve, refuse), fail: reject })
      // One turn per write; the turn of a write that an earlier group committed does nothing.
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
      // The others have waited as long for the same lock.
      for (const each of queue.splice(0, waiting)) each.fail(fault(error))
      return
    }
    const isLimited = await runGroup(head, deadline)
    // Other processes try the lock every few milliseconds; without a pause a long queue would starve them.
    if (isLimited) await sleep(1 + Math.random() * 2)
  }

  /** Returns whether writes had to be left for the next group. */
  async function runGroup(head: QueuedWrite, deadline: number): Promise<boolean> {
    const members = [head]
    queue.shift()
    const closes = performance.now() + limits.ms
    const isFull = () => members.length >= limits.writes || performance.now() >= closes
    try {
      const first = await runGuarded(head)
      if (!first.kept) {
        undo()
        first.settle()
        return false
      }
      const outcomes: Outcome[] = [first]
      for (let next = queue[0]; next && canJoin(next, head) && !isFull(); next = queue[0]) {
        members.push(next)
        queue.shift()
        outcomes.push(await runInSavepoint(next))
      }
      await retryBusy(() => writer.exec('commit'), deadline)
      for (const outcome of outcomes) outcome.settle()
    } catch (error) {
      undo()
      for (const member of members) member.fail(fault(error))
      return false
    }
    committed(members.length)
    return queue.length > 0 && isFull()
  }

  async function runInSavepoint(write: QueuedWrite): Promise<Outcome> {
    writer.exec('savepoint grouped')
    const outcome = await runGuarded(write)
    // On a full disk SQLite may undo the whole transaction, and with it the writes before this one.
    if (!outcome.kept && !writer.database.isTransaction) throw outcome.error
    writer.exec(outcome.kept ? 'release grouped' : 'rollback to grouped; release grouped')
    return outcome
  }

  /** Rejects statements after the end of the write: they would run inside another write, or be committed by themselves. */
  async function runGuarded(write: QueuedWrite): Promise<Outcome> {
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
      // The callers get the original error.
    }
  }
}

const transactionOver = 'The transaction is over; nothing more can be written in it.'

/** A note may join writes that wait for the disk, but a write may not join a note. */
function canJoin(next: QueuedWrite, head: QueuedWrite): boolean {
  return head.synchronous === 'full' || next.synchronous === 'normal'
}

async function outcomeOf<T>(
  work: () => Promise<T>,
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
): Promise<Outcome> {
  try {
    const value = await work()
    return { kept: true, settle: () => resolve(value) }
  } catch (error) {
    return { kept: false, error, settle: () => reject(error) }
  }
}
