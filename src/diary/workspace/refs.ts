import type { TurnRef } from '../schema.ts'

export const sessionRefPattern = /^S(\d{4}|[1-9]\d{4,})$/
export const turnRefPattern = /^T(\d{4}|[1-9]\d{4,})$/
export const workItemRefPattern = /^W(\d{4}|[1-9]\d{4,})$/

/** The n-th session, turn or work item, from 1. */
export function refOf(letter: 'S' | 'T' | 'W', number: number): string {
  return `${letter}${String(number).padStart(4, '0')}`
}

/** By number: `T10000` comes after `T9999`. */
export function compareRefs(one: string, other: string): number {
  return numberOf(one) - numberOf(other)
}

export function compareTurns(one: TurnRef, other: TurnRef): number {
  return compareRefs(one.session_ref, other.session_ref) || compareRefs(one.turn_ref, other.turn_ref)
}

/** A turn within its project, as one text. */
export function turnKey({ session_ref, turn_ref }: TurnRef): string {
  return `${session_ref}/${turn_ref}`
}

/** The ref that follows the highest one in use. */
export function nextRef(letter: 'S' | 'T' | 'W', used: Iterable<string>): string {
  const numbers = [...used].filter(ref => ref.startsWith(letter)).map(numberOf)
  return refOf(letter, Math.max(0, ...numbers) + 1)
}

function numberOf(ref: string): number {
  return Number(ref.slice(1))
}
