import { mergeTexts } from '../../../../src/evidence/merge-texts.ts'

/** Merges both sides' changes. The last line rarely has a line end, so appending a line does not count as changing it. */
export function joinTexts(base: string, yours: string, theirs: string): { text: string; overlaps: number } {
  const { text, overlaps } = mergeTexts(`${base}\n`, `${yours}\n`, `${theirs}\n`)
  return { text: text.replace(/\n$/, ''), overlaps }
}

/** Two texts to compare by lines: a missing last line end on both sides is not a difference. */
export function comparable(from: string, to: string): [from: string, to: string] {
  const isOpen = (text: string) => text !== '' && !text.endsWith('\n')
  return isOpen(from) && isOpen(to) ? [`${from}\n`, `${to}\n`] : [from, to]
}
