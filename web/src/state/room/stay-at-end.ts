import { useEffect, useLayoutEffect, useRef } from 'react'

const nearPx = 240

/**
 * Whoever reads at the end of a page stays there when more is said; whoever has scrolled up is left alone. What is there
 * at first is shown from its beginning, or from its end.
 */
export function useStayAtEnd(said: string | undefined, first: 'beginning' | 'end'): void {
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
    if (said === undefined) return
    const isFirst = shown.current === undefined
    shown.current = said
    if (isFirst)
      isNear.current = first === 'end' || document.documentElement.scrollHeight <= window.innerHeight + nearPx
    if (isNear.current && (!isFirst || first === 'end')) window.scrollTo({ top: document.documentElement.scrollHeight })
  }, [said, first])
}
