import { changeSignal } from './change-signal.ts'

/** Why the server refuses this browser: `token_expired` or `token_required`. */
export function whySignedOut(): string | undefined {
  return reason
}

/** Undefined once a call was accepted again. */
export function setSignedOut(next: string | undefined): void {
  if (next === reason) return
  reason = next
  changes.notify()
}

export function watchSignedOut(listener: () => void): () => void {
  return changes.subscribe(listener)
}

const changes = changeSignal()
let reason: string | undefined
