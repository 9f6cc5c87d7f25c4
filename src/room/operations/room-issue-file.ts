import { z } from 'zod'
import { sha256 } from '../../receipts/signing.ts'
import { roomOperation } from '../context.ts'
import { notFound, roomFault } from '../faults.ts'
import { Bytes } from '../schema.ts'

export const roomIssueFile = roomOperation({
  name: 'room_issue_file',
  summary: 'One file that was filed with an issue, as it was written.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/audit/issues/{issueId}/files/{filename}'],
  input: z.strictObject({ issueId: z.int().min(1), filename: z.string() }),
  output: Bytes.extend({ filename: z.string() }),
  toHttpBody: ({ base64, filename }) => ({
    type: types[filename.slice(filename.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    body: new Uint8Array(Buffer.from(base64, 'base64')),
  }),
  async run({ issueId, filename }, { room }) {
    const { audit } = room
    if (!nameShape.test(filename)) throw roomFault('invalid_id')
    const bytes = await audit.issueFile(issueId, filename)
    if (!bytes) throw notFound('file')
    return { filename, base64: bytes.toString('base64'), bytes: bytes.length, sha256: sha256(bytes) }
  },
})

/** `20260301_120000_007__packet__pkt_0a1b2c3d4e5f.json` */
const nameShape = /^\d{8}_\d{6}_\d{3}__[a-z-]+__[A-Za-z0-9][A-Za-z0-9_-]{0,79}\.(?:jsonl?|md)$/

const types: { readonly [extension: string]: string } = {
  json: 'application/json; charset=utf-8',
  jsonl: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
}
