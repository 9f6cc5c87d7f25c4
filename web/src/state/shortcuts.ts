import { useLayoutEffect, useRef } from 'react'

/** A key ("e", "Shift+N", "Mod+S", "Escape") or a sequence of two ("g o"), and its action. */
export type Shortcuts = { [keys: string]: () => void }

/** Binds keys while the component is mounted; the latest binding wins. */
export function useShortcuts(shortcuts: Shortcuts): void {
  useBound(shortcuts, 'push')
}

/** Binds keys with lower priority than the screen's own: the shell is mounted after the screens inside it. */
export function useFrameShortcuts(shortcuts: Shortcuts): void {
  useBound(shortcuts, 'unshift')
}

/** Call once: dispatches key presses to their bindings. */
export function listenForShortcuts(): () => void {
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}

/** Runs the binding of a key or sequence, for a control that took its first key; false when there is none. */
export function press(keys: string): boolean {
  const handler = find(keys)
  handler?.()
  return handler !== undefined
}

/** These repeat while held down; other keys act once. */
const movers = new Set(['j', 'k', 'h', 'l'])
/** These act while somebody writes, too. */
const inFields = new Set(['Mod+S', 'Mod+K', 'Escape'])
const withMod = new Set(['s', 'k'])
const stack: Array<() => Shortcuts> = []

/** The first key of a sequence, and until when the second one may be pressed. */
let prefix = ''
let prefixEnds = 0
const patienceMs = 1200

function useBound(shortcuts: Shortcuts, add: 'push' | 'unshift'): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  // With the screen itself: a key that is pressed as soon as the screen is seen finds its binding.
  useLayoutEffect(() => {
    const bound = () => latest.current
    stack[add](bound)
    return () => {
      stack.splice(stack.indexOf(bound), 1)
    }
  }, [add])
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isInOverlay(event.target)) return
  const keys = keysOf(event)
  const writing = isWriting(event.target)
  if (keys === undefined || (writing && !inFields.has(keys))) return

  // By when it was pressed, not by when a busy page comes to handle it.
  const sequence = prefix && event.timeStamp <= prefixEnds ? `${prefix} ${keys}` : keys
  prefix = ''
  const handler = event.repeat && !movers.has(keys) ? undefined : (find(sequence) ?? find(keys))
  if (handler) {
    event.preventDefault()
    handler()
  } else if (keys === 'g') {
    prefix = keys
    prefixEnds = performance.now() + patienceMs
  }
}

function find(keys: string): (() => void) | undefined {
  for (const bound of stack.toReversed()) {
    const handler = bound()[keys]
    if (handler) return handler
  }
  return undefined
}

function keysOf(event: KeyboardEvent): string | undefined {
  const letter = event.key.length === 1 ? event.key : undefined
  if (event.ctrlKey || event.metaKey) {
    const key = letter?.toLowerCase() ?? ''
    return withMod.has(key) && !event.altKey && !event.shiftKey ? `Mod+${key.toUpperCase()}` : undefined
  }
  if (event.altKey) return undefined
  if (letter && /[A-Z]/.test(letter) && event.shiftKey) return `Shift+${letter}`
  return event.key
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]') !== null
}

/** Dialogs and menus handle their own keys. */
function isInOverlay(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"][data-state="open"], [role="menu"][data-state="open"]')) return true
  return target instanceof HTMLElement && target.closest('[role="listbox"]') !== null
}
