/** Damerau-Levenshtein distance in code points, or undefined when it is greater than the limit. */
export function editDistance(a: string, b: string, limit: number): number | undefined {
  const from = [...a]
  const to = [...b]
  if (Math.abs(from.length - to.length) > limit) return undefined
  const width = to.length + 2
  const far = from.length + to.length
  const cells = new Uint16Array((from.length + 2) * width)
  const cell = (i: number, j: number) => cells[i * width + j] ?? far
  cells[0] = far
  for (let i = 0; i <= from.length; i++) {
    cells[(i + 1) * width] = far
    cells[(i + 1) * width + 1] = i
  }
  for (let j = 0; j <= to.length; j++) {
    cells[j + 1] = far
    cells[width + j + 1] = j
  }
  const lastRow = new Map<string, number>()
  for (let i = 1; i <= from.length; i++) {
    let lastColumn = 0
    for (let j = 1; j <= to.length; j++) {
      const row = lastRow.get(to[j - 1] ?? '') ?? 0
      const same = from[i - 1] === to[j - 1]
      cells[(i + 1) * width + j + 1] = Math.min(
        cell(i, j) + (same ? 0 : 1),
        cell(i + 1, j) + 1,
        cell(i, j + 1) + 1,
        cell(row, lastColumn) + (i - row - 1) + 1 + (j - lastColumn - 1),
      )
      if (same) lastColumn = j
    }
    lastRow.set(from[i - 1] ?? '', i)
  }
  const distance = cell(from.length + 1, to.length + 1)
  return distance <= limit ? distance : undefined
}
