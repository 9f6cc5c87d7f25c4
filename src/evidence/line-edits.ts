/** For each line of the two sides: 1 if the edit deletes (or inserts) it, 0 if both sides share it. */
interface LineEdits {
  deleted: Uint8Array
  inserted: Uint8Array
}

/**
 * The lines to delete from `before` and to insert from `after`: the shortest such edit up to about 500 steps,
 * a near-shortest one beyond that, and all of the middle when a side has more than 20,000 lines.
 */
export function lineEdits(before: readonly string[], after: readonly string[]): LineEdits {
  const prefix = commonPrefix(before, after)
  const suffix = commonSuffix(before, after, prefix)
  const edits = { deleted: new Uint8Array(before.length), inserted: new Uint8Array(after.length) }
  edits.deleted.fill(1, prefix, before.length - suffix)
  edits.inserted.fill(1, prefix, after.length - suffix)
  // Two sides within the line limit are at most 40,000 steps apart, so the limit of 50,000 steps needs no check of its own.
  if (before.length > MAX_LINES || after.length > MAX_LINES) return edits

  const a: Side = { ids: [], lines: [], changed: edits.deleted }
  const b: Side = { ids: [], lines: [], changed: edits.inserted }
  const inAfter = new Set(after.slice(prefix, after.length - suffix))
  const idOf = new Map<string, number>()
  for (let line = prefix; line < before.length - suffix; line += 1) {
    const text = before[line] ?? ''
    if (!inAfter.has(text)) continue
    const id = idOf.get(text) ?? idOf.size
    idOf.set(text, id)
    a.ids.push(id)
    a.lines.push(line)
  }
  for (let line = prefix; line < after.length - suffix; line += 1) {
    const id = idOf.get(after[line] ?? '')
    if (id === undefined) continue
    b.ids.push(id)
    b.lines.push(line)
  }
  unmarkCommonLines(a, b)
  return edits
}

const MAX_LINES = 20_000

// Bounds one search for a halfway point, so that the whole takes time linear in the number of lines.
const MAX_ROUNDS = 256

interface Side {
  /** One number per distinct text, only of lines whose text occurs on both sides: the others can match nothing. */
  ids: number[]
  lines: number[]
  changed: Uint8Array
}

function commonPrefix(before: readonly string[], after: readonly string[]): number {
  const most = Math.min(before.length, after.length)
  let length = 0
  while (length < most && before[length] === after[length]) length += 1
  return length
}

function commonSuffix(before: readonly string[], after: readonly string[], prefix: number): number {
  const most = Math.min(before.length, after.length) - prefix
  let length = 0
  while (length < most && before[before.length - 1 - length] === after[after.length - 1 - length]) length += 1
  return length
}

function unmarkCommonLines(a: Side, b: Side): void {
  const halfway = halfwaySearch(Int32Array.from(a.ids), Int32Array.from(b.ids))
  const keep = (x: number, y: number) => {
    a.changed[at(a.lines, x)] = 0
    b.changed[at(b.lines, y)] = 0
  }
  const compare = (fromX: number, toX: number, fromY: number, toY: number): void => {
    let [x0, x1, y0, y1] = [fromX, toX, fromY, toY]
    while (x0 < x1 && y0 < y1 && a.ids[x0] === b.ids[y0]) keep(x0++, y0++)
    while (x0 < x1 && y0 < y1 && a.ids[x1 - 1] === b.ids[y1 - 1]) keep(--x1, --y1)
    if (x0 === x1 || y0 === y1) return
    const { x, y } = halfway(x0, x1, y0, y1)
    compare(x0, x, y0, y)
    compare(x, x1, y, y1)
  }
  compare(0, a.ids.length, 0, b.ids.length)
}

/**
 * Myers' linear-space search: paths grow from both corners of a box, one edit per round, and where they meet is a
 * point on a shortest path. When they have not met after MAX_ROUNDS, the point that got furthest is taken instead.
 */
function halfwaySearch(a: Int32Array, b: Int32Array) {
  const origin = b.length + 1
  const forward = new Int32Array(a.length + b.length + 3)
  const backward = new Int32Array(a.length + b.length + 3)

  return (x0: number, x1: number, y0: number, y1: number) => {
    const width = x1 - x0
    const height = y1 - y0
    const skew = width - height
    const odd = skew % 2 !== 0
    forward[origin + 1] = 0
    backward[origin + 1] = 0

    for (let round = 0; round <= MAX_ROUNDS; round += 1) {
      // A diagonal beyond these has run into the edge of the box.
      const low = -round + 2 * Math.max(0, round - height)
      const high = round - 2 * Math.max(0, round - width)
      for (let k = low; k <= high; k += 2) {
        let x = furthest(forward, k, round)
        let y = x - k
        while (x < width && y < height && a[x0 + x] === b[y0 + y]) {
          x += 1
          y += 1
        }
        forward[origin + k] = x
        const met = odd && Math.abs(skew - k) < round && x + at(backward, origin + skew - k) >= width
        if (met) return { x: x0 + x, y: y0 + y }
      }
      for (let k = low; k <= high; k += 2) {
        let x = furthest(backward, k, round)
        let y = x - k
        while (x < width && y < height && a[x1 - 1 - x] === b[y1 - 1 - y]) {
          x += 1
          y += 1
        }
        backward[origin + k] = x
        const met = !odd && Math.abs(skew - k) <= round && x + at(forward, origin + skew - k) >= width
        if (met) return { x: x1 - x, y: y1 - y }
      }
    }

    const ahead = furthestInBox(forward, width, height)
    const behind = furthestInBox(backward, width, height)
    if (ahead.x + ahead.y >= behind.x + behind.y) return { x: x0 + ahead.x, y: y0 + ahead.y }
    return { x: x1 - behind.x, y: y1 - behind.y }
  }

  function furthest(reached: Int32Array, k: number, round: number): number {
    const down = at(reached, origin + k + 1)
    if (k === -round) return down
    const right = at(reached, origin + k - 1) + 1
    return k === round || right > down ? right : down
  }

  function furthestInBox(reached: Int32Array, width: number, height: number) {
    let best = { x: width, y: 0 }
    let bestSum = 0
    for (let k = -Math.min(MAX_ROUNDS, height); k <= Math.min(MAX_ROUNDS, width); k += 1) {
      const x = at(reached, origin + k)
      const y = x - k
      if (x > width || y > height || x + y <= bestSum) continue
      bestSum = x + y
      best = { x, y }
    }
    return best
  }
}

function at(list: ArrayLike<number>, index: number): number {
  return list[index] ?? 0
}
