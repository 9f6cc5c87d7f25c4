import { type CardLine, cardLinesOf } from '../text/card-lines.ts'
import { type FrontMatter, frontMatterOf } from '../text/front-matter.ts'
import { readBlock } from '../text/sentences.ts'
import { type Block, structureOf } from '../text/structure.ts'

/** A card taken apart: its pairs, and the sentences of everything else. */
export interface ReadCard {
  front: FrontMatter | null
  pairs: readonly CardLine[]
  blocks: readonly Block[]
  /** In the order of the lines, a pair being one sentence. */
  sentences: readonly CardSentence[]
}

interface CardSentence {
  kind: Block['kind'] | 'pair'
  line: number
  text: string
}

export function readCard(lines: readonly string[]): ReadCard {
  const front = frontMatterOf(lines)
  const pairs = cardLinesOf(lines, front)
  const pairLines = new Set(pairs.map(({ line }) => line))
  const { blocks } = structureOf(lines, line => pairLines.has(line))
  const told = blocks.flatMap(block =>
    readBlock(block).sentences.map(({ start, end }) => ({
      kind: block.kind,
      line: block.startLine,
      text: block.text.slice(start, end).trim(),
    })),
  )
  const paired = pairs
    .filter(({ line }) => line > (front?.endLine ?? 0))
    .map(({ line }) => ({ kind: 'pair' as const, line, text: plain(lines[line - 1] ?? '') }))
  return { front, pairs, blocks, sentences: [...told, ...paired].sort((a, b) => a.line - b.line) }
}

/** A pair as it is read, without the marks around it. */
function plain(line: string): string {
  return line
    .replace(/^\s*[-*+]\s+/, '')
    .replaceAll('**', '')
    .trim()
    .replace(/^\||\|$/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
