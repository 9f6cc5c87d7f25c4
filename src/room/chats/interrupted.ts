import { hostname } from 'node:os'
import type { TurnRow } from '../../db/tables.ts'
import { isProcessRunning } from '../../jobs/jobs.ts'
import { notFound, roomFault } from '../faults.ts'
import { requireId } from '../ids.ts'
import { turnFailed } from '../protocol/rejection.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { nothingAsked } from '../turns/turn.ts'
import { endTurn, findTurn, openTurnsOfProject, requestCancel } from '../turns/turn-rows.ts'
import { type Chat, type ChatTurn, type Ended, openChat } from './chat.ts'

/** How long a turn may take from its first sign to its place in the queue. */
const arrivalMs = 30_000

/** Ends the turns of a chat whose process is gone. Done whenever a chat is opened. */
export async function endInterrupted(room: Room, chat: Chat): Promise<void> {
  if ((await chat.turns()).every(({ ended }) => ended)) return
  // First the queue, then the journal: a turn leaves the queue only after its end is written.
  const queued = await queuedTurns(room)
  await chat.locked(async () => {
    for (const turn of await chat.turns()) {
      const { turnId } = turn.begun
      if (turn.ended || queued.has(turnId) || (await isBeingQueued(room, turnId))) continue
      const ended = interruptedLine(turn, instant(room), await receiptsOf(room, turn))
      await chat.end(ended)
      await room.db.write(tx => endTurn(tx, room.project, turnId, ended.state, ended.endedAt))
    }
  })
}

/** Ends the rows of turns whose process is gone, wherever they were taken; each owner ends its own records. */
export async function endAbandonedRows(room: Room): Promise<void> {
  for (const { turn_id } of await room.db.read(tx => openTurnsOfProject(tx, room.project))) {
    if (await isLive(room, turn_id)) continue
    await room.db.write(tx => endTurn(tx, room.project, turn_id, 'error', instant(room)))
  }
}

/** Whether a process still runs the turn, or is about to. */
async function isLive(room: Room, turnId: string): Promise<boolean> {
  return (await queuedTurns(room)).has(turnId) || isBeingQueued(room, turnId)
}

async function queuedTurns(room: Room): Promise<Set<string>> {
  const { holder, waiting } = await room.turnQueue.view()
  return new Set([...(holder ? [holder] : []), ...waiting].map(({ turnId }) => turnId))
}

async function isBeingQueued(room: Room, turnId: string): Promise<boolean> {
  const row = await room.db.read(tx => findTurn(tx, room.project, turnId))
  if (!row || row.ended !== null || isGone(row)) return false
  return room.clock() - Date.parse(row.begun) < arrivalMs
}

function isGone({ host, pid }: TurnRow): boolean {
  return host === hostname() && !isProcessRunning(pid)
}

/** Tools that had run left their receipts, and those stay. */
async function receiptsOf(room: Room, { begun }: ChatTurn) {
  const receipts = await room.audit.receiptsOf(begun.sessionId)
  return receipts.filter(({ turn_id }) => turn_id === begun.turnId)
}

function interruptedLine(
  { begun }: ChatTurn,
  endedAt: string,
  receipts: Awaited<ReturnType<typeof receiptsOf>>,
): Ended {
  return {
    v: 1,
    type: 'ended',
    turnId: begun.turnId,
    state: 'error',
    ...turnFailed('interrupted'),
    receipts: receipts.map(({ receipt_id }) => receipt_id),
    calls: receipts.map(({ tool_id, inputs, receipt_id, ok, error }) => ({
      toolId: tool_id,
      args: inputs,
      receiptId: receipt_id,
      ok,
      ...(error && { errorCode: error.code }),
    })),
    ...nothingAsked,
    startedAt: null,
    endedAt,
  }
}

/** Leaves a request for the process that runs the turn, which looks for it several times a second. */
export async function cancelTurn(room: Room, id: string): Promise<void> {
  const turnId = requireId(id)
  const turn = await room.db.read(tx => findTurn(tx, room.project, turnId))
  if (!turn) throw notFound('turn', { turnId })
  const at = instant(room)
  // Where the process is gone, nothing would look for the request.
  await endInterrupted(room, openChat(room, turn.session_id))
  if (!(await isLive(room, turnId))) await room.db.write(tx => endTurn(tx, room.project, turnId, 'error', at))
  const isRequested = await room.db.write(tx => requestCancel(tx, room.project, turnId, at))
  if (!isRequested) throw roomFault('turn_over', { turnId })
}
