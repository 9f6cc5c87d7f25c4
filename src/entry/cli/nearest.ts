/** The known name most like the given one, if any is like it at all. */
function nearest(given: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map(name => ({ name, steps: distance(given.toLowerCase().slice(0, 64), name.toLowerCase()) }))
    .sort((a, b) => a.steps - b.steps)
  const best = ranked[0]
  return best && best.steps <= Math.max(2, best.name.length * 0.4) ? best.name : undefined
}

/** `Did you mean x? `, to be put before what is known; empty where nothing is like the given name. */
export function guess(given: string, known: readonly string[]): string {
  const near = nearest(given, known)
  return near === undefined ? '' : `Did you mean ${near}? `
}

/** Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const steps = [at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + same]
      if (swapped) steps.push(at(before, j - 2) + 1)
      row.push(Math.min(...steps))
    }
    before = last
    last = row
  }
  return at(last, b.length)
}

function at(row: number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
