/** The books about the turns of a round, which are kept while the next agent is asked. */
export interface Books {
  keep(kept: Promise<void>): void
  /** Until all of them are kept. */
  settled(): Promise<void>
}

export function openBooks(): Books {
  let last = Promise.resolve()
  return {
    keep(kept) {
      last = Promise.all([last, kept]).then(() => {})
    },
    settled: () => last,
  }
}
