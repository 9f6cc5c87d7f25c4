import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { sha256 } from '../../files/sha256.ts'
import { formatCount } from '../../kernel/numbers.ts'
import { cutTo } from '../../kernel/text.ts'
import { roomCommand, roomOperation, roomQuery } from '../context.ts'
import { isSession, maxDirectOutput } from '../direct/direct-calls.ts'
import { notFound, roomFault } from '../faults.ts'
import { reindexRoom } from '../reindex.ts'
import { AuditReport, AuditStatus, Bytes, IssueEntry, Receipt, SessionVerification } from '../schema.ts'

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
  chatText: ({ sessionId, receipts, verification: { status, problems } }) =>
    [
      ...receipts,
      `session ${sessionId}: ${receipts.length} receipts, ${status}`,
      ...problems.map(problem => `problem: ${JSON.stringify(problem)}`),
    ].join('\n'),
  async run({ sessionId }, { room }) {
    if (!(await isSession(room, sessionId))) throw notFound('session')
    const receipts = (await room.audit.receiptsOf(sessionId)).map(({ receipt_id }) => receipt_id)
    return { sessionId, receipts, count: receipts.length, verification: await room.audit.verifySession(sessionId) }
  },
})

export const roomReceiptOutput = roomOperation({
  name: 'room_receipt_output',
  summary: 'A piece of the whole output behind a receipt, counted in bytes. Go on at next_offset until it is absent.',
  effect: 'read',
  access: 'reader',
  schemaDetail: 'brief',
  input: z.strictObject({
    receipt_id: z.string(),
    offset: z.int().min(0).default(0),
    length: z.int().min(1).max(64_000).default(maxDirectOutput),
  }),
  output: z.object({
    receipt_id: z.string(),
    offset: z.int(),
    text: z.string(),
    bytes: z.int(),
    full_size: z.int(),
    next_offset: z.int().optional(),
  }),
  textOnly: 'text',
  chatText: ({ text, next_offset }) => (next_offset === undefined ? text : `${text}\nnext_offset: ${next_offset}`),
  async run({ receipt_id, offset, length }, { room: { audit } }) {
    const output = await audit.output(receipt_id)
    if (output === undefined) throw notFound('receipt')
    const whole = Buffer.from(output)
    const from = boundary(whole, offset)
    const text = cutTo(whole.toString('utf8', from), length)
    const bytes = Buffer.byteLength(text)
    const next = from + bytes
    return {
      receipt_id,
      offset: from,
      text,
      bytes,
      full_size: whole.length,
      ...(next < whole.length && bytes > 0 && { next_offset: next }),
    }
  },
})

/** No piece begins inside a character. */
function boundary(bytes: Buffer, offset: number): number {
  let at = Math.min(offset, bytes.length)
  while (at > 0 && at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--
  return at
}

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
  chatText: auditText,
  async run({ sessionId }, { room }) {
    if (sessionId === undefined) return room.audit.verify()
    if (!(await isSession(room, sessionId))) throw notFound('session')
    const session = await room.audit.verifySession(sessionId, { fresh: true })
    return { status: session.status, keys: [], sessions: [{ sessionId, ...session }], issues: [] }
  },
})

const exits = { ok: 0, tampered: 1, unverifiable: 2 }

/** Every problem and where it is, then how the audit is as a whole. */
function auditText({ status, keys, sessions, issues }: z.output<typeof AuditReport>): string {
  const problems = [
    ...keys.map(problem => ({ where: 'keys', ...problem })),
    ...sessions.flatMap(each => each.problems.map(problem => ({ where: each.sessionId, ...problem }))),
    ...issues.flatMap(each => each.problems.map(problem => ({ where: `issue ${each.issueId}`, ...problem }))),
  ]
  const receipts = sessions.reduce((sum, { count }) => sum + count, 0)
  return [
    ...problems.map(({ where, code, file, seq }) =>
      [code, where, seq === undefined ? '' : `line ${seq}`, file].filter(Boolean).join('  '),
    ),
    `${status}  ${formatCount(receipts, 'receipt')} in ${formatCount(sessions.length, 'session')}`,
    ...nextSteps[status],
  ].join('\n')
}

const nextSteps = {
  ok: [],
  tampered: ['The files are below .control-room/audit. A restored backup: daybook room verify --accept-rollback'],
  unverifiable: ['The key that signed them is not here. Bring it back, then verify again.'],
}

export const roomReceiptShow = roomQuery({
  name: 'room_receipt_show',
  summary: 'One receipt as it was signed, with whether its session verifies.',
  routes: ['GET /api/audit/receipts/{receiptId}'],
  input: z.strictObject({ receiptId: z.string() }),
  output: z.object({ receipt: Receipt, verification: SessionVerification }),
  async run({ receiptId }, { room: { audit } }) {
    const receipt = await audit.find(receiptId)
    if (!receipt) throw notFound('receipt')
    return { receipt: { ...receipt }, verification: await audit.verifySession(receipt.session_id) }
  },
})

export const roomOutputShow = roomQuery({
  name: 'room_output_show',
  summary: 'The whole output behind a receipt, after its signature and hash were checked.',
  routes: ['GET /api/audit/receipts/{receiptId}/output'],
  input: z.strictObject({ receiptId: z.string() }),
  output: z.object({ receiptId: z.string(), text: z.string() }),
  toHttpBody: ({ text }) => ({ type: 'text/plain; charset=utf-8', body: text }),
  async run({ receiptId }, { room: { audit } }) {
    const text = await audit.output(receiptId)
    if (text === undefined) throw notFound('output')
    return { receiptId, text }
  },
})

