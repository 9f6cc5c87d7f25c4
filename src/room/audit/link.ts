import { sha256 } from '../../files/sha256.ts'
import { canonicalLine, readCanonicalFile } from '../../receipts/canonical.ts'
import type { Receipt } from '../../receipts/receipt.ts'
import { type Key, type Sealed, seal } from '../../receipts/signing.ts'
import { requireId } from '../ids.ts'
import { type AuditContext, tamperedFault } from './context.ts'
import { examineSession } from './examine.ts'
import { type IssueEntry, type IssueFolder, type NewIssueFile, readListed, withIssueFolder } from './issue-files.ts'
import { loadKeys } from './keys.ts'
import { readSettledState } from './verify.ts'

export interface LinkRequest {
  sessionId: string
  issueId: number
  /** A round, turn, task or run; every one of the session that is not linked yet when left out. */
  unit?: string | undefined
  /** Filed in the same step, each unless the issue has one of its kind about the same already. */
  beside?: readonly NewIssueFile[]
}

export interface Linked {
  /** How many receipts the named units have; those that were linked before count too. */
  linked: number
  /** The copies, one per unit. */
  entries: IssueEntry[]
}

/** Files the receipts of units of a session with an issue, once per session, unit and issue. */
export async function linkReceipts(ctx: AuditContext, request: LinkRequest): Promise<Linked> {
  const { sessionId, issueId, unit, beside = [] } = request
  requireId(sessionId)
  const { head, units } = await verifiedUnits(ctx, sessionId)
  const wanted = units.filter(({ id }) => unit === undefined || id === unit)
  if (wanted.length === 0 && beside.length === 0) return { linked: 0, entries: [] }
  return withIssueFolder(ctx, issueId, async folder => {
    const before = await linkedUnits(ctx, issueId, folder, sessionId)
    const missing = wanted.filter(({ id }) => !before.has(id))
    const others = beside.filter(({ kind, packetId }) => !folder.entries.some(isAbout(kind, packetId)))
    const files = [...missing.flatMap(each => filesOf(each, sessionId, head, folder.key)), ...others]
    const added = files.length === 0 ? [] : (await folder.add(files)).filter(({ kind }) => kind === 'session-receipts')
    const chosen = unit === undefined ? missing : wanted
    return {
      linked: chosen.reduce((sum, { receipts }) => sum + receipts.length, 0),
      entries: unit === undefined ? added : [...before.values(), ...added].filter(({ packetId }) => packetId === unit),
    }
  })
}

function isAbout(kind: string, packetId: string): (entry: IssueEntry) => boolean {
  return entry => entry.kind === kind && entry.packetId === packetId
}

interface Unit {
  /** How the reference names it. */
  field: 'round_id' | 'task_id' | 'run_id' | 'turn_id'
  id: string
  receipts: Receipt[]
  lines: Buffer[]
}

/** The receipts of a session by unit, taken in the same look that verified them. */
async function verifiedUnits(ctx: AuditContext, session: string): Promise<{ head: string; units: Unit[] }> {
  const keys = await loadKeys(ctx)
  const units = new Map<string, Unit>()
  const { problems, end } = await examineSession(ctx, keys, session, await readSettledState(ctx, keys, session), {
    each({ bytes }, receipt) {
      const { field, id } = unitOf(receipt)
      const unit = units.get(id) ?? { field, id, receipts: [], lines: [] }
      units.set(id, unit)
      unit.receipts.push(receipt)
      // A view into a piece of the log would keep the whole piece in memory.
      unit.lines.push(Buffer.from(bytes))
    },
  })
  const all = [...keys.problems, ...problems]
  if (all.length > 0) throw tamperedFault('The session does not verify, so nothing of it is linked.', all)
  return { head: end.head, units: [...units.values()] }
}

function unitOf(receipt: Receipt): Pick<Unit, 'field' | 'id'> {
  for (const field of ['round_id', 'task_id', 'run_id'] as const) {
    const id = receipt[field]
    if (id !== undefined) return { field, id }
  }
  return { field: 'turn_id', id: receipt.turn_id }
}

/** The units of the session that the issue has already, each with its copy. */
async function linkedUnits(
  ctx: AuditContext,
  issue: number,
  { entries }: IssueFolder,
  session: string,
): Promise<Map<string, IssueEntry>> {
  const units = new Map<string, IssueEntry>()
  for (const [at, entry] of entries.entries()) {
    if (entry.kind !== 'session-receipts-ref') continue
    const bytes = await readListed(ctx, issue, entry)
    const reference = bytes && readCanonicalFile(bytes)
    // Copy and reference are filed together, the copy first.
    const copy = entries[at - 1]
    if (copy && Object(reference).session_id === session) units.set(entry.packetId, copy)
  }
  return units
}

function filesOf({ field, id, receipts, lines }: Unit, session: string, head: string, key: Key): NewIssueFile[] {
  const copy = Buffer.concat(lines.flatMap(line => [line, Buffer.from('\n')]))
  const reference: Sealed<object> = seal(key, {
    v: 1,
    session_id: session,
    [field]: id,
    first_seq: receipts[0]?.seq,
    last_seq: receipts.at(-1)?.seq,
    receipt_ids: receipts.map(({ receipt_id }) => receipt_id),
    lines_sha256: sha256(copy),
    head,
  })
  return [
    { kind: 'session-receipts', packetId: id, bytes: copy },
    { kind: 'session-receipts-ref', packetId: id, bytes: Buffer.from(canonicalLine(reference)) },
  ]
}
