import type { NameIndex } from '../text/entities.ts'
import { type LinePart, partOnLine, placeOf, placesAlong } from '../text/places.ts'
import { sceneHead } from '../text/scene-head.ts'
import { insideOf, quotedRanges, readBlock } from '../text/sentences.ts'
import { type Block, structureOf } from '../text/structure.ts'

/** A sentence of prose: how long it is and the part of it on its first line. */
export interface ProseSentence {
  length: number
  opening: string
  part: LinePart
  endLine: number
}

export interface ProseWord {
  lower: string
  line: number
  spoken: boolean
  /** Part of a known name. */
  name: boolean
  column: number
  sentence: { block: Block; start: number; end: number }
  /** Its offset in the text of the block. */
  start: number
}

export interface Prose {
  paragraphs: readonly { startLine: number; words: number }[]
  sentences: readonly ProseSentence[]
  words: readonly ProseWord[]
}

/** The paragraphs of a scene, taken apart once. */
export function proseOf(lines: readonly string[], names: NameIndex): Prose {
  const { povLine } = sceneHead(lines)
  const blocks = structureOf(lines, line => line === povLine).blocks.filter(block => block.kind === 'paragraph')
  const read = blocks.map(readBlock)
  const dashed = new Set(lines.flatMap((line, at) => (/^\s*—/.test(line) ? [at + 1] : [])))
  return {
    paragraphs: read.map(({ block, words }) => ({ startLine: block.startLine, words: words.length })),
    sentences: read.flatMap(({ block, words, sentences }) =>
      sentences.map(({ start, end, firstWord, endWord }) => ({
        length: endWord - firstWord,
        opening: words[firstWord]?.lower ?? '',
        part: partOnLine(block, start, end, start),
        endLine: placeOf(block, words[endWord - 1]?.start ?? start).line,
      })),
    ),
    words: read.flatMap(({ block, words, sentences }) => {
      const spoken = insideOf(quotedRanges(block.text))
      const place = placesAlong(block)
      const named = new Set<number>()
      for (const { first, end } of names.find(block.text, words)) for (let at = first; at < end; at++) named.add(at)
      return sentences.flatMap(({ start, end, firstWord, endWord }) => {
        const sentence = { block, start, end }
        return words.slice(firstWord, endWord).map((word, at) => {
          const { line, column } = place(word.start)
          const inside = spoken(word.start) || dashed.has(line)
          const name = named.has(firstWord + at)
          return { lower: word.lower, line, column, spoken: inside, name, sentence, start: word.start }
        })
      })
    }),
  }
}

/** The part of a word's sentence on the line of the word. */
export function partAround({ sentence, start }: ProseWord): LinePart {
  return partOnLine(sentence.block, sentence.start, sentence.end, start)
}
