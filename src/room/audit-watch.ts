import { noteActivity } from './activity.ts'
import type { RoomAudit } from './audit/open.ts'
import { notices, notify } from './notifications/notify.ts'
import { instant, type RoomBase } from './room-base.ts'

/** The audit, with people notified of every session that does not verify, once per session and day. */
export function watchedAudit(audit: RoomAudit, base: RoomBase): RoomAudit {
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
