export interface Range {
  start: number
  end: number
}

const closers: { [opener: string]: string } = { '"': '"', '“': '”', '„': '“”', '«': '»' }

/** The stretches between double quotation marks; one that is never closed runs to the end of the paragraph. */
export function quotedRanges(text: string): Range[] {
  const ranges: Range[] = []
  let open = -1
  let closing = ''
  for (const { 0: mark, index } of text.matchAll(/["“”„«»]/g)) {
    if (open < 0) {
      closing = closers[mark] ?? ''
      open = closing === '' ? -1 : index
    } else if (closing.includes(mark)) {
      ranges.push({ start: open, end: index + 1 })
      open = -1
    }
  }
  return open < 0 ? ranges : [...ranges, { start: open, end: text.length }]
}

/** Asks for rising offsets only, so that a whole text costs one walk. */
export function insideOf(ranges: readonly Range[]): (offset: number) => boolean {
  let at = 0
  return offset => {
    while (at < ranges.length && (ranges[at]?.end ?? 0) <= offset) at++
    const range = ranges[at]
    return range !== undefined && range.start <= offset
  }
}
