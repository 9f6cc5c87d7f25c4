/** Applies a unified diff as a reader of the format would, sharing nothing with the code that makes it. */
export function applyDiff(text: string, diff: string): string {
  if (diff === '') return text
  const source = linesOf(text)
  const result: string[] = []
  let taken = 0
  const rows = linesOf(diff).slice(2)
  for (const [index, row] of rows.entries()) {
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+/.exec(row)
    if (hunk) {
      const first = Number(hunk[1]) - (hunk[2] === '0' ? 0 : 1)
      result.push(...source.slice(taken, first))
      taken = first
      continue
    }
    if (row.startsWith('\\')) continue
    const endless = rows[index + 1]?.startsWith('\\') ?? false
    const line = endless ? row.slice(1, -1) : row.slice(1)
    if (row[0] !== '+') {
      if (source[taken] !== line) throw new Error(`Line ${taken + 1} is not what the diff says.`)
      taken++
    }
    if (row[0] !== '-') result.push(line)
  }
  return [...result, ...source.slice(taken)].join('')
}

/** Each line with its own LF; only LF ends a line. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}
