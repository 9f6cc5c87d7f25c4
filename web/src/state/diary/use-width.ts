import { type RefCallback, useCallback, useState } from 'react'

/** The width of an element in whole pixels, as it changes; charts are drawn at exactly that width. */
export function useWidth(first = 720): [ref: RefCallback<HTMLElement>, width: number] {
  const [width, setWidth] = useState(first)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    // Called once at the start; asking the element itself would have the browser lay out the whole page at once.
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.max(240, Math.floor(entry.contentRect.width)))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
