import type { Receipt } from '../../receipts/receipt.ts'
import { toolIds } from '../tools/tool.ts'
import { type Refusal, refusal } from './check-outcome.ts'
import type { Citation } from './citation.ts'
import { receiptsInScope } from './cited-receipt-checks.ts'
import type { ReplyCheck } from './reply-check.ts'
import type { ClaimKind } from './verdict.ts'

/** Row 10: who used a tool, or says so, or speaks of issues, must show the receipt. */
export function checkRequired(
  check: ReplyCheck,
  prepared: string,
  { citation, kind, cited }: { citation: Citation; kind: ClaimKind; cited: readonly Receipt[] },
): Refusal | undefined {
  if (cited.length === 0 && namesATool.test(prepared)) return refusal('missing-receipt', 'tool-named')
  if (cited.length === 0 && citation.issues.length > 0) return refusal('missing-receipt', 'issue-cited')
  if (kind === 'access' || check.session === null || check.settings.receiptRule === 'tied') return undefined
  const own = ownReceipts(check)
  if (!own.some(({ ok }) => ok)) return undefined
  return cited.some(({ receipt_id }) => own.some(each => each.receipt_id === receipt_id))
    ? undefined
    : refusal('missing-receipt', check.kind === 'phase2' ? 'round' : check.kind === 'step' ? 'run' : 'turn')
}

/** With the rule "tied" the engine itself finds the receipts of the files a claim rests on. */
export function attachedReceipts(
  check: ReplyCheck,
  kind: ClaimKind,
  paths: readonly string[],
): { receipts: Receipt[] } | Refusal {
  const isTied = check.settings.receiptRule === 'tied' && check.session !== null && kind !== 'access'
  if (!isTied || paths.length === 0) return { receipts: [] }
  const receipts = receiptsInScope(check).filter(({ file_refs }) => file_refs.some(({ path }) => paths.includes(path)))
  const without = paths.find(path => !receipts.some(({ file_refs }) => file_refs.some(ref => ref.path === path)))
  return without === undefined ? { receipts } : refusal('missing-receipt', without)
}

/** A turn answers for its own tools, the second phase for those of its round, a step for those of its run. */
function ownReceipts(check: ReplyCheck): Receipt[] {
  const inScope = receiptsInScope(check)
  if (check.kind === 'phase2' || check.kind === 'step') return inScope
  return inScope.filter(({ turn_id }) => turn_id === check.turn)
}

const ids = toolIds.map(id => id.replaceAll('_', '[_-]')).join('|')
const namesATool = new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${ids}|tool calls?|tool results?)(?![\\p{L}\\p{N}_-])`, 'iu')
