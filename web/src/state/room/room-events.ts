import { useEffect, useRef } from 'react'

interface Followed {
  /** Below the project: "runs/r1/events". Undefined while there is nothing to follow. */
  path: string | undefined
  types: readonly string[]
  onEvent: (type: string, data: { [key: string]: unknown }) => void
}

/** Follows a journal of the room from its beginning; the browser resumes a lost stream where it stopped. */
export function useRoomEvents(project: string, { path, types, onEvent }: Followed): void {
  const latest = useRef(onEvent)
  latest.current = onEvent
  // biome-ignore lint/correctness/useExhaustiveDependencies: the types of one journal never change
  useEffect(() => {
    if (path === undefined) return
    const source = new EventSource(`/api/projects/${encodeURIComponent(project)}/${path}`)
    for (const type of types) {
      source.addEventListener(type, ({ data }: MessageEvent<string>) => latest.current(type, JSON.parse(data)))
    }
    return () => source.close()
  }, [project, path])
}
