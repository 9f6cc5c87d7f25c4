/** Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other. */
export function editDistance(a: string, b: string): number {
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
