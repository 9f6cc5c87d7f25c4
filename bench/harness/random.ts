/** Numbers in [0, 1) that are the same in every run with the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x1_0000_0000
  }
}

/** Different values of a list, in random order. */
export function sample<T>(values: readonly T[], count: number, random: () => number): T[] {
  const left = [...values]
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const at = Math.floor(random() * left.length)
    return left.splice(at, 1)
  }).flat()
}
