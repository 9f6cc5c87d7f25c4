import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { isSession } from '../direct/sessions.ts'
import { notFound, roomFault } from '../faults.ts'
import { Bytes } from '../schema.ts'

export const roomAuditExport = roomOperation({
  name: 'room_audit_export',
  summary: 'A zip with the receipts, outputs and heads of a session or an issue, key ids and a report; never a key.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/audit/export'],
  input: z.strictObject({ sessionId: z.string().optional(), issueId: z.int().min(1).optional() }),
  output: Bytes.extend({ filename: z.string() }),
  toHttpBody: ({ base64, filename }) => ({
    type: 'application/zip',
    body: new Uint8Array(Buffer.from(base64, 'base64')),
    headers: { 'content-disposition': `attachment; filename="${filename}"` },
  }),
  async run({ sessionId, issueId }, { room }) {
    const target =
      sessionId === undefined ? issueId !== undefined && { issueId } : issueId === undefined && { sessionId }
    if (!target)
      throw roomFault('invalid_request', { fields: [{ path: 'sessionId', rule: 'one of sessionId, issueId' }] })
    if ('sessionId' in target && !(await isSession(room, target.sessionId))) throw notFound('session')
    const folder = await mkdtemp(join(tmpdir(), 'daybook-export-'))
    try {
      const file = join(folder, 'audit.zip')
      const exported = await room.audit.export(target, file)
      if (!exported) throw notFound('sessionId' in target ? 'session' : 'issue')
      const bytes = await readFile(file)
      const filename = `audit-${sessionId ?? `issue-${issueId}`}.zip`
      return { filename, base64: bytes.toString('base64'), bytes: bytes.length, sha256: exported.sha256 }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
})
