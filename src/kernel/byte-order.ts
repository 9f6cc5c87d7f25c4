/**
 * Orders texts as their UTF-8 bytes would be, the same on every machine. Code units order them alike, except that
 * surrogates have to come after everything else.
 */
export function byteOrder(a: string, b: string): number {
  if (!surrogate.test(a) && !surrogate.test(b)) return a < b ? -1 : a > b ? 1 : 0
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (x !== y) return rank(x) - rank(y)
  }
  return a.length - b.length
}

/** How often each text occurs, in byte order. */
export function countEach(texts: Iterable<string>): { [text: string]: number } {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return Object.fromEntries([...counts].sort(([one], [other]) => byteOrder(one, other)))
}

const surrogate = /[\ud800-\udfff]/

function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
