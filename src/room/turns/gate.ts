import type { Db } from '../../db/db.ts'
import type { TicketRow } from '../../db/tables.ts'
import { type Clock, formatInstant } from '../../kernel/instants.ts'
import { openDepartures } from './departures.ts'
import { beatTicket, beginTicket, dropDead, dropTicket, liveTickets, takeTicket } from './tickets.ts'

export interface Waiting {
  turnId: string
  agentId: string
  kind: string
  surface: string
}

export interface Pass {
  waitedMs: number
  /** Lets the next one in. */
  leave(): Promise<void>
}

export interface QueueView {
  holder: { turnId: string; agentId: string; kind: string; since: string } | null
  waiting: { position: number; turnId: string; agentId: string; kind: string; enqueuedAt: string }[]
}

/** One whole turn at a time per project, first come, first served, across all processes on the store. */
export interface Gate {
  enter(turn: Waiting, options?: { signal?: AbortSignal; moved?: (position: number) => void }): Promise<Pass>
  queue(): Promise<QueueView>
}

export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

const mostWaiting = 100
const beatMs = 2000
/** Turns of this process are woken; these looks are for what other processes do. */
const lookMs = { next: 25, later: 60 }

/** Tickets are notes: a machine that fails takes the waiting with it, so nobody needs to wait for the disk. */
export function openGate({ db, project, clock }: { db: Db; project: string; clock: Clock }): Gate {
  const departures = openDepartures()
  return {
    async enter(turn, { signal, moved = () => {} } = {}) {
      const arrived = clock()
      const ticket = await arrive(turn)
      const heart = setInterval(() => void live(ticket), beatMs)
      heart.unref()
      const leave = async () => {
        clearInterval(heart)
        await db.note(tx => dropTicket(tx, ticket))
        departures.tell()
      }
      try {
        await waitFor(ticket, signal, moved)
        return { waitedMs: clock() - arrived, leave }
      } catch (error) {
        await leave()
        throw error
      }
    },
    async queue() {
      const tickets = await db.read(tx => liveTickets(tx, project, clock()))
      const running = tickets.filter(({ running_since }) => running_since !== null)
      const waiting = tickets.filter(({ running_since }) => running_since === null)
      return { holder: holderOf(running[0]), waiting: waiting.map(waitingRow) }
    },
  }

  async function arrive({ turnId, agentId, kind, surface }: Waiting): Promise<number> {
    return db.note(async tx => {
      // Tickets must be seen in the order of their numbers, or two turns could both find nobody ahead of them.
      if (tx.engine === 'postgres') await tx.raw('select pg_advisory_xact_lock(4470004, hashtext($1))', [project])
      const now = clock()
      await dropDead(tx, project, now)
      if ((await liveTickets(tx, project, now)).length > mostWaiting) throw new QueueFull('The queue is full.')
      const turn = { project_id: project, turn_id: turnId, agent_id: agentId, kind, surface }
      return takeTicket(tx, turn, formatInstant(now))
    })
  }

  async function waitFor(ticket: number, signal: AbortSignal | undefined, moved: (position: number) => void) {
    for (let told = 0; ; ) {
      signal?.throwIfAborted()
      const seen = departures.count()
      const ahead = (await db.read(tx => liveTickets(tx, project, clock()))).filter(each => each.ticket < ticket)
      if (ahead.length === 0) return db.note(tx => beginTicket(tx, ticket, formatInstant(clock())))
      // The one in front of all is running, so the next to run stands at position 1.
      if (ahead.length !== told) moved(ahead.length)
      told = ahead.length
      await departures.since(seen, ahead.length === 1 ? lookMs.next : lookMs.later, signal)
    }
  }

  /** A heartbeat that cannot be written now is written the next time. */
  async function live(ticket: number): Promise<void> {
    await db.note(tx => beatTicket(tx, ticket, formatInstant(clock()))).catch(() => {})
  }
}

function holderOf(ticket: TicketRow | undefined): QueueView['holder'] {
  if (!ticket) return null
  const { turn_id, agent_id, kind, running_since, enqueued } = ticket
  return { turnId: turn_id, agentId: agent_id, kind, since: running_since ?? enqueued }
}

function waitingRow({ turn_id, agent_id, kind, enqueued }: TicketRow, index: number): QueueView['waiting'][number] {
  return { position: index + 1, turnId: turn_id, agentId: agent_id, kind, enqueuedAt: enqueued }
}
