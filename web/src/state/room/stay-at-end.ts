import { useEffect, useLayoutEffect, useRef } from 'react'

const nearPx = 200

/** Whoever reads at the end of a page stays there when more is said; whoever has scrolled up is left alone. */
export function useStayAtEnd(said: unknown): void {
  const isNear = useRef(true)
  useEffect(() => {
    const look = () => {
      isNear.current = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - nearPx
    }
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what was said that matters
  useLayoutEffect(() => {
    if (isNear.current) window.scrollTo({ top: document.documentElement.scrollHeight })
  }, [said])
}
