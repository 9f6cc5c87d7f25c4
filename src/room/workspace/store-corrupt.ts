/** A file of ours that does not hold what it should. It is never overwritten; whoever owns the folder mends it. */
export class StoreCorrupt extends Error {
  override readonly name = 'StoreCorrupt'
  readonly code = 'store_corrupt'

  /** @param file relative to the workspace */
  constructor(
    readonly file: string,
    cause?: unknown,
  ) {
    super('A file of the workspace cannot be read. Mend the file named in details, or restore it from a backup.', {
      cause,
    })
  }
}
