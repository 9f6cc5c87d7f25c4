import type { Why } from './schema.ts'

/** A text that is in the block unchanged, and why. */
export interface Piece {
  text: string
  why: Why
  weight: Weight
}

/** A section of the block, before it is known what fits into the budget. */
export interface Draft {
  name: string
  title?: string
  /** What separates its pieces: a blank line between paragraphs, a line break between the lines of a list. */
  joint: '\n\n' | '\n'
  pieces: Piece[]
}

export const between = '\n\n'

export function piece(text: string, why: Why): Piece {
  return { text, why, weight: weigh(text) }
}

export function draftText({ title, joint, pieces }: Draft): string {
  const body = pieces.map(({ text }) => text).join(joint)
  return title === undefined ? body : `${title}\n${body}`
}

/** The same as weighing the text, without making it. */
export function draftWeight({ title, joint, pieces }: Draft): Weight {
  const glue = joint.length * (pieces.length - 1) + (title === undefined ? 0 : 1)
  return add(weigh(title ?? ''), { ascii: glue, other: 0 }, ...pieces.map(({ weight }) => weight))
}

export function blockWeight(drafts: readonly Draft[]): Weight {
  return add({ ascii: between.length * (drafts.length - 1), other: 0 }, ...drafts.map(draftWeight))
}

/** Characters by what they cost: four of ASCII make about one token, every other about one by itself. */
interface Weight {
  ascii: number
  other: number
}

function weigh(text: string): Weight {
  // Most texts are plain, which the engine sees sooner than a loop does.
  if (Buffer.byteLength(text) === text.length) return { ascii: text.length, other: 0 }
  let other = 0
  let pairs = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) continue
    other++
    // The second half of a pair belongs to the code point before it.
    if (unit >= 0xdc00 && unit <= 0xdfff) pairs++
  }
  return { ascii: text.length - other, other: other - pairs }
}

function add(...weights: Weight[]): Weight {
  return {
    ascii: weights.reduce((sum, { ascii }) => sum + ascii, 0),
    other: weights.reduce((sum, { other }) => sum + other, 0),
  }
}

/** An estimate, and called so wherever it is shown. */
export function estimatedTokens({ ascii, other }: Weight): number {
  return Math.ceil(ascii / 4 + other)
}

export function tokensIn(text: string): number {
  return estimatedTokens(weigh(text))
}
