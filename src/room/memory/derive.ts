import { nextNumber } from '../store/next-number.ts'
import { cutTo } from '../text/cut.ts'
import type { ItemVersion } from './item.ts'

const sizes: { readonly [level: number]: number } = { 3: 1200, 2: 500, 1: 160 }
export const derivationKind = 'first-sentences'

/** The first sentences that fit a level; undefined for the levels that are not derived. */
export function derivedText(text: string, level: number): string | undefined {
  const size = sizes[level]
  if (size === undefined) return undefined
  const flat = text.replace(/\s+/g, ' ').trim()
  let told = 0
  for (const { index, 0: marks } of flat.matchAll(sentenceEnd)) {
    if (Buffer.byteLength(flat.slice(0, index + marks.length)) > size) break
    told = index + marks.length
  }
  if (Buffer.byteLength(flat) <= size) return flat
  return told === 0 ? cutTo(flat, size) : flat.slice(0, told)
}

const sentenceEnd = /(?<![.!?…])[.!?…]+["”’')\]»]*(?=\s|$)/g

/** The shorter tellings of a text that has none of its own. */
export function derivedVersions(from: ItemVersion, versions: readonly ItemVersion[], now: string): ItemVersion[] {
  const first = nextNumber([...versions, from], 'ver-')
  return [3, 2, 1]
    .filter(level => level < from.repLevel)
    .map((repLevel, at) => ({
      id: `ver-${first + at}`,
      repLevel,
      content: derivedText(from.content, repLevel) ?? '',
      derivedFrom: from.id,
      derivationKind,
      createdAt: now,
    }))
}
