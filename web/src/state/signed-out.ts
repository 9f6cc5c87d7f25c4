/** Why the server refuses this browser: `token_expired` or `token_required`. */
export function whySignedOut(): string | undefined {
  return reason
}

/** Undefined once a call was accepted again. */
export function setSignedOut(next: string | undefined): void {
  if (next === reason) return
  reason = next
  for (const listener of listeners) listener()
}

export function watchSignedOut(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const listeners = new Set<() => void>()
let reason: string | undefined
