import { shownTitle } from '../../../../src/room/issues/shown-title.ts'
import { callRoom } from '../../api.ts'
import type { Output } from '../../operations.ts'
import { bytesOf } from '../../state/download.ts'
import type { Evidence } from '../../state/evidence.ts'
import { receiptsIn } from '../../state/room/receipts.ts'
import type { DecisionSource } from './save-as-decision.tsx'

/** An issue as a decision, resting on the issue itself and on the receipts that are filed with it. */
export async function issueDecision(project: string, issue: Output<'room_issue_show'>): Promise<DecisionSource> {
  const { id, body } = issue
  const title = shownTitle(issue)
  const paragraphs = body.split('\n\n').filter(text => text.trim() !== '')
  return {
    title,
    // The text of a round begins with its ids and names who speaks.
    summary: paragraphs.find(text => !/^(?:Session: |\*\*[^*\n]*\*\*$)/.test(text)) ?? title,
    body: [`Issue #${id}: ${title}`, ...(paragraphs.length > 1 ? [body.trim()] : [])].join('\n\n'),
    evidence: [{ kind: 'file', ref: `issue:${id}` }, ...(await filedReceipts(project, id))],
  }
}

const mostLogs = 4
const receiptId = /^rcpt_[0-9a-f]{12}$/

/** What is filed can be missing or damaged; the issue is cited all the same. */
async function filedReceipts(project: string, issueId: number): Promise<Evidence[]> {
  try {
    const { entries } = await callRoom(project, 'room_issue_audit', { issueId })
    const logs = entries.filter(({ kind }) => kind === 'session-receipts').slice(0, mostLogs)
    const files = await Promise.all(
      logs.map(({ filename }) => callRoom(project, 'room_issue_file', { issueId, filename })),
    )
    const ids = files.flatMap(({ base64 }) => receiptsIn(new TextDecoder().decode(bytesOf(base64))))
    return ids.filter(id => receiptId.test(id)).map(ref => ({ kind: 'receipt' as const, ref }))
  } catch {
    return []
  }
}
