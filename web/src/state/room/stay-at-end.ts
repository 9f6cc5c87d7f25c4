import { useEffect, useLayoutEffect, useRef } from 'react'

const nearPx = 240

/**
 * Keeps the page scrolled to its end when more text arrives, unless the reader has scrolled up. The first content
 * is shown from its beginning, or from its end.
 */
export function useStayAtEnd(content: string | undefined, first: 'beginning' | 'end'): void {
  const isNear = useRef(true)
  const shown = useRef<string>(undefined)
  useEffect(() => {
    const look = () => {
      isNear.current = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - nearPx
    }
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  useLayoutEffect(() => {
    if (content === undefined) return
    const isFirst = shown.current === undefined
    shown.current = content
    if (isFirst)
      isNear.current = first === 'end' || document.documentElement.scrollHeight <= window.innerHeight + nearPx
    if (isNear.current && (!isFirst || first === 'end')) window.scrollTo({ top: document.documentElement.scrollHeight })
  }, [content, first])
}
