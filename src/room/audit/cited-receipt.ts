import { citedLines } from '../../evidence/check-file.ts'
import type { CitedNow, Evidence, EvidenceVerdict } from '../../evidence/evidence.ts'
import { sha256 as hashOf } from '../../files/sha256.ts'
import { cutTo } from '../../kernel/text.ts'
import { receiptIdShape } from '../../receipts/receipt.ts'
import { RoomFault } from '../faults.ts'
import type { RoomAudit } from './open.ts'

/**
 * The verdict on a receipt that a record cites: it is there, its session's log verifies, and its output has the hash it
 * was cited with. A log whose key is not here proves nothing.
 */
export async function checkReceipt(
  audit: RoomAudit,
  { ref, lines, sha256 }: Omit<Evidence, 'kind'>,
): Promise<EvidenceVerdict> {
  if (!receiptIdShape.test(ref)) return 'unchecked'
  const receipt = await audit.find(ref)
  if (receipt === undefined) return 'missing'
  const { status } = await audit.verifySession(receipt.session_id)
  if (status !== 'ok') return status === 'tampered' ? 'changed' : 'unchecked'
  if (sha256 === undefined) return 'verified'
  const cited = await citedOutput(audit, ref, lines)
  if (cited === undefined) return 'missing'
  return hashOf(cited) === sha256 ? 'verified' : 'changed'
}

export async function readReceipt(
  audit: RoomAudit,
  { ref, lines }: Pick<Evidence, 'ref' | 'lines'>,
  longest: number,
): Promise<CitedNow | undefined> {
  const cited = receiptIdShape.test(ref) ? await citedOutput(audit, ref, lines) : undefined
  if (cited === undefined) return undefined
  const text = cutTo(cited.toString('utf8'), longest)
  return { sha256: hashOf(cited), text, cut: cited.length > longest }
}

/** An output that is not as it was written is never given out, so it supports nothing. */
async function citedOutput(audit: RoomAudit, id: string, lines: string | undefined): Promise<Buffer | undefined> {
  const output = await audit.output(id).catch((error: unknown) => {
    if (error instanceof RoomFault) return undefined
    throw error
  })
  return output === undefined ? undefined : citedLines(Buffer.from(output), lines)
}
