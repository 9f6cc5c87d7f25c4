import { z } from 'zod'
import { sha256 } from '../../receipts/signing.ts'
import { roomOperation } from '../context.ts'
import { notFound } from '../faults.ts'
import { AuditStatus, Bytes } from '../schema.ts'

export const roomSessionLog = roomOperation({
  name: 'room_session_log',
  summary: 'The log of a session byte for byte, with whether it verifies.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/audit/sessions/{sessionId}/tool-receipts'],
  input: z.strictObject({ sessionId: z.string() }),
  output: Bytes.extend({ sessionId: z.string(), verification: AuditStatus }),
  toHttpBody: ({ base64, verification }) => ({
    type: 'text/plain; charset=utf-8',
    body: new Uint8Array(Buffer.from(base64, 'base64')),
    headers: { 'x-daybook-verification': verification },
  }),
  async run({ sessionId }, { room }) {
    const { audit } = room
    const log = await audit.log(sessionId)
    if (log === undefined) throw notFound('session')
    const { status } = await audit.verifySession(sessionId)
    return { sessionId, verification: status, base64: log.toString('base64'), bytes: log.length, sha256: sha256(log) }
  },
})
