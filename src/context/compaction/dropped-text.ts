import { tokensIn } from '../block/draft.ts'
import { type KeptWords, type WordKind, wordKinds } from './words-to-keep.ts'

/** In estimated tokens; the context block follows this text. */
const budget = 800

const headings: { readonly [kind in WordKind]: string } = {
  constraint: 'Constraints',
  command: 'Commands',
  path: 'Paths',
  question: 'Open questions',
}

/** The person's words that a compaction dropped, for the chat that goes on; what matters least is left out first. */
export function droppedWords(words: readonly (KeptWords & { dropped: boolean })[]): string {
  const dropped = words.filter(each => each.dropped)
  if (dropped.length === 0) return ''
  const sections: string[] = []
  let left = budget
  for (const kind of wordKinds) {
    const lines: string[] = []
    // The newest first, as long as there is room; shown in the order of the chat.
    for (const { text } of dropped.filter(each => each.kind === kind).reverse()) {
      left -= tokensIn(text) + 2
      if (left < 0) break
      lines.unshift(`- ${text}`)
    }
    if (lines.length > 0) sections.push(`${headings[kind]}:\n${lines.join('\n')}`)
  }
  return [
    'The user’s own words from before this chat was compacted, which its summary does not have:',
    ...sections,
  ].join('\n')
}
