import type { RoomAudit } from './audit/open.ts'
import { instant, type PlatformParts } from './platform/parts.ts'
import { tellOfVerification } from './platform/verification.ts'

/** The audit, with people told of every session that does not verify, whoever looked: once per session and day. */
export function watchedAudit(audit: RoomAudit, parts: PlatformParts): RoomAudit {
  const told = new Set<string>()

  async function tell(report: { status: string }, session?: string): Promise<void> {
    const once = `${instant(parts).slice(0, 10)} ${session ?? ''}`
    if (report.status === 'ok' || told.has(once)) return
    told.add(once)
    await tellOfVerification(parts, report, session)
  }

  return {
    ...audit,
    async verifySession(session, options) {
      const verification = await audit.verifySession(session, options)
      await tell(verification, session)
      return verification
    },
    async verify(options) {
      const report = await audit.verify(options)
      const failed = report.sessions.filter(({ status }) => status !== 'ok')
      for (const session of failed) await tell(session, session.sessionId)
      if (failed.length === 0) await tell(report)
      return report
    },
  }
}
