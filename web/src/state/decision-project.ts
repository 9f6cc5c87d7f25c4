interface Places {
  /** The project of what it is made from, where that has one. */
  given?: string | undefined
  /** The project of the repository that the work was done in; null while it is looked up. */
  ofRepository?: string | null | undefined
  /** The project that the rail shows. */
  shown: string
  /** Projects that the person may write to. */
  writable: readonly string[]
}

/** The project a new decision belongs to unless another is chosen; empty while it is not known. */
export function decisionProject({ given, ofRepository, shown, writable }: Places): string {
  if (given !== undefined) return given
  if (ofRepository === null) return ''
  return ofRepository ?? writable.find(id => id === shown) ?? writable[0] ?? ''
}
