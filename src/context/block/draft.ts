import { add, type Weight, weigh } from './estimate.ts'
import type { Why } from './schema.ts'

/** A text that is in the block unchanged, and why. */
export interface Piece {
  text: string
  why: Why
  weight: Weight
}

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
