import type { SessionRow } from '../db/tables.ts'
import type { Warning } from './schema.ts'

/** Another open session that has the same record active. */
export type OtherSession = Pick<SessionRow, 'id' | 'last_activity'>

export interface OthersVerdict {
  /** Recently active and not acknowledged, latest first; the first one is the conflict. */
  live: OtherSession[]
  warnings: Warning[]
}

/** Who counts as a conflict, and who is only worth a warning. */
export function judgeOthers(
  id: string,
  others: OtherSession[],
  acknowledged: ReadonlySet<string>,
  { now, windowHours }: { now: string; windowHours: number },
): OthersVerdict {
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
