/** The value below which the given share of the samples is. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  const last = sorted.length - 1
  const at = share * last
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  return below + (above - below) * (at - Math.floor(at))
}

export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5)
}

export function sum(samples: readonly number[]): number {
  return samples.reduce((total, each) => total + each, 0)
}

/** Milliseconds the work took. */
export async function timed(work: () => unknown): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
