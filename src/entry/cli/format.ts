/** A stored time on the reader's own clock, to the minute. */
export function when(iso: string): string {
  const time = new Date(iso)
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`
}

/** `950 B`, `12.3 kB`, `4.2 MB`. */
export function size(bytes: number): string {
  const unit = ['B', 'kB', 'MB', 'GB', 'TB'].map((name, power) => ({ name, factor: 1000 ** power }))
  const fit = unit.findLast(({ factor }) => bytes >= factor) ?? { name: 'B', factor: 1 }
  const amount = bytes / fit.factor
  return `${fit.name === 'B' || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${fit.name}`
}
