import type { z } from 'zod'
import { roomRollbackAccept, roomVerify } from '../../../room/audit/operations.ts'
import type { AuditReport } from '../../../room/schema.ts'
import { counted } from '../diary/words.ts'
import { rows } from '../rows.ts'
import type { RoomVerb } from './verb.ts'
import { painted } from './words.ts'

interface Verified {
  report: AuditReport
  accepted: z.output<typeof roomRollbackAccept.output> | undefined
}

const exits = { ok: 0, tampered: 1, unverifiable: 2 }

export const verify: RoomVerb<[], { session?: string; acceptRollback?: true }, Verified> = {
  usage: 'verify',
  summary: 'check every receipt: exit code 0 ok, 1 tampered, 2 unverifiable or not readable',
  options: [
    ['--session <id>', 'only this session'],
    ['--accept-rollback', 'take a restored backup that is sound in itself for the truth; the feed says that you did'],
  ],
  examples: ['verify', 'verify --session conf_… --json', 'verify --accept-rollback'],
  async ask({ call }, { session, acceptRollback }) {
    const accepted = acceptRollback ? await call(roomRollbackAccept, {}) : undefined
    return { accepted, report: await call(roomVerify, session === undefined ? {} : { sessionId: session }) }
  },
  show({ report: { status, keys, sessions, issues }, accepted }, page) {
    if (accepted) {
      const count = accepted.sessions.length + accepted.issues.length + (accepted.keys ? 1 : 0)
      page.note(count > 0 ? `Accepted as it is now: ${counted(count, 'log')}.` : 'There was nothing to accept.')
    }
    const table = [
      ...keys.map(problem => ({ where: 'keys', problem })),
      ...sessions.flatMap(({ sessionId, problems }) => problems.map(problem => ({ where: sessionId, problem }))),
      ...issues.flatMap(({ issueId, problems }) => problems.map(problem => ({ where: `issue ${issueId}`, problem }))),
    ].map(({ where, problem: { code, file = '', seq } }) => [
      { text: code, paint: page.colors.red },
      where,
      seq === undefined ? '' : `line ${seq}`,
      file,
    ])
    if (table.length > 0) page.data(rows(table, page))
    const receipts = sessions.reduce((sum, { count }) => sum + count, 0)
    const { text, paint } = painted(status, page.colors)
    page.line(`${paint(text)}  ${counted(receipts, 'receipt')} in ${counted(sessions.length, 'session')}`)
    if (status === 'tampered') page.note('Files lie below .control-room/audit. A restored backup: --accept-rollback')
    if (status === 'unverifiable') page.note('The key that signed them is not here. Bring it back, then verify again.')
  },
  json: ({ report }) => report,
  exit: ({ report }) => exits[report.status],
  failureExit: exits.unverifiable,
}
