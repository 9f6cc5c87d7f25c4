import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { isSession } from '../direct/sessions.ts'
import { notFound } from '../faults.ts'
import { AuditReport } from '../schema.ts'

export const roomVerify = roomOperation({
  name: 'room_verify',
  summary: 'Checks every receipt of a session, or the whole audit: signatures, chain, outputs.',
  effect: 'read',
  access: 'reader',
  schemaDetail: 'brief',
  routes: ['POST /api/audit/verify'],
  input: z.strictObject({ sessionId: z.string().optional() }),
  output: AuditReport,
  toStatus: ({ status }) => ({ exit: exits[status] }),
  async run({ sessionId }, { room }) {
    if (sessionId === undefined) return room.audit.verify()
    if (!(await isSession(room, sessionId))) throw notFound('session')
    const session = await room.audit.verifySession(sessionId, { fresh: true })
    return { status: session.status, keys: [], sessions: [{ sessionId, ...session }], issues: [] }
  },
})

const exits = { ok: 0, tampered: 1, unverifiable: 2 }
