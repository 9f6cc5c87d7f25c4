/** The groups of files that import each other around a circle: strongly connected components, by Tarjan. */
export function cyclesOf(imports: readonly (readonly [path: string, targets: readonly string[]])[]): string[][] {
  const targetsOf = new Map(imports)
  const index = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  for (const [path] of imports) if (!index.has(path)) visit(path)
  return cycles

  function visit(path: string): void {
    const own = index.size
    index.set(path, own)
    lowest.set(path, own)
    stack.push(path)
    for (const target of targetsOf.get(path) ?? []) {
      if (!targetsOf.has(target)) continue
      if (!index.has(target)) visit(target)
      // What has left the stack belongs to a group of its own.
      if (stack.includes(target)) lowest.set(path, Math.min(lowest.get(path) ?? own, lowest.get(target) ?? own))
    }
    if (lowest.get(path) !== own) return
    const group = stack.splice(stack.indexOf(path))
    if (group.length > 1) cycles.push(group)
  }
}
