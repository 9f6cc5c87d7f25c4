import type { CallProgress } from '../../kernel/call.ts'

interface Notification {
  method: 'notifications/progress'
  params: { progressToken: string | number; progress: number; total: number; message: string }
}

const shortestPauseMs = 100

/**
 * Notifies a client that asked for it how far its call is: counts only, always more than before, ten times a second at
 * most. Undefined when it did not ask.
 */
export function progressNotifier(
  meta: { progressToken?: string | number | undefined } | undefined,
  notify: (notification: Notification) => Promise<void>,
  now: () => number = Date.now,
): ((progress: CallProgress) => void) | undefined {
  const progressToken = meta?.progressToken
  if (progressToken === undefined) return undefined
  let phase = ''
  let before = 0
  let expected = 0
  let sent = Number.NEGATIVE_INFINITY
  let sentAt = Number.NEGATIVE_INFINITY
  return step => {
    // Phases follow one another; a finished one counts with all its files, and one more for itself.
    if (step.phase !== phase) {
      before += expected
      phase = step.phase
    }
    expected = step.files_total + 1
    const progress = before + step.files
    if (progress <= sent || now() - sentAt < shortestPauseMs) return
    sent = progress
    sentAt = now()
    const params = { progressToken, progress, total: before + expected, message: messageOf(step) }
    // A client that hung up does not need to know how far it is.
    notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}

function messageOf({ phase, files, files_total }: CallProgress): string {
  return `${phase}: ${files} of ${files_total}`
}
