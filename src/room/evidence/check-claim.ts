import type { Receipt } from '../../receipts/receipt.ts'
import { checkAbsence, checkAccess } from './check-absence.ts'
import { type Refusal, refusal } from './check-outcome.ts'
import { checkPlaces } from './check-places.ts'
import { checkQuotes } from './check-quotes.ts'
import type { Citation } from './citation.ts'
import type { CitedFiles } from './cited-files.ts'
import type { ClaimKind, EvidenceSpan } from './verdict.ts'

/** Row 11: what a claim of this kind must show. Quotes are looked up whatever the kind, except what is said to be absent. */
export async function checkClaim(
  citation: Citation,
  kind: ClaimKind,
  receipts: readonly Receipt[],
  files: CitedFiles,
): Promise<{ spans: EvidenceSpan[] } | Refusal> {
  if (kind === 'absence') return (await checkAbsence(citation, files)) ?? { spans: [] }
  if (kind === 'content') return checkContent(citation, receipts, files)
  if (kind === 'issue') return checkQuotes(citation, receipts, files)
  const refused = kind === 'structural' ? await checkStructural(citation, files) : checkAccess(citation)
  return refused ?? checkQuotes(citation, receipts, files)
}

async function checkContent(citation: Citation, receipts: readonly Receipt[], files: CitedFiles) {
  if (citation.hasEmptyQuote) return refusal('missing-quote', 'empty-quote')
  if (citation.quotes.length === 0) return refusal('missing-quote')
  if (!citation.sources.some(({ file }) => file)) {
    return refusal('missing-file', citation.sources.find(({ error }) => error)?.error ?? 'no-file')
  }
  const quotes = await checkQuotes(citation, receipts, files)
  if ('reason' in quotes) return quotes
  return (await checkPlaces(citation, files, 'resolved')) ?? quotes
}

async function checkStructural(citation: Citation, files: CitedFiles): Promise<Refusal | undefined> {
  return citation.places.length === 0 ? refusal('missing-location') : checkPlaces(citation, files, 'all')
}
