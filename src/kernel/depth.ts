/** Whether a value read from JSON is nested deeper than allowed; checked without recursion, which deep values would exhaust. */
export function isDeeperThan(value: unknown, most: number): boolean {
  let level = [value]
  for (let depth = 0; depth <= most; depth++) {
    level = level.flatMap(each => (typeof each === 'object' && each !== null ? Object.values(each) : []))
    if (level.length === 0) return false
  }
  return true
}
