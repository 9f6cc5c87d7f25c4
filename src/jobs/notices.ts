/** Something that happens now and is not kept: a listener that is away asks for the present state instead. */
export interface Notice {
  type: string
  data: object
}

/** Notices of this process, for those who follow the feed of this process. */
export interface Notices {
  send(notice: Notice): void
  /** Answers how to stop listening. */
  listen(listener: (notice: Notice) => void): () => void
}

export function openNotices(): Notices {
  const listeners = new Set<(notice: Notice) => void>()
  return {
    send(notice) {
      for (const listener of listeners) listener(notice)
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
