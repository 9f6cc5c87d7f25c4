import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

/** Opens or closes the palette from anywhere. */
export function setPalette(open: boolean): void {
  isOpen = open
  for (const listener of listeners) listener()
}

export function usePaletteOpen(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How the shortcut is written on this machine. */
export const paletteKeys: string = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K'
