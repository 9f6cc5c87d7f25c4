import type { Receipt } from '../../receipts/receipt.ts'
import type { Citation } from './citation.ts'
import type { CitedFiles } from './cited-files.ts'
import { findQuote } from './find-text.ts'
import { quoteForm } from './normal-form.ts'
import { doubleQuotations } from './quotations.ts'
import { searchable } from './searchable-file.ts'

/** More of them than a round or a turn touches; a session that has gone on for weeks is not read again for a warning. */
const mostFiles = 50

/** Whether the reply quotes at length, outside of its Evidence line, what stands in no file that it cites or was shown. */
export async function hasUnverifiedQuote(
  rest: string,
  { sources, scope }: Citation,
  receipts: readonly Receipt[],
  files: CitedFiles,
): Promise<boolean> {
  const wanted = rest
    .split(/\n\s*\n/)
    .flatMap(doubleQuotations)
    .map(({ text }) => quoteForm(text))
    .filter(text => [...text].length >= 24)
  if (wanted.length === 0) return false
  const shown = new Set([
    ...sources.map(({ path }) => path),
    ...(scope?.files ?? []).map(({ path }) => path),
    ...receipts.toReversed().flatMap(({ file_refs }) => file_refs.map(({ path }) => path)),
  ])
  let missing = wanted
  for (const file of files.snapshot.files.filter(({ path }) => shown.has(path)).slice(0, mostFiles)) {
    const text = await files.read(file)
    if ('fault' in text) continue
    const { form } = searchable(text)
    missing = missing.filter(quote => findQuote(form.text, quote, 0, form.text.length) < 0)
    if (missing.length === 0) return false
  }
  return true
}
