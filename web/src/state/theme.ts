import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, current)
}

export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') {
    delete dataset.theme
    localStorage.removeItem('daybook.theme')
  } else {
    dataset.theme = theme
    localStorage.setItem('daybook.theme', theme)
  }
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()

function current(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
