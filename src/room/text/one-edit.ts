/** One insertion, deletion, replacement or swap of neighbours makes the one word the other. */
export function oneEditApart(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let [endA, endB] = [a.length, b.length]
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--
    endB--
  }
  const [restA, restB] = [a.slice(start, endA), b.slice(start, endB)]
  if (restA.length <= 1 && restB.length <= 1) return true
  return restA.length === 2 && restB === `${restA[1]}${restA[0]}`
}
