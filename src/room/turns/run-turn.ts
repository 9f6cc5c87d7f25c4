import { formatInstant } from '../../kernel/instants.ts'
import { roomFault } from '../faults.ts'
import type { Room } from '../room.ts'
import { type Cancellation, watchForCancellation } from './cancellation.ts'
import { evidenceRows } from './evidence-rows.ts'
import { cancelledTurn, executeTurn } from './execute-turn.ts'
import type { TurnObserver, TurnOutcome, TurnSpec, TurnWatch } from './turn.ts'
import { QueueFull, type QueueSlot } from './turn-queue.ts'
import { claimTurn, deleteTurn, endTurn, insertEvidence } from './turn-rows.ts'

/** One turn of one agent, whoever asked for it: through the gate, with tools and receipts, to a verdict. */
export async function runTurn(room: Room, spec: TurnSpec, watch: TurnWatch = {}): Promise<TurnOutcome> {
  const model = await room.agentModels.of(spec.agent)
  // A catalog that lacks a tool begins no turn.
  if (spec.kind !== 'raw') await room.tools()
  await claim(room, spec, watch)
  const cancellation = watchForCancellation(room, spec.turnId, watch.signal)
  try {
    const slot = await waitInQueue(room, spec, watch, cancellation)
    try {
      const startedAt = now(room)
      if (slot) await announceStart(room, spec, watch)
      const result = slot
        ? await executeTurn({ room, spec, watch, cancellation, model })
        : await cancelledTurn(room, spec, model)
      const { provider } = model
      const times = { waitedMs: slot?.waitedMs ?? 0, startedAt, endedAt: now(room) }
      const outcome: TurnOutcome = { ...result, provider, model: model.model, ...times }
      await recordEnd(room, spec, outcome, watch)
      await slot?.release()
      await notifyObservers(room, spec, outcome, watch)
      return outcome
    } catch (error) {
      await slot?.release()
      throw error
    }
  } finally {
    cancellation.stop()
  }
}

async function claim(room: Room, spec: TurnSpec, watch: TurnWatch): Promise<void> {
  const { turnId, sessionId, kind, surface, agent } = spec
  const turn = { project_id: room.project, turn_id: turnId, session_id: sessionId, agent_id: agent.id, kind, surface }
  // Rows repeat what the owner of the turn has on record, so nobody waits for the disk on their account.
  const isNew = await room.db.note(tx => claimTurn(tx, { ...turn, begun: now(room) }))
  if (!isNew) throw roomFault('turn_exists', { turnId })
  try {
    await watch.begun?.()
  } catch (error) {
    await discardTurn(room, turnId)
    throw error
  }
}

/** Undefined when somebody withdrew the turn while it waited. */
async function waitInQueue(
  room: Room,
  spec: TurnSpec,
  { onEvent }: TurnWatch,
  cancellation: Cancellation,
): Promise<QueueSlot | undefined> {
  const { turnId, kind, surface, agent } = spec
  try {
    return await room.turnQueue.enter(
      { turnId, agentId: agent.id, kind, surface },
      { signal: cancellation.signal, moved: position => onEvent?.({ type: 'turn.queued', position }) },
    )
  } catch (error) {
    if (cancellation.reason() !== undefined) return undefined
    await discardTurn(room, turnId)
    throw error instanceof QueueFull ? roomFault('queue_full') : error
  }
}

async function discardTurn(room: Room, turnId: string): Promise<void> {
  await room.db.note(tx => deleteTurn(tx, room.project, turnId))
}

/** The owner's record first: the row only repeats it. */
async function recordEnd(room: Room, spec: TurnSpec, outcome: TurnOutcome, { store }: TurnWatch): Promise<void> {
  const { turnId, sessionId } = spec
  await store?.(outcome)
  const rows = outcome.verdict ? evidenceRows(room, sessionId, turnId, outcome.verdict) : []
  await room.db.note(async tx => {
    await insertEvidence(tx, rows)
    await endTurn(tx, room.project, turnId, outcome.state, outcome.endedAt)
  })
}

async function announceStart(room: Room, spec: TurnSpec, { onEvent }: TurnWatch): Promise<void> {
  onEvent?.({ type: 'turn.started', kind: spec.kind })
  for (const { begun } of room.observers) {
    await begun?.(spec).catch(() => room.log(`An observer of turn ${spec.turnId} failed.`))
  }
}

/** What others make of a turn must not undo it; each keeps books of its own, so none waits for another's disk. */
async function notifyObservers(
  room: Room,
  spec: TurnSpec,
  outcome: TurnOutcome,
  { waitForObservers }: TurnWatch,
): Promise<void> {
  const notify = async (observers: readonly TurnObserver[]) => {
    await Promise.all(
      observers.map(observe =>
        observe(spec, outcome).catch(() => room.log(`An observer of turn ${spec.turnId} failed.`)),
      ),
    )
  }
  const kept = notify(room.observers.filter(({ mustFinishFirst }) => !mustFinishFirst))
  await notify(room.observers.filter(({ mustFinishFirst }) => mustFinishFirst))
  if (waitForObservers) waitForObservers(kept)
  else await kept
}

function now({ clock }: Room): string {
  return formatInstant(clock())
}
