import { startEarly, type Tx } from '../db/db.ts'
import type { SessionRow } from '../db/tables.ts'
import type { StoredRecord } from './fields.ts'
import type { Warning } from './schema.ts'
import type { NewActivity } from './store/activity.ts'
import { acknowledge, acknowledgedSessions, othersActiveOn } from './store/sessions.ts'

export type ActivityInput = Pick<NewActivity, 'type' | 'summary' | 'seq' | 'details'>

interface ActivationCheck {
  target: StoredRecord
  session: string
  /** The user accepted the live conflicts. */
  override: boolean
  now: string
  windowHours: number
  log: (entry: ActivityInput) => Promise<void>
}

interface OtherSessions {
  active: OtherSession[]
  acknowledged: ReadonlySet<string>
}

/** The other sessions that have a record active. */
export async function loadOtherSessions(tx: Tx, seq: number, session: string): Promise<OtherSessions> {
  const loadingAcknowledged = startEarly(acknowledgedSessions(tx, session, seq))
  return { active: await othersActiveOn(tx, seq, session), acknowledged: await loadingAcknowledged }
}

/** Logs other sessions that have the record active, and acknowledges them when the user said so. */
export async function checkOtherSessions(
  tx: Tx,
  others: OtherSessions,
  { target, session, override, log, ...time }: ActivationCheck,
) {
  const { id, seq } = target
  const { live, warnings } = classifyOtherSessions(id, others.active, others.acknowledged, time)
  const [first] = live
  if (!first) return { warnings }
  if (override) {
    for (const other of live) await acknowledge(tx, session, seq, other.id)
    const details = { acknowledged: live.map(other => other.id) }
    await log({ type: 'conflict_resolved', seq, summary: `Other sessions on ${id} acknowledged`, details })
  } else {
    const details = { other_session: first.id }
    await log({ type: 'conflict_detected', seq, summary: `${id} is active in another session`, details })
  }
  const message = override
    ? `${id} is also active in another session. The user has agreed to go on.`
    : `${id} is also active in another session. Ask the user before changing it.`
  return { warnings, conflict: { session_id: first.id, last_activity: first.last_activity, message } }
}

/** Another open session that has the same record active. */
type OtherSession = Pick<SessionRow, 'id' | 'last_activity'>

interface ClassifiedSessions {
  /** Recently active and not acknowledged, latest first; the first one is the conflict. */
  live: OtherSession[]
  warnings: Warning[]
}

/** Which other sessions are a conflict, and which only a warning. */
function classifyOtherSessions(
  id: string,
  others: OtherSession[],
  acknowledged: ReadonlySet<string>,
  { now, windowHours }: { now: string; windowHours: number },
): ClassifiedSessions {
  const oldest = Date.parse(now) - windowHours * 3_600_000
  const recent = (other: OtherSession) => Date.parse(other.last_activity) >= oldest
  const live = others.filter(other => recent(other) && !acknowledged.has(other.id))
  const warnings = others.flatMap((other): Warning[] => {
    const details = { session_id: other.id, last_activity: other.last_activity }
    if (acknowledged.has(other.id)) {
      return [
        {
          type: 'conflict',
          message: `${id} is also active in a session you acknowledged.`,
          details: { ...details, acknowledged: true },
        },
      ]
    }
    if (!recent(other)) {
      return [{ type: 'stale', message: `${id} was left active in a session that has been idle for long.`, details }]
    }
    if (other === live[0]) return []
    return [{ type: 'conflict', message: `${id} is also active in a further session.`, details }]
  })
  return { live, warnings }
}
