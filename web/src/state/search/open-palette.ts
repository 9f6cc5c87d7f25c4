import { useSyncExternalStore } from 'react'
import { changeSignal } from '../change-signal.ts'

let isOpen = false
const changes = changeSignal()

/** Opens or closes the palette from anywhere. */
export function setPalette(open: boolean): void {
  isOpen = open
  changes.notify()
}

export function usePaletteOpen(): boolean {
  return useSyncExternalStore(changes.subscribe, () => isOpen)
}

/** How the shortcut is written on this machine. */
export const paletteKeys: string = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K'
