const mostSpans = 12

/** Lines as spans of consecutive lines; the nearest are joined until there are few. */
export function cite(lines: Iterable<number>): Array<{ lines: string }> {
  const sorted = [...new Set(lines)].sort((a, b) => a - b)
  const gaps = sorted.slice(1).flatMap((line, i) => {
    const gap = line - (sorted[i] ?? line)
    return gap > 1 ? [{ at: i + 1, gap }] : []
  })
  const kept = gaps.sort((a, b) => b.gap - a.gap || b.at - a.at).slice(0, mostSpans - 1)
  const starts = [0, ...kept.map(({ at }) => at).sort((a, b) => a - b)]
  return starts.flatMap((start, i) => {
    const [first, last] = [sorted[start], sorted[(starts[i + 1] ?? sorted.length) - 1]]
    return first === undefined ? [] : [{ lines: `${first}-${last}` }]
  })
}
