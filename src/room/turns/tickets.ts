import { hostname } from 'node:os'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { TicketRow } from '../../db/tables.ts'

type NewTicket = Omit<TicketRow, 'ticket' | 'running_since'>

const insert = statement((q, a: NewTicket) =>
  q
    .insertInto('room_tickets')
    .values({
      project_id: a.project_id,
      turn_id: a.turn_id,
      agent_id: a.agent_id,
      kind: a.kind,
      surface: a.surface,
      host: a.host,
      pid: a.pid,
      enqueued: a.enqueued,
      heartbeat: a.heartbeat,
      running_since: null,
    })
    .returning('ticket'),
)
const ofProject = statement((q, a: { project: string }) =>
  q.selectFrom('room_tickets').selectAll().where('project_id', '=', a.project).orderBy('ticket'),
)
const beat = statement((q, a: { ticket: number; now: string }) =>
  q.updateTable('room_tickets').set({ heartbeat: a.now }).where('ticket', '=', a.ticket),
)
const begin = statement((q, a: { ticket: number; now: string }) =>
  q.updateTable('room_tickets').set({ running_since: a.now }).where('ticket', '=', a.ticket),
)
const remove = statement((q, a: { ticket: number }) => q.deleteFrom('room_tickets').where('ticket', '=', a.ticket))

/** After this long without a sign of life a ticket of another machine no longer counts. */
const deadAfterMs = 20_000

export async function insertTicket(
  tx: Tx,
  turn: Pick<TicketRow, 'project_id' | 'turn_id' | 'agent_id' | 'kind' | 'surface'>,
  now: string,
): Promise<number> {
  const row = await tx.first(insert, { ...turn, host: hostname(), pid: process.pid, enqueued: now, heartbeat: now })
  if (!row) throw new Error('A ticket was not given out.')
  return row.ticket
}

/** Those who still stand in the queue; whoever died in it is taken out. */
export async function liveTickets(tx: Tx, project: string, now: number): Promise<TicketRow[]> {
  return (await tx.all(ofProject, { project })).filter(ticket => isAlive(ticket, now))
}

export async function deleteDeadTickets(tx: Tx, project: string, now: number): Promise<void> {
  for (const ticket of await tx.all(ofProject, { project })) {
    if (!isAlive(ticket, now)) await tx.run(remove, { ticket: ticket.ticket })
  }
}

export async function updateHeartbeat(tx: Tx, ticket: number, now: string): Promise<void> {
  await tx.run(beat, { ticket, now })
}

export async function markRunning(tx: Tx, ticket: number, now: string): Promise<void> {
  await tx.run(begin, { ticket, now })
}

export async function deleteTicket(tx: Tx, ticket: number): Promise<void> {
  await tx.run(remove, { ticket })
}

function isAlive({ host, pid, heartbeat }: TicketRow, now: number): boolean {
  if (host === hostname() && !isProcessRunning(pid)) return false
  return now - Date.parse(heartbeat) <= deadAfterMs
}

export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process is running too, only not ours to signal.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
