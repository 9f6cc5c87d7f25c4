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
  const worth = Float64Array.from(passages, worthOf)
  const places = Int32Array.from(passages.keys()).filter(place => (worth[place] ?? 0) >= least)
  const isBefore = (one: number, other: number) => {
    const step =
      (worth[one] ?? 0) - (worth[other] ?? 0) || (at[passages[one] ?? 0] ?? 0) - (at[passages[other] ?? 0] ?? 0)
    return step === 0 ? one < other : step > 0
  }
  return {
    count: places.length,
    *each() {
      const heap = places.slice()
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
