import { type RefCallback, useCallback, useState } from 'react'

/** The width of an element in whole pixels, as it changes; charts are drawn at exactly that width. */
export function useWidth(first = 720): [ref: RefCallback<HTMLElement>, width: number] {
  const [width, setWidth] = useState(first)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const measure = () => setWidth(Math.max(240, Math.floor(element.clientWidth)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
