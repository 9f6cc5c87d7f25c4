import { notices } from '../notifications/notices.ts'
import { notify } from '../notifications/notify.ts'
import { noteActivity } from './activity.ts'
import type { PlatformParts } from './parts.ts'

type Parts = Pick<PlatformParts, 'db' | 'project' | 'clock' | 'home' | 'log'>

/** An audit that does not verify is told to people and to the feed; the report is handed on as it is. */
export async function tellOfVerification<R extends { status: string }>(
  parts: Parts,
  report: R,
  sessionId?: string,
): Promise<R> {
  if (report.status === 'ok') return report
  const details = { status: report.status, session_id: sessionId ?? null }
  await noteActivity(parts, { type: 'room_audit_failed', summary: 'The audit of the room does not verify', details })
  await notify(parts, notices.auditFailed(sessionId))
  return report
}
