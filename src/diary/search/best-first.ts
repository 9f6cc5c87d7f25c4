/** Some passages that are put in order only as far as somebody asks for them. */
export interface BestFirst {
  count: number
  /** The worthiest first, and of two that are worth the same, the newer one. */
  each(): Generator<number>
}

/** Those of some passages that are worth so much at least. */
export function bestFirst(
  passages: Int32Array,
  worthOf: (passage: number) => number,
  least: number,
  at: Uint32Array,
): BestFirst {
  const worth = new Float64Array(passages.length)
  const kept = new Int32Array(passages.length)
  let count = 0
  for (let place = 0; place < passages.length; place++) {
    const own = worthOf(passages[place] ?? 0)
    worth[place] = own
    if (own >= least) kept[count++] = place
  }
  const isBefore = (one: number, other: number) => {
    const step =
      (worth[one] ?? 0) - (worth[other] ?? 0) || (at[passages[one] ?? 0] ?? 0) - (at[passages[other] ?? 0] ?? 0)
    return step === 0 ? one < other : step > 0
  }
  return {
    count,
    *each() {
      const heap = kept.slice(0, count)
      for (let i = (heap.length >> 1) - 1; i >= 0; i--) sink(heap, i, heap.length, isBefore)
      for (let size = heap.length; size > 0; size--) {
        yield passages[heap[0] ?? 0] ?? 0
        heap[0] = heap[size - 1] ?? 0
        sink(heap, 0, size - 1, isBefore)
      }
    },
  }
}

/** Moves an entry down until none below it comes before it. */
function sink(heap: Int32Array, from: number, size: number, isBefore: (one: number, other: number) => boolean): void {
  const entry = heap[from] ?? 0
  let at = from
  for (;;) {
    let below = 2 * at + 1
    if (below >= size) break
    if (below + 1 < size && isBefore(heap[below + 1] ?? 0, heap[below] ?? 0)) below++
    if (!isBefore(heap[below] ?? 0, entry)) break
    heap[at] = heap[below] ?? 0
    at = below
  }
  heap[at] = entry
}