export const roomSessionLog = roomQuery({
  name: 'room_session_log',
  summary: 'The log of a session byte for byte, with whether it verifies.',
  routes: ['GET /api/audit/sessions/{sessionId}/tool-receipts'],
  input: z.strictObject({ sessionId: z.string() }),
  output: Bytes.extend({ sessionId: z.string(), verification: AuditStatus }),
  toHttpBody: ({ base64, verification }) => ({
    type: 'text/plain; charset=utf-8',
    body: new Uint8Array(Buffer.from(base64, 'base64')),
    headers: { 'x-daybook-verification': verification },
  }),
  async run({ sessionId }, { room: { audit } }) {
    const log = await audit.log(sessionId)
    if (log === undefined) throw notFound('session')
    const { status } = await audit.verifySession(sessionId)
    return { sessionId, verification: status, base64: log.toString('base64'), bytes: log.length, sha256: sha256(log) }
  },
})

export const roomSessionLink = roomCommand({
  name: 'room_session_link',
  summary: 'Files the receipts of a round or turn with an issue; without one, of all that are not linked yet.',
  effect: 'append',
  access: 'writer',
  repeatable: true,
  routes: ['POST /api/audit/sessions/{sessionId}/link-issue'],
  input: z.strictObject({
    sessionId: z.string(),
    issueId: z.int().min(1).optional(),
    roundId: z.string().optional(),
    turnId: z.string().optional(),
  }),
  output: z.object({
    status: z.literal('ok'),
    linked: z.int(),
    entry: IssueEntry.nullable(),
    entries: z.array(IssueEntry),
  }),
  async run({ sessionId, issueId, roundId, turnId }, { room }) {
    if (issueId === undefined) throw roomFault('missing_issue_id')
    if (!(await isSession(room, sessionId))) throw notFound('session', { sessionId })
    if (!(await room.issues.get(issueId))) throw notFound('issue', { issueId })
    const { linked, entries } = await room.audit.link({ sessionId, issueId, unit: roundId ?? turnId })
    return { status: 'ok' as const, linked, entry: entries[0] ?? null, entries }
  },
})

export const roomIssueAudit = roomQuery({
  name: 'room_issue_audit',
  summary: 'Files that were filed with an issue: packets, receipts, reports, transcripts.',
  routes: ['GET /api/audit/issues/{issueId}'],
  input: z.strictObject({ issueId: z.int().min(1) }),
  output: z.object({ entries: z.array(IssueEntry), verification: AuditStatus }),
  toHttpBody: ({ entries, verification }) => ({
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(entries),
    headers: { 'x-daybook-verification': verification },
  }),
  async run({ issueId }, { room: { audit, issues } }) {
    const filed = await audit.issue(issueId)
    if (!filed && !(await issues.get(issueId))) throw notFound('issue')
    return { entries: filed?.entries ?? [], verification: filed?.status ?? 'ok' }
  },
})

export const roomIssueFile = roomQuery({
  name: 'room_issue_file',
  summary: 'One file that was filed with an issue, as it was written.',
  routes: ['GET /api/audit/issues/{issueId}/files/{filename}'],
  input: z.strictObject({ issueId: z.int().min(1), filename: z.string() }),
  output: Bytes.extend({ filename: z.string() }),
  toHttpBody: ({ base64, filename }) => ({
    type: types[filename.slice(filename.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    body: new Uint8Array(Buffer.from(base64, 'base64')),
  }),
  async run({ issueId, filename }, { room: { audit } }) {
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

export const roomAuditExport = roomQuery({
  name: 'room_audit_export',
  summary: 'A zip with the receipts, outputs and heads of a session or an issue, key ids and a report; never a key.',
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

export const roomReindex = roomCommand({
  name: 'room_reindex',
  summary: 'Rebuilds the rows about the room from the files of the workspace. Anchors stay as they are.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  input: z.strictObject({}),
  output: z.object({ receipts: z.int(), sessions: z.int(), evidence: z.int() }),
  run: async (_, { room }) => reindexRoom(room),
})

export const roomKeysRotate = roomCommand({
  name: 'room_keys_rotate',
  summary: 'A new key signs receipts from now on; those signed with the old one stay valid.',
  effect: 'change',
  access: 'admin',
  input: z.strictObject({}),
  output: z.object({ from: z.string(), to: z.string() }),
  run: async (_, { room }) => room.audit.rotateKey(),
})

export const roomKeysFix = roomCommand({
  name: 'room_keys_fix',
  summary: 'Makes the key files plain files that no other user may open; answers the ids of those that were mended.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  input: z.strictObject({}),
  output: z.object({ fixed: z.array(z.string()) }),
  run: async (_, { room }) => room.audit.fixKeys(),
})

export const roomRollbackAccept = roomCommand({
  name: 'room_rollback_accept',
  summary: 'Takes a restored backup of the audit for the truth, where it is sound in itself; the feed says who did.',
  effect: 'change',
  access: 'admin',
  input: z.strictObject({}),
  output: z.object({ sessions: z.array(z.string()), issues: z.array(z.int()), keys: z.boolean() }),
  run: async (_, { call, room }) => room.audit.acceptRollback(call.principal),
})
