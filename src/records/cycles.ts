/** Circles among links from one record to another; a link to itself is none. */
export function cyclesIn(links: ReadonlyMap<number, number>): number[][] {
  const settled = new Set<number>()
  const cycles: number[][] = []
  for (const start of links.keys()) {
    const walked: number[] = []
    let at: number | undefined = start
    while (at !== undefined && !settled.has(at) && !walked.includes(at)) {
      walked.push(at)
      at = links.get(at)
    }
    const entry = at === undefined ? -1 : walked.indexOf(at)
    if (entry >= 0 && walked.length - entry > 1) cycles.push(walked.slice(entry))
    for (const seq of walked) settled.add(seq)
  }
  return cycles
}
