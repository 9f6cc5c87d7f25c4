/** Half up, without trailing zeros: ratios have two decimals, lengths one. */
export function rounded(value: number, decimals: 0 | 1 | 2): number {
  const scale = 10 ** decimals
  return Math.floor(value * scale + 0.5 + 1e-9) / scale
}

/** Of a list in any order; zero when it is empty. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2
}
