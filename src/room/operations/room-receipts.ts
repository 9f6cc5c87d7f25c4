import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { isSession } from '../direct/sessions.ts'
import { notFound } from '../faults.ts'
import { SessionVerification } from '../schema.ts'

export const roomReceipts = roomOperation({
  name: 'room_receipts',
  summary: 'Receipt ids of a session in order, with whether the log verifies.',
  effect: 'read',
  access: 'reader',
  schemaDetail: 'brief',
  routes: ['GET /api/audit/sessions/{sessionId}/receipts'],
  input: z.strictObject({ sessionId: z.string() }),
  output: z.object({
    sessionId: z.string(),
    receipts: z.array(z.string()),
    count: z.int(),
    verification: SessionVerification,
  }),
  async run({ sessionId }, { room }) {
    if (!(await isSession(room, sessionId))) throw notFound('session')
    const receipts = (await room.audit.receiptsOf(sessionId)).map(({ receipt_id }) => receipt_id)
    return { sessionId, receipts, count: receipts.length, verification: await room.audit.verifySession(sessionId) }
  },
})
