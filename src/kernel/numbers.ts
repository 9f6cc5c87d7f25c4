export function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}

/** `950 B`, `1.2 kB`, `120 MB`. */
export function formatSize(bytes: number): string {
  const unit = ['B', 'kB', 'MB', 'GB', 'TB'].map((name, power) => ({ name, factor: 1000 ** power }))
  const fit = unit.findLast(({ factor }) => bytes >= factor) ?? { name: 'B', factor: 1 }
  const amount = bytes / fit.factor
  return `${fit.name === 'B' || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${fit.name}`
}
