import { createHash } from 'node:crypto'
import { sha256 } from '../../src/files/sha256.ts'
import type { FileRef, Receipt } from '../../src/receipts/receipt.ts'
import type { Audit } from '../../src/room/audit/open.ts'
import { validateReply } from '../../src/room/evidence/validate-reply.ts'
import type { GroundingVerdict, ReplyCheck } from '../../src/room/evidence/verdict.ts'
import { createResolver } from '../../src/room/workspace/resolve.ts'
import { Settings } from '../../src/room/workspace/settings.ts'
import { type FileClass, type Snapshot, splitLines, textOf, type VfsFile } from '../../src/room/workspace/vfs.ts'

export interface Room {
  snapshot: Snapshot
  audit: Audit
  receipts: Receipt[]
  /** Paths in the order in which they were read. */
  reads: string[]
  files: { [path: string]: string }
  /** Runs a tool, as far as a receipt tells. */
  receipt(about?: Partial<Receipt> & { touched?: readonly string[] }): Receipt
  /** Changes a line of the audit on disk. */
  tamper(receipt: Receipt): void
  check(text: string, about?: Partial<ReplyCheck>): Promise<GroundingVerdict>
}

export const session = 'chat_00112233445566aa'
export const turn = 'turn_00112233445566cc'

/** A workspace and its audit that live in memory, behind the same ports as those on disk. */
export function openRoom(files: { [path: string]: string | Uint8Array }): Room {
  const reads: string[] = []
  const texts = Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path.normalize('NFC'), Buffer.from(content)]),
  )
  const snapshot = memorySnapshot(texts, reads)
  const receipts: Receipt[] = []
  const stored = new Map<string, string>()
  const audit: Audit = {
    mint: async () => Promise.reject(new Error('Receipts of this room are made by receipt().')),
    receiptsOf: async id => receipts.filter(receipt => receipt.session_id === id),
    find: async id => receipts.find(receipt => receipt.receipt_id === id),
    output: async () => undefined,
    async verifySession(id) {
      const own = receipts.filter(receipt => receipt.session_id === id)
      const problems = own
        .filter(receipt => stored.get(receipt.receipt_id) !== JSON.stringify(receipt))
        .map(({ seq }) => ({ code: 'bad_signature', seq }))
      return { status: problems.length > 0 ? 'tampered' : 'ok', count: own.length, head: '', problems }
    },
  }
  return {
    snapshot,
    audit,
    receipts,
    reads,
    files: Object.fromEntries(Object.entries(texts).map(([path, bytes]) => [path, bytes.toString('utf8')])),
    receipt({ touched = [], ...about } = {}) {
      const session_id = about.session_id ?? session
      const seq = receipts.filter(receipt => receipt.session_id === session_id).length + 1
      const receipt = receiptOf(
        { file_refs: touched.map(path => wholeRef(path, texts[path] ?? Buffer.alloc(0))), ...about, session_id },
        seq,
        receipts.length,
      )
      receipts.push(receipt)
      stored.set(receipt.receipt_id, JSON.stringify(receipt))
      return receipt
    },
    tamper(receipt) {
      stored.set(receipt.receipt_id, '')
    },
    check: (text, about = {}) =>
      validateReply({
        text,
        kind: 'tools',
        role: 'critic',
        session,
        turn,
        receipts,
        snapshot,
        audit,
        settings: Settings.parse({}).evidence,
        ...about,
      }),
  }
}

export function linesRef(path: string, start_line: number, end_line: number): FileRef {
  return { path, start_line, end_line, sha256: '', excerpt: '', file_sha256: '' }
}

function memorySnapshot(texts: { [path: string]: Buffer }, reads: string[]): Snapshot {
  const outlinePath = Object.keys(texts).find(path => /^Story\/SCN-outline\.md$/i.test(path)) ?? null
  const files = Object.entries(texts).map(([path, bytes]) => fileOf(path, bytes, classOf(path, outlinePath)))
  return {
    files,
    folders: [...new Set(files.flatMap(({ path }) => foldersOf(path)))],
    outlinePath,
    truncated: false,
    warnings: [],
    resolve: createResolver(files),
    async read({ path }) {
      reads.push(path)
      return textOf(path, texts[path] ?? Buffer.alloc(0))
    },
  }
}

function fileOf(path: string, bytes: Buffer, kind: FileClass): VfsFile {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return {
    path,
    name,
    class: kind,
    title: name,
    size_bytes: bytes.length,
    modified: '2026-01-01T00:00:00.000Z',
    lines: splitLines(bytes.toString('utf8')).length,
    origin: 'physical',
    readonly: false,
  }
}

function classOf(path: string, outline: string | null): FileClass {
  if (path === outline) return 'outline'
  if (path === 'Canon.md') return 'canon'
  if (path.startsWith('Story/')) return 'scene'
  return path.startsWith('Compendium/') ? 'compendium' : 'other'
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

function wholeRef(path: string, bytes: Buffer): FileRef {
  return { path, sha256: sha256(bytes), excerpt: '', file_sha256: sha256(bytes) }
}

function receiptOf(about: Partial<Receipt>, seq: number, count: number): Receipt {
  return {
    v: 1,
    receipt_id: `rcpt_${createHash('sha256').update(`${about.session_id} ${count}`).digest('hex').slice(0, 12)}`,
    session_id: session,
    turn_id: turn,
    agent_id: 'critic',
    surface: 'chat',
    tool_id: 'file_reader',
    tool_version: '1.0.0',
    inputs: {},
    outputs: { text: '', truncated: false, sha256: sha256(''), full_size: 0 },
    file_refs: [],
    ok: true,
    error: null,
    duration_ms: 1,
    nonce: null,
    timestamp: '2026-03-01T12:00:00.000Z',
    seq,
    prev: '',
    key_id: '0000000000000000',
    signature_alg: 'HMAC-SHA256',
    signature: '',
    ...about,
  }
}
