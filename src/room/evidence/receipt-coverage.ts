import type { FileRef, Receipt } from '../../receipts/receipt.ts'
import { type Refusal, refusal } from './check-outcome.ts'
import type { Citation } from './citation.ts'
import type { CitedFiles } from './cited-files.ts'
import type { ClaimKind } from './verdict.ts'

/** Row 12: the cited receipts are about what is cited. `paths` are the files that carry the claim. */
export async function checkCoverage(
  {
    citation,
    kind,
    receipts,
    paths,
  }: { citation: Citation; kind: ClaimKind; receipts: readonly Receipt[]; paths: readonly string[] },
  files: CitedFiles,
): Promise<Refusal | undefined> {
  if (kind === 'issue') return checkIssues(citation.issues, receipts)
  if (kind === 'access' || receipts.length === 0) return undefined
  const refs = receipts.flatMap(({ file_refs }) => file_refs)
  if (kind !== 'absence') {
    const untouched = paths.find(path => !refs.some(ref => ref.path === path))
    return untouched === undefined ? undefined : refusal('receipt-mismatch', untouched)
  }
  for (const file of citation.scope?.files ?? []) {
    const text = await files.read(file)
    const lines = 'fault' in text ? [] : text.lines
    const ofFile = refs.filter(ref => ref.path === file.path)
    if (!coversAll(ofFile, lines)) return refusal('scope-not-covered', file.path)
  }
  return undefined
}

/** One search must have shown all of them. */
function checkIssues(issues: readonly number[], receipts: readonly Receipt[]): Refusal | undefined {
  const showsAll = receipts.some(({ issue_refs = [] }) => issues.every(issue => issue_refs.includes(issue)))
  return showsAll ? undefined : refusal('receipt-mismatch', issues.map(issue => `#${issue}`).join(' '))
}

/** Blank lines hold nothing that could have been found, so no tool need have shown them. */
function coversAll(refs: readonly FileRef[], lines: readonly string[]): boolean {
  if (refs.some(ref => ref.start_line === undefined)) return true
  const ranges = refs
    .map(({ start_line = 0, end_line = 0 }) => ({ start: start_line, end: end_line }))
    .sort((a, b) => a.start - b.start)
  let covered = 0
  for (const { start, end } of ranges) {
    if (hasText(lines, covered, start - 1)) return false
    covered = Math.max(covered, end)
  }
  return refs.length > 0 && !hasText(lines, covered, lines.length)
}

function hasText(lines: readonly string[], from: number, to: number): boolean {
  return lines.slice(from, Math.max(from, to)).some(line => line.trim() !== '')
}
