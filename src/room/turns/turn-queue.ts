import type { Db } from '../../db/db.ts'
import type { TicketRow } from '../../db/tables.ts'
import { type Clock, formatInstant } from '../../kernel/instants.ts'
import { deleteDeadTickets, deleteTicket, insertTicket, liveTickets, markRunning, updateHeartbeat } from './tickets.ts'
import { createTurnEndSignal } from './turn-end-signal.ts'

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
  enter(turn: QueuedTurn, options?: { signal?: AbortSignal; moved?: (position: number) => void }): Promise<QueueSlot>
  view(): Promise<QueueView>
}

export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

const maxWaiting = 100
const heartbeatMs = 2000
/** Turns of this process are woken; these looks are for what other processes do. */
const pollMs = { next: 25, later: 60 }

/** Tickets are notes: a machine that fails takes the waiting with it, so nobody needs to wait for the disk. */
export function openTurnQueue({ db, project, clock }: { db: Db; project: string; clock: Clock }): TurnQueue {
  const turnEnd = createTurnEndSignal()
  return {
    async enter(turn, { signal, moved = () => {} } = {}) {
      const arrived = clock()
      const ticket = await enqueue(turn)
      const heart = setInterval(() => void heartbeat(ticket), heartbeatMs)
      heart.unref()
      const leave = async () => {
        clearInterval(heart)
        await db.note(tx => deleteTicket(tx, ticket))
        turnEnd.notify()
      }
      try {
        await waitForTurn(ticket, signal, moved)
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
      // Tickets must be seen in the order of their numbers, or two turns could both find nobody ahead of them.
      if (tx.engine === 'postgres') await tx.raw('select pg_advisory_xact_lock(4470004, hashtext($1))', [project])
      const now = clock()
      await deleteDeadTickets(tx, project, now)
      if ((await liveTickets(tx, project, now)).length > maxWaiting) throw new QueueFull('The queue is full.')
      const turn = { project_id: project, turn_id: turnId, agent_id: agentId, kind, surface }
      return insertTicket(tx, turn, formatInstant(now))
    })
  }

  async function waitForTurn(ticket: number, signal: AbortSignal | undefined, moved: (position: number) => void) {
    for (let told = 0; ; ) {
      signal?.throwIfAborted()
      const seen = turnEnd.count()
      const ahead = (await db.read(tx => liveTickets(tx, project, clock()))).filter(each => each.ticket < ticket)
      if (ahead.length === 0) return db.note(tx => markRunning(tx, ticket, formatInstant(clock())))
      // The one in front of all is running, so the next to run stands at position 1.
      if (ahead.length !== told) moved(ahead.length)
      told = ahead.length
      await turnEnd.waitAfter(seen, ahead.length === 1 ? pollMs.next : pollMs.later, signal)
    }
  }

  /** A heartbeat that cannot be written now is written the next time. */
  async function heartbeat(ticket: number): Promise<void> {
    await db.note(tx => updateHeartbeat(tx, ticket, formatInstant(clock()))).catch(() => {})
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
