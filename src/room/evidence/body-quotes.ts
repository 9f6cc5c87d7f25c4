import { trimEndOf } from '../../kernel/text.ts'
import type { Receipt } from '../../receipts/receipt.ts'
import type { FileText } from '../workspace/vfs.ts'
import type { Citation, CitedFiles } from './citation.ts'
import { quoteForm } from './normal-form.ts'
import { quotationsIn } from './quotations.ts'
import { findQuote, lineAt, originalOf, searchable } from './searchable-file.ts'
import type { Statement } from './statements.ts'

/** More of them than a round or a turn touches; a session that has gone on for weeks is not read again for one reply. */
const maxFiles = 50
/** A reply that quotes more than this is not shown as verified. */
const maxQuotations = 40

/** What the quotations of a reply outside of its Evidence line turned out to be. */
export interface BodyQuotations {
  /** The lines of the files with the quotations that were found. */
  places: string[]
  /** At least one is given as the words of a text or a person, and no file has them. */
  isInvented: boolean
  /** At least one was not found, but it may be a figure of speech, or not all files were looked at. */
  isUnfound: boolean
}

/** Looks up every quotation in what the reply cites and was shown, then in the other files. */
export async function lookUpQuotations(
  statements: readonly Statement[],
  { sources, scope }: Citation,
  receipts: readonly Receipt[],
  files: CitedFiles,
): Promise<BodyQuotations> {
  const quoting = statements.filter(({ isAdvice, type }) => !isAdvice && type !== 'absence').flatMap(quotationsOf)
  const all = [...new Map(quoting.map(each => [each.wanted, each])).values()]
  let missing = all.slice(0, maxQuotations)
  if (missing.length === 0) return { places: [], isInvented: false, isUnfound: false }
  const shown = new Set([
    ...sources.map(({ path }) => path),
    ...(scope?.files ?? []).map(({ path }) => path),
    ...receipts.toReversed().flatMap(({ file_refs }) => file_refs.map(({ path }) => path)),
  ])
  const tree = files.snapshot.files
  const ordered = [...tree.filter(({ path }) => shown.has(path)), ...tree.filter(({ path }) => !shown.has(path))]
  const places: string[] = []
  for (const file of ordered.slice(0, maxFiles)) {
    if (missing.length === 0) break
    const text = await files.read(file)
    if ('fault' in text) continue
    missing = missing.filter(({ wanted }) => {
      const place = placeOf(wanted, text)
      if (place !== undefined) places.push(place)
      return place === undefined
    })
  }
  const sawAll = tree.length <= maxFiles
  return {
    places,
    isInvented: sawAll && missing.some(({ isReported }) => isReported),
    isUnfound: all.length > maxQuotations || missing.some(({ isReported }) => !isReported || !sawAll),
  }
}

/** The whole lines of a passage, or only the passage where lines are long. */
export function linesAround({ lines }: FileText, first: number, last: number, quote: string): string {
  const text = lines.slice(first - 1, last).join(' ')
  return text.length > longestLines ? quote : text
}

const longestLines = 600

function quotationsOf({ text }: Statement) {
  return quotationsIn(text).flatMap(({ text: quoted, start, end }) => {
    // The comma of a speech belongs to the sentence around it.
    const wanted = trimEndOf(quoteForm(quoted), '.,;:!?')
    if (wanted === '') return []
    const isLong = wanted.split(' ').length > 2 && !namesIdea.test(text.slice(Math.max(0, start - 24), start))
    const isSaid = reports.test(text.slice(Math.max(0, start - 40), start)) || saidBy.test(text.slice(end, end + 24))
    return [{ wanted, isReported: isLong || isSaid }]
  })
}

const reports =
  /(?<!\p{L})(?:says?|said|tells?|told|asks?|asked|answers?|answered|cries|cried|shouts?|shouted|whispers?|whispered|replies|replied|writes?|wrote|reads?|opens with|ends with|describe[sd]?|described as|calls?|called)(?: \p{L}{1,20}){0,4}[,:]? ?$/iu
const saidBy = /^,? ?(?:says?|said|asks?|asked|cries|cried|shouts?|whispers?|answers?|replies|writes?)(?!\p{L})/iu
const namesIdea = /(?<!\p{L})(?:example of|rule of|principle of|kind of|so-called) ?$/iu

function placeOf(wanted: string, text: FileText): string | undefined {
  const file = searchable(text)
  const at = findQuote(file.form.text, wanted, 0, file.form.text.length)
  if (at < 0) return undefined
  const { from, to } = originalOf(file, { start: at, end: at + wanted.length })
  return linesAround(text, lineAt(file, from), lineAt(file, to - 1), text.content.slice(from, to))
}
