import type { Passage } from './passages.ts'
import { placeOf } from './places.ts'
import { isStopword, type Word } from './words.ts'

/** A name no card knows, with every line it stands on. */
export interface Discovered {
  name: string
  lines: number[]
}

const never = new Set(
  `i mr mrs ms dr monday tuesday wednesday thursday friday saturday sunday january february march april may june july
  august september october november december`.split(/\s+/),
)

/** Runs of capitalised words; at the start of a sentence only those that also stand inside one. */
export function discoveredNames(passages: readonly Passage[]): Discovered[] {
  const inside = new Map<string, Discovered>()
  const starting: { name: string; line: number }[] = []
  for (const passage of passages)
    for (const { firstWord, endWord } of passage.sentences)
      for (let at = firstWord; at < endWord; ) {
        const known = passage.mentionFrom.get(at)
        const end = known ? at : runEnd(passage, at, endWord)
        if (end > at) {
          const found = { name: nameOf(passage, at, end), line: lineOf(passage, at) }
          if (at === firstWord) starting.push(found)
          else note(inside, found)
        }
        at = known?.end ?? Math.max(end, at + 1)
      }
  for (const found of starting) if (inside.has(found.name)) note(inside, found)
  return [...inside.values()].map(each => ({ ...each, lines: each.lines.sort((a, b) => a - b) }))
}

function runEnd({ words, block, mentionFrom }: Passage, first: number, endWord: number): number {
  let end = first
  while (end < endWord && formsName(words[end]) && !mentionFrom.has(end)) {
    const gap = block.text.slice(words[end - 1]?.end ?? 0, words[end]?.start)
    if (end > first && (!/^\s+$/.test(gap) || words[end - 1]?.base !== words[end - 1]?.text)) break
    end++
  }
  return end
}

function formsName(word: Word | undefined): boolean {
  return (
    word !== undefined &&
    word.base.length >= 2 &&
    /^\p{Lu}/u.test(word.base) &&
    !never.has(word.lower) &&
    !isStopword(word.lower)
  )
}

function nameOf({ words, block }: Passage, first: number, end: number): string {
  const last = words[end - 1]
  return block.text.slice(words[first]?.start, (last?.start ?? 0) + (last?.base.length ?? 0)).replace(/\s+/g, ' ')
}

function lineOf({ words, block }: Passage, at: number): number {
  return placeOf(block, words[at]?.start ?? 0).line
}

function note(names: Map<string, Discovered>, { name, line }: { name: string; line: number }): void {
  const known = names.get(name)
  if (known) known.lines.push(line)
  else names.set(name, { name, lines: [line] })
}
