import { noteActivity } from './activity.ts'
import type { RoomAudit } from './audit/open.ts'
import { creditObserver } from './credits/awards.ts'
import { issueMemoryStore, withAct, withActivation } from './memory/issue-memory.ts'
import { memoryStore } from './memory/store.ts'
import { notices, notificationObserver, notify } from './notifications/notify.ts'
import type { Room } from './room.ts'
import { instant, type RoomBase } from './room-base.ts'
import { telemetryObserver } from './telemetry/observe.ts'
import { tierObserver } from './tiers/standing.ts'
import type { TurnObserver, TurnOutcome, TurnSpec } from './turns/turn.ts'
import { isActivation, listedIssues, ownResults, refusalOf } from './turns/turn-facts.ts'

type Parts = RoomBase & Pick<Room, 'agents' | 'issues' | 'telemetry'>

/** What is recorded about every turn. An observer that fails is logged and affects neither the turn nor the others. */
export function turnObservers(parts: Parts): TurnObserver[] {
  const observers: { [name: string]: TurnObserver } = {
    telemetry: telemetryObserver(parts),
    tiers: Object.assign(tierObserver(parts), { mustFinishFirst: true }),
    credits: creditObserver(parts),
    memory: memoryObserver(parts),
    notifications: notificationObserver(parts),
    activity: activityObserver(parts),
    daily: dailyObserver(parts),
  }
  return Object.entries(observers).map(([name, observe]) => logFailures(name, observe, parts))
}

function logFailures(name: string, observe: TurnObserver, { log }: Parts): TurnObserver {
  const { begun, mustFinishFirst = false } = observe
  const logged = async (turnId: string, work: Promise<void>) => {
    try {
      await work
    } catch (error) {
      log(`room ${name}: turn ${turnId} is not recorded (${error instanceof Error ? error.name : 'unknown'})`)
    }
  }
  return Object.assign((spec: TurnSpec, outcome: TurnOutcome) => logged(spec.turnId, observe(spec, outcome)), {
    mustFinishFirst,
    ...(begun && { begun: (spec: TurnSpec) => logged(spec.turnId, begun(spec)) }),
  })
}

/** Counts the agent's activation and the issues its tools listed. */
function memoryObserver(parts: Parts): TurnObserver {
  return async (spec, outcome) => {
    if (!isActivation(outcome)) return
    const listed = ownResults(spec, outcome).flatMap(listedIssues)
    const issues = listed.length === 0 ? [] : await parts.issues.all()
    const seen = listed.flatMap(id => issues.find(issue => issue.id === id) ?? [])
    const at = instant(parts)
    await issueMemoryStore(parts.control, 'kill').change(memory => ({
      next: seen.reduce(
        (after, issue) => withAct(after, spec.agent, issue, { given: { act: 'access' }, at }),
        withActivation(memory, spec.agent.id),
      ),
      result: null,
    }))
  }
}

/** One entry per turn that was accepted or rejected. */
function activityObserver(parts: Parts): TurnObserver {
  return async (spec, outcome) => {
    const { agent, sessionId: session_id, turnId: turn_id, kind, surface } = spec
    const facts = { session_id, turn_id, agent_id: agent.id, kind, surface, receipts: outcome.receipts }
    if (outcome.state === 'accepted') {
      const summary = `Agent ${agent.id}: turn accepted`
      await noteActivity(parts, { type: 'room_turn_accepted', summary, details: facts })
    }
    if (outcome.state === 'rejected') {
      const reason = refusalOf(outcome) ?? 'unknown'
      const summary = `Agent ${agent.id}: turn rejected (${reason})`
      await noteActivity(parts, { type: 'room_turn_rejected', summary, details: { ...facts, reason } })
    }
  }
}

/** With the first turn of a day: closed issues are shortened, unused memories are archived. */
function dailyObserver(parts: Parts): TurnObserver {
  let done = ''
  return async () => {
    const today = instant(parts).slice(0, 10)
    if (done === today) return
    done = today
    await parts.issues.fade(parts.clock())
    await memoryStore(parts.control).decay(parts.clock(), false)
  }
}

/** The audit, with people notified of every session that does not verify, once per session and day. */
export function notifyingAudit(audit: RoomAudit, base: RoomBase): RoomAudit {
  const notified = new Set<string>()

  async function notifyOnce({ status }: { status: string }, session?: string): Promise<void> {
    const once = `${instant(base).slice(0, 10)} ${session ?? ''}`
    if (status === 'ok' || notified.has(once)) return
    notified.add(once)
    const details = { status, session_id: session ?? null }
    await noteActivity(base, { type: 'room_audit_failed', summary: 'The audit of the room does not verify', details })
    await notify(base, notices.auditFailed(session))
  }

  return {
    ...audit,
    async verifySession(session, options) {
      const verification = await audit.verifySession(session, options)
      await notifyOnce(verification, session)
      return verification
    },
    async verify(options) {
      const report = await audit.verify(options)
      const failed = report.sessions.filter(({ status }) => status !== 'ok')
      for (const session of failed) await notifyOnce(session, session.sessionId)
      if (failed.length === 0) await notifyOnce(report)
      return report
    },
  }
}
