/** Lines are fetched in windows of this many, so that two views of the same place send the same request. */
const windowLines = 100
/** Raw lines may be very large; fewer are fetched at a time. */
export const rawWindowLines = 20
/** A raw line above this size is shown on demand only. */
export const largeRaw = 64 * 1024

export interface Sized {
  line: number
  raw_bytes: number
}

/** The numbers of the windows that hold these lines, from 0. */
export function windowsOver(lines: readonly number[], size = windowLines): number[] {
  return [...new Set(lines.map(line => Math.floor((Math.max(1, line) - 1) / size)))].sort((one, other) => one - other)
}

export function linesOf(window: number, total: number, size = windowLines): { start: number; end: number } {
  return { start: window * size + 1, end: Math.min(total, (window + 1) * size) }
}

/** Runs of lines small enough to be fetched together. */
export function smallRuns(records: readonly Sized[]): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = []
  for (const { line, raw_bytes } of records) {
    if (raw_bytes > largeRaw) continue
    const last = runs.at(-1)
    if (last?.end === line - 1) last.end = line
    else runs.push({ start: line, end: line })
  }
  return runs
}
