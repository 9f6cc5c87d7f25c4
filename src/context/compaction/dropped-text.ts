import { tokensIn } from '../block/draft.ts'
import { type KeptWords, type WordKind, wordKinds } from './words-to-keep.ts'

/** Of what a chat is given at its start, so that the block has room beside it. */
const budget = 800
const title = 'The user’s own words from before this chat was compacted, which its summary does not have:'

const headings: { readonly [kind in WordKind]: string } = {
  constraint: 'Constraints',
  command: 'Commands',
  path: 'Paths',
  question: 'Open questions',
}

/**
 * The person's words that a compaction dropped, for the chat that goes on, within so many tokens as estimated; what matters least is
 * left out first.
 */
export function droppedWords(words: readonly (KeptWords & { dropped: boolean })[], maxTokens: number): string {
  const sections: string[] = []
  let left = Math.min(budget, maxTokens) - tokensIn(title)
  for (const kind of wordKinds) {
    const lines: string[] = []
    const heading = `\n${headings[kind]}:`
    // The newest first, as long as there is room; shown in the order of the chat.
    for (const { text } of words.filter(each => each.dropped && each.kind === kind).reverse()) {
      const line = `\n- ${text}`
      const cost = tokensIn(line) + (lines.length === 0 ? tokensIn(heading) : 0)
      if (cost > left) continue
      left -= cost
      lines.unshift(line)
    }
    if (lines.length > 0) sections.push(heading, ...lines)
  }
  return sections.length === 0 ? '' : [title, ...sections].join('')
}
