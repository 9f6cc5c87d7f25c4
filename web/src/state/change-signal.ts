interface ChangeSignal {
  /** For useSyncExternalStore: calls back after every change until the returned function is called. */
  subscribe(listener: () => void): () => void
  notify(): void
}

/** Lets components follow a value that is kept outside of React. */
export function changeSignal(): ChangeSignal {
  const listeners = new Set<() => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify() {
      for (const listener of listeners) listener()
    },
  }
}
