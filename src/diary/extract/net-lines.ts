import { sum } from '../../kernel/numbers.ts'
import type { TurnFacts } from '../schema.ts'

/** Lines that came and went, by their texts or by hashes of these. */
interface Changes {
  added: readonly string[]
  removed: readonly string[]
}

/**
 * What is left of a file's edits, one after the other: a line that one adds and a later one removes was never there,
 * and one that is removed and comes back never went.
 */
export function netChanges(edits: Iterable<Changes>): { added: string[]; removed: string[] } {
  const added = new Tally()
  const removed = new Tally()
  for (const edit of edits) {
    // Within one edit a line that goes here and comes there is both.
    const gone = edit.removed.filter(line => !added.take(line))
    const come = edit.added.filter(line => !removed.take(line))
    for (const line of gone) removed.put(line)
    for (const line of come) added.put(line)
  }
  return { added: added.lines(), removed: removed.lines() }
}

class Tally {
  readonly #counts = new Map<string, number>()

  put(line: string): void {
    this.#counts.set(line, (this.#counts.get(line) ?? 0) + 1)
  }

  take(line: string): boolean {
    const count = this.#counts.get(line) ?? 0
    if (count > 0) this.#counts.set(line, count - 1)
    return count > 0
  }

  lines(): string[] {
    return [...this.#counts].flatMap(([line, count]) => Array.from({ length: count }, () => line))
  }
}

type File = Pick<TurnFacts['files'][number], 'op' | 'added' | 'removed' | 'net' | 'added_hashes' | 'removed_hashes'>

/** The same file over several turns, in their order; the plain sum where the turns do not say which lines they changed. */
export function netOver(turns: readonly File[]): { added: number; removed: number; net: boolean } {
  const isKnown = turns.every(
    ({ net, added, removed, added_hashes, removed_hashes }) =>
      net && added_hashes.length === added * hashLength && removed_hashes.length === removed * hashLength,
  )
  if (turns.length === 1 || !isKnown) {
    const [added, removed] = [sum(turns.map(each => each.added)), sum(turns.map(each => each.removed))]
    // How long a new file has become is the difference, whichever lines they were.
    const isEnough = turns.length === 1 || turns[0]?.op === 'create'
    return { ...ofScope(turns, added, removed), net: isEnough && turns.every(({ net }) => net) }
  }
  const { added, removed } = netChanges(
    turns.map(turn => ({ added: hashesIn(turn.added_hashes), removed: hashesIn(turn.removed_hashes) })),
  )
  return { ...ofScope(turns, added.length, removed.length), net: true }
}

/** What was not there before cannot have lost a line: something else, such as a formatter, changed what it lost. */
function ofScope([first]: readonly File[], added: number, removed: number): { added: number; removed: number } {
  const isNew = first?.op === 'create' && added >= removed
  return isNew ? { added: added - removed, removed: 0 } : { added, removed }
}

const hashLength = 6
/** Of more lines than these a turn keeps no hashes. */
const mostHashed = 3000

export function hashesOf(lines: readonly string[]): string {
  return lines.length > mostHashed ? '' : lines.map(hashOf).join('')
}

/** Whether all lines of some hashes are among those of others. */
export function isPartOf(hashes: string, others: string): boolean {
  const left = new Tally()
  for (const line of hashesIn(others)) left.put(line)
  return hashesIn(hashes).every(line => left.take(line))
}

function hashesIn(hashes: string): string[] {
  return Array.from({ length: hashes.length / hashLength }, (_, i) =>
    hashes.slice(i * hashLength, (i + 1) * hashLength),
  )
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** 36 bits: enough to tell the lines of a file apart. */
function hashOf(line: string): string {
  const [one, two] = lineBits(line)
  return [one, one >>> 6, one >>> 12, two, two >>> 6, two >>> 12].map(bits => digits[bits & 63]).join('')
}

/** Two multiplying hashes of a line, 32 bits each: quick, and not for secrets. */
export function lineBits(line: string): [one: number, two: number] {
  let one = 0x9e3779b9
  let two = 0x85ebca6b
  for (let i = 0; i < line.length; i++) {
    const code = line.charCodeAt(i)
    one = Math.imul(one ^ code, 2654435761)
    two = Math.imul(two ^ code, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909)
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return [one, two]
}
