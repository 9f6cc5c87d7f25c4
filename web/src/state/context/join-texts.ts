import { mergeTexts } from '../../../../src/evidence/merge-texts.ts'

/** Both sides' changes of a text that rarely ends its last line; a line added below another is no change of that one. */
export function joinTexts(base: string, yours: string, theirs: string): { text: string; overlaps: number } {
  const { text, overlaps } = mergeTexts(`${base}\n`, `${yours}\n`, `${theirs}\n`)
  return { text: text.replace(/\n$/, ''), overlaps }
}

/** Two texts to compare by lines: where neither ends its last line, that is nothing to tell. */
export function comparable(from: string, to: string): [from: string, to: string] {
  const isOpen = (text: string) => text !== '' && !text.endsWith('\n')
  return isOpen(from) && isOpen(to) ? [`${from}\n`, `${to}\n`] : [from, to]
}
