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

/** `12,345`, whatever the machine's own habits. */
export function formatNumber(number: number): string {
  return String(Math.round(number)).replace(/\B(?=(?:\d{3}){1,7}$)/g, ',')
}

/** `1 file`, `1,234 files`; `2 entries` with the plural given. */
export function formatCount(count: number, thing: string, things = `${thing}s`): string {
  return `${formatNumber(count)} ${count === 1 ? thing : things}`
}
