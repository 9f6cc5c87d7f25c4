import { hostname } from 'node:os'
import type { Db, Tx } from '../../db/db.ts'
import { rowOf, statement } from '../../db/statement.ts'
import { deleteFrom, selectFrom, updateIn } from '../../db/table-statements.ts'
import type { TicketRow } from '../../db/tables.ts'
import { isProcessRunning } from '../../jobs/jobs.ts'
import { type Clock, formatInstant } from '../../kernel/instants.ts'

interface QueuedTurn {
  turnId: string
  agentId: string
  kind: string
  surface: string
}

export interface QueueSlot {
  waitedMs: number
  /** Lets the next one in. */
  release(): Promise<void>
}

interface QueueView {
  holder: { turnId: string; agentId: string; kind: string; since: string } | null
  waiting: { position: number; turnId: string; agentId: string; kind: string; enqueuedAt: string }[]
}

/** One whole turn at a time per project, first come, first served, across all processes on the store. */
export interface TurnQueue {
  enter(turn: QueuedTurn, options?: { signal?: AbortSignal; onMove?: (position: number) => void }): Promise<QueueSlot>
  view(): Promise<QueueView>
}

export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

const maxWaiting = 100
const heartbeatMs = 2000
/** Turns of this process are woken; these looks are for what other processes do. */
const pollMs = { next: 25, later: 60 }

/** Tickets are notes: a machine that fails takes the waiting with it, so no write waits for the disk. */
export function openTurnQueue({ db, project, clock }: { db: Db; project: string; clock: Clock }): TurnQueue {
  const turnEnd = createTurnEndSignal()
  return {
    async enter(turn, { signal, onMove = () => {} } = {}) {
      const arrived = clock()
      const ticket = await enqueue(turn)
      const heart = setInterval(() => void heartbeat(ticket), heartbeatMs)
      heart.unref()
      const leave = async () => {
        clearInterval(heart)
        await db.note(tx => tx.run(remove, { ticket }))
        turnEnd.notify()
      }
      try {
        await waitForTurn(ticket, signal, onMove)
        return { waitedMs: clock() - arrived, release: leave }
      } catch (error) {
        await leave()
        throw error
      }
    },
    async view() {
      const tickets = await db.read(tx => liveTickets(tx, project, clock()))
      const running = tickets.filter(({ running_since }) => running_since !== null)
      const waiting = tickets.filter(({ running_since }) => running_since === null)
      return { holder: holderOf(running[0]), waiting: waiting.map(waitingEntry) }
    },
  }

  async function enqueue({ turnId, agentId, kind, surface }: QueuedTurn): Promise<number> {
    return db.note(async tx => {
      // Tickets must be seen in the order of their numbers, or two turns could both find no turn ahead of them.
      if (tx.engine === 'postgres') await tx.raw('select pg_advisory_xact_lock(4470004, hashtext($1))', [project])
      const now = clock()
      await deleteDeadTickets(tx, project, now)
      if ((await liveTickets(tx, project, now)).length > maxWaiting) throw new QueueFull('The queue is full.')
      const turn = { project_id: project, turn_id: turnId, agent_id: agentId, kind, surface }
      const times = { enqueued: formatInstant(now), heartbeat: formatInstant(now) }
      const row = await tx.first(insert, { ...turn, ...times, host: hostname(), pid: process.pid })
      if (!row) throw new Error('A ticket was not given out.')
      return row.ticket
    })
  }

  async function waitForTurn(ticket: number, signal: AbortSignal | undefined, onMove: (position: number) => void) {
    for (let reported = 0; ; ) {
      signal?.throwIfAborted()
      const seen = turnEnd.count()
      const ahead = (await db.read(tx => liveTickets(tx, project, clock()))).filter(each => each.ticket < ticket)
      if (ahead.length === 0) return db.note(tx => tx.run(begin, { ticket, running_since: formatInstant(clock()) }))
      // The one in front of all is running, so the next to run is at position 1.
      if (ahead.length !== reported) onMove(ahead.length)
      reported = ahead.length
      await turnEnd.waitAfter(seen, ahead.length === 1 ? pollMs.next : pollMs.later, signal)
    }
  }

  /** A heartbeat that cannot be written now is written the next time. */
  async function heartbeat(ticket: number): Promise<void> {
    await db.note(tx => tx.run(beat, { ticket, heartbeat: formatInstant(clock()) })).catch(() => {})
  }
}

function holderOf(ticket: TicketRow | undefined): QueueView['holder'] {
  if (!ticket) return null
  const { turn_id, agent_id, kind, running_since, enqueued } = ticket
  return { turnId: turn_id, agentId: agent_id, kind, since: running_since ?? enqueued }
}

function waitingEntry({ turn_id, agent_id, kind, enqueued }: TicketRow, index: number): QueueView['waiting'][number] {
  return { position: index + 1, turnId: turn_id, agentId: agent_id, kind, enqueuedAt: enqueued }
}

type NewTicket = Omit<TicketRow, 'ticket' | 'running_since'>

const insert = statement((q, a: NewTicket) =>
  q
    .insertInto('room_tickets')
    .values(rowOf(a, ['project_id', 'turn_id', 'agent_id', 'kind', 'surface', 'host', 'pid', 'enqueued', 'heartbeat']))
    .returning('ticket'),
)
const ofProject = selectFrom('room_tickets', { where: ['project_id'], orderBy: ['ticket'] })
const beat = updateIn('room_tickets', ['heartbeat'], ['ticket'])
const begin = updateIn('room_tickets', ['running_since'], ['ticket'])
const remove = deleteFrom('room_tickets', ['ticket'])

/** After this long without a sign of life a ticket of another machine no longer counts. */
const deadAfterMs = 20_000

/** Tickets of turns that still wait or run; those whose process died are left out. */
async function liveTickets(tx: Tx, project: string, now: number): Promise<TicketRow[]> {
  return (await tx.all(ofProject, { project_id: project })).filter(ticket => isAlive(ticket, now))
}

async function deleteDeadTickets(tx: Tx, project: string, now: number): Promise<void> {
  for (const ticket of await tx.all(ofProject, { project_id: project })) {
    if (!isAlive(ticket, now)) await tx.run(remove, { ticket: ticket.ticket })
  }
}

function isAlive({ host, pid, heartbeat }: TicketRow, now: number): boolean {
  if (host === hostname() && !isProcessRunning(pid)) return false
  return now - Date.parse(heartbeat) <= deadAfterMs
}

/** Wakes those that wait for a turn of this process to end. */
interface TurnEndSignal {
  /** How many turns have ended so far. */
  count(): number
  notify(): void
  /** Until one has ended after the given count, at most `maxMs`; throws when the signal is aborted. */
  waitAfter(count: number, maxMs: number, signal: AbortSignal | undefined): Promise<void>
}

export function createTurnEndSignal(): TurnEndSignal {
  const waiting = new Set<() => void>()
  let ended = 0
  return {
    count: () => ended,
    notify() {
      ended++
      for (const wake of [...waiting]) wake()
    },
    async waitAfter(count, maxMs, signal) {
      signal?.throwIfAborted()
      // One ended while the caller was looking.
      if (ended !== count) return
      await new Promise<void>(resolve => {
        const timer = setTimeout(wake, maxMs)
        function wake() {
          clearTimeout(timer)
          waiting.delete(wake)
          signal?.removeEventListener('abort', wake)
          resolve()
        }
        waiting.add(wake)
        signal?.addEventListener('abort', wake, { once: true })
      })
      signal?.throwIfAborted()
    },
  }
}
