import { after, type Place } from './grammar.ts'

/** The pieces of a vocabulary by their characters. */
export interface Branch {
  tokens: number[]
  below: Map<string, Branch>
}

export function vocabularyTree(pieces: readonly string[]): Branch {
  const root: Branch = { tokens: [], below: new Map() }
  for (const [token, piece] of pieces.entries()) {
    if (piece === '') continue
    let branch = root
    for (const char of piece) {
      const next = branch.below.get(char) ?? { tokens: [], below: new Map() }
      branch.below.set(char, next)
      branch = next
    }
    branch.tokens.push(token)
  }
  return root
}

/** Every token that may come next, with the place it leads to; branches that do not fit are not walked. */
export function fitting(branch: Branch, place: Place): Map<number, Place> {
  const found = new Map<number, Place>()
  const walk = ({ below }: Branch, at: Place) => {
    for (const [char, next] of below) {
      const reached = after(at, char)
      if (reached.length === 0) continue
      for (const token of next.tokens) found.set(token, reached)
      walk(next, reached)
    }
  }
  walk(branch, place)
  return found
}
