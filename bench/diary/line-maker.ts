import type { Prose } from './prose.ts'

/** What lines of any format are made from. */
interface Material {
  random: () => number
  prose: Prose
  /** A new UUID. */
  id(): string
  /** The time of the next line; it advances. */
  clock(): string
  session: string
  cwd: string
}

/** How one kind of line is made within some room, and how often it comes. */
export interface Maker {
  weight: number
  make(room: number): string
}

/** The lines a session of some format begins with, and those that follow in any order. */
export type LineMaker = (material: Material) => { first: () => string; makers: Maker[] }

/** Sizes as they spread in transcripts: many small ones, some ten times the typical one. */
export function spreadSize(random: () => number, room: number, typical: number): number {
  return Math.min(room, Math.round(typical * Math.exp(2.2 * (random() + random() + random() - 1.5))))
}

export function below(random: () => number, bound: number): number {
  return Math.floor(random() * bound)
}
