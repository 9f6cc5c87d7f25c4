import { trimEndOf } from '../../kernel/trim.ts'
import type { MaskedText } from './masked-text.ts'
import { doubleQuotations } from './quotations.ts'

const labelled =
  /(?<![\p{L}\p{N}_])receipt(?:[_ -]?ids?)?s?(?:[ \t]{0,8}([:=])[ \t]{0,8}|[ \t]{1,8})["'`“(*]{0,3}([^\s,;()[\]<>"'`“”*]{1,200})/giu
const bare = /(?<![\p{L}\p{N}_])rcpt_[A-Za-z0-9]+/gu

/** Step 1 of `parseEvidence`: the receipts a line names, in order, forged or not. Words inside a quotation are the file's, not the line's. */
export function citedReceipts(line: MaskedText): string[] {
  const quoted = doubleQuotations(line.text)
  const isQuoted = (at: number, length: number) =>
    quoted.some(({ start, end, text }) => start < at && at < end && text.trim().length > length)
  const found: { at: number; id: string }[] = []
  const take = (at: number, length: number, id: string) => {
    if (isQuoted(at, length)) return
    found.push({ at, id })
    line.cover(at, at + length)
  }
  for (const { index, 0: whole, 1: sign, 2: token = '' } of line.open.matchAll(labelled)) {
    const id = trimEndOf(token, '.:')
    if (id === '' || (sign === undefined && !looksLikeAnId(id))) continue
    take(index, whole.length - (token.length - id.length), id)
  }
  for (const { index, 0: id } of line.open.matchAll(bare)) take(index, id.length, id)
  return [...new Set(found.sort((a, b) => a.at - b.at).map(({ id }) => id))]
}

export function isReceiptId(id: string): boolean {
  return /^rcpt_[0-9a-f]{12}$/.test(id)
}

/** After the mere word "receipt" there is prose more often than an id. */
function looksLikeAnId(token: string): boolean {
  return /[\d_]/.test(token)
}
