/** A value that is made when it is first asked for: building a large schema takes longer than many a command. */
export function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
