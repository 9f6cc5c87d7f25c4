import { formatInstant } from '../../kernel/instants.ts'
import { roomFault } from '../faults.ts'
import type { Room } from '../room.ts'
import { evidenceRows } from './evidence-rows.ts'
import { type Pass, QueueFull } from './gate.ts'
import { type Guard, openGuard } from './guard.ts'
import { playTurn, withdrawnTurn } from './play.ts'
import type { TurnObserver, TurnOutcome, TurnSpec, TurnWatch } from './turn.ts'
import { claimTurn, endTurn, registerEvidence, unclaimTurn } from './turn-rows.ts'

/** One turn of one agent, whoever asked for it: through the gate, with tools and receipts, to a verdict. */
export async function runTurn(room: Room, spec: TurnSpec, watch: TurnWatch = {}): Promise<TurnOutcome> {
  const speaker = await room.speakers.of(spec.agent)
  // A catalog that lacks a tool begins no turn.
  if (spec.kind !== 'raw') await room.tools()
  await begin(room, spec, watch)
  const guard = openGuard(room, spec.turnId, watch.signal)
  try {
    const pass = await enter(room, spec, watch, guard)
    try {
      const startedAt = now(room)
      if (pass) await tellBegun(room, spec, watch)
      const played = pass
        ? await playTurn({ room, spec, watch, guard, speaker })
        : await withdrawnTurn(room, spec, speaker)
      const { provider, model } = speaker
      const times = { waitedMs: pass?.waitedMs ?? 0, startedAt, endedAt: now(room) }
      const outcome: TurnOutcome = { ...played, provider, model, ...times }
      await settle(room, spec, outcome, watch)
      await pass?.leave()
      await tellObservers(room, spec, outcome, watch)
      return outcome
    } catch (error) {
      await pass?.leave()
      throw error
    }
  } finally {
    guard.stop()
  }
}

async function begin(room: Room, spec: TurnSpec, watch: TurnWatch): Promise<void> {
  const { turnId, sessionId, kind, surface, agent } = spec
  const turn = { project_id: room.project, turn_id: turnId, session_id: sessionId, agent_id: agent.id, kind, surface }
  // Rows repeat what the owner of the turn has on record, so nobody waits for the disk on their account.
  const isNew = await room.db.note(tx => claimTurn(tx, { ...turn, begun: now(room) }))
  if (!isNew) throw roomFault('turn_exists', { turnId })
  try {
    await watch.begun?.()
  } catch (error) {
    await forget(room, turnId)
    throw error
  }
}

/** Undefined when somebody withdrew the turn while it waited. */
async function enter(room: Room, spec: TurnSpec, { tell }: TurnWatch, guard: Guard): Promise<Pass | undefined> {
  const { turnId, kind, surface, agent } = spec
  try {
    return await room.gate.enter(
      { turnId, agentId: agent.id, kind, surface },
      { signal: guard.signal, moved: position => tell?.({ type: 'turn.queued', position }) },
    )
  } catch (error) {
    if (guard.why() !== undefined) return undefined
    await forget(room, turnId)
    throw error instanceof QueueFull ? roomFault('queue_full') : error
  }
}

async function forget(room: Room, turnId: string): Promise<void> {
  await room.db.note(tx => unclaimTurn(tx, room.project, turnId))
}

/** The owner's record first: the row only repeats it. */
async function settle(room: Room, spec: TurnSpec, outcome: TurnOutcome, { store }: TurnWatch): Promise<void> {
  const { turnId, sessionId } = spec
  await store?.(outcome)
  const rows = outcome.verdict ? evidenceRows(room, sessionId, turnId, outcome.verdict) : []
  await room.db.note(async tx => {
    await registerEvidence(tx, rows)
    await endTurn(tx, room.project, turnId, outcome.state, outcome.endedAt)
  })
}

async function tellBegun(room: Room, spec: TurnSpec, { tell }: TurnWatch): Promise<void> {
  tell?.({ type: 'turn.started', kind: spec.kind })
  for (const { begun } of room.observers) {
    await begun?.(spec).catch(() => room.log(`An observer of turn ${spec.turnId} failed.`))
  }
}

/** What others make of a turn must not undo it; each keeps books of its own, so none waits for another's disk. */
async function tellObservers(room: Room, spec: TurnSpec, outcome: TurnOutcome, { books }: TurnWatch): Promise<void> {
  const told = async (observers: readonly TurnObserver[]) => {
    await Promise.all(
      observers.map(observe =>
        observe(spec, outcome).catch(() => room.log(`An observer of turn ${spec.turnId} failed.`)),
      ),
    )
  }
  const kept = told(room.observers.filter(({ steers }) => !steers))
  await told(room.observers.filter(({ steers }) => steers))
  if (books) books(kept)
  else await kept
}

function now({ clock }: Room): string {
  return formatInstant(clock())
}
