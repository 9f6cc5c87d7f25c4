import { roomFault } from '../faults.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { cancelledTurn, executeTurn } from './execute-turn.ts'
import type { TurnObserver, TurnOutcome, TurnSpec, TurnWatch } from './turn.ts'
import { watchForCancellation } from './turn-context.ts'
import { QueueFull, type QueueSlot } from './turn-queue.ts'
import { claimTurn, deleteTurn, endTurn, evidenceRows, insertEvidence } from './turn-rows.ts'

/** One turn of one agent, from its claim to its observers, with nothing to record in between but the outcome. */
export async function runTurn(room: Room, spec: TurnSpec, watch: TurnWatch = {}): Promise<TurnOutcome> {
  const turn = await openTurn(room, spec, watch)
  try {
    const outcome = await turn.run()
    await watch.store?.(outcome)
    await turn.finish(outcome)
    return outcome
  } finally {
    await turn.close()
  }
}

/** A turn whose id is claimed. Its owner records that it exists, runs it, records the outcome and finishes it. */
interface OpenTurn {
  /** Waits in the queue of the project and runs; the slot stays taken until `finish`. Refused as `queue_full`. */
  run(): Promise<TurnOutcome>
  /** Only after the owner's own record is written: the row of the turn repeats it. */
  finish(outcome: TurnOutcome): Promise<void>
  /** Gives back what a turn that failed on the way still holds; a turn that never ran has not existed. */
  close(): Promise<void>
}

/** Refused as `endpoint_incomplete` or `turn_exists` before anything is written. */
export async function openTurn(room: Room, spec: TurnSpec, watch: Omit<TurnWatch, 'store'>): Promise<OpenTurn> {
  const { turnId, sessionId, kind, surface, agent } = spec
  const { onEvent } = watch
  const model = await room.agentModels.of(agent)
  // A catalog that lacks a tool begins no turn.
  if (kind !== 'raw') await room.tools()
  const row = { project_id: room.project, turn_id: turnId, session_id: sessionId, agent_id: agent.id, kind, surface }
  // Rows repeat what the owner of the turn has on record, so they need not wait for the disk.
  const isNew = await room.db.note(tx => claimTurn(tx, { ...row, begun: instant(room) }))
  if (!isNew) throw roomFault('turn_exists', { turnId })
  const cancellation = watchForCancellation(room, turnId, watch.signal)
  let hasLeftQueue = false
  let slot: QueueSlot | undefined

  return {
    async run() {
      slot = await waitInQueue()
      hasLeftQueue = true
      const startedAt = instant(room)
      if (slot) await announceStart(room, spec, watch)
      const result = slot
        ? await executeTurn({ room, spec, watch, cancellation, model })
        : await cancelledTurn(room, spec, model)
      const times = { waitedMs: slot?.waitedMs ?? 0, startedAt, endedAt: instant(room) }
      return { ...result, provider: model.provider, model: model.model, ...times }
    },
    async finish(outcome) {
      const evidence = outcome.verdict ? evidenceRows(room.project, spec, outcome.verdict) : []
      await room.db.note(async tx => {
        await insertEvidence(tx, evidence)
        await endTurn(tx, room.project, turnId, outcome.state, outcome.endedAt)
      })
      await release()
      await notifyObservers(room, spec, outcome, watch)
    },
    async close() {
      cancellation.stop()
      if (!hasLeftQueue) await room.db.note(tx => deleteTurn(tx, room.project, turnId))
      await release()
    },
  }

  /** Undefined when the turn was cancelled while it waited. */
  async function waitInQueue(): Promise<QueueSlot | undefined> {
    try {
      return await room.turnQueue.enter(
        { turnId, agentId: agent.id, kind, surface },
        { signal: cancellation.signal, onMove: position => onEvent?.({ type: 'turn.queued', position }) },
      )
    } catch (error) {
      if (cancellation.reason() !== undefined) return undefined
      throw error instanceof QueueFull ? roomFault('queue_full') : error
    }
  }

  async function release(): Promise<void> {
    const held = slot
    slot = undefined
    await held?.release()
  }
}

async function announceStart(room: Room, spec: TurnSpec, { onEvent }: TurnWatch): Promise<void> {
  onEvent?.({ type: 'turn.started', kind: spec.kind })
  for (const { begun } of room.observers) {
    await begun?.(spec).catch(() => room.log(`An observer of turn ${spec.turnId} failed.`))
  }
}

/** An observer that fails does not undo the turn; each writes files of its own, so none waits for another's disk. */
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
  const others = notify(room.observers.filter(({ mustFinishFirst }) => !mustFinishFirst))
  await notify(room.observers.filter(({ mustFinishFirst }) => mustFinishFirst))
  if (waitForObservers) waitForObservers(others)
  else await others
}
