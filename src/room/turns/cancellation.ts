import type { Room } from '../room.ts'
import { findTurn } from './turn-rows.ts'

type CancelReason = 'cancelled' | 'turn_timeout'

/** Ends a turn before its time: because a caller in any process asked for it, or because it took too long. */
export interface Cancellation {
  signal: AbortSignal
  reason(): CancelReason | undefined
  /** From here on the turn runs and its time counts. */
  startTimeout(limitMs: number): void
  stop(): void
}

const pollMs = 300

export function watchForCancellation(room: Room, turnId: string, asked: AbortSignal | undefined): Cancellation {
  const controller = new AbortController()
  let reason: CancelReason | undefined
  let deadline = Number.POSITIVE_INFINITY
  let isPolling = false
  const end = (why: CancelReason) => {
    reason ??= why
    controller.abort(new Error(why))
  }
  const cancel = () => end('cancelled')
  if (asked?.aborted) cancel()
  asked?.addEventListener('abort', cancel, { once: true })

  const poll = async () => {
    if (room.clock() >= deadline) end('turn_timeout')
    if (isPolling || controller.signal.aborted) return
    isPolling = true
    const row = await room.db.read(tx => findTurn(tx, room.project, turnId)).catch(() => undefined)
    if (row?.cancel_asked) cancel()
    isPolling = false
  }
  const timer = setInterval(() => void poll(), pollMs)
  timer.unref()

  return {
    signal: controller.signal,
    reason: () => reason,
    startTimeout(limitMs) {
      deadline = room.clock() + limitMs
    },
    stop() {
      clearInterval(timer)
      asked?.removeEventListener('abort', cancel)
    },
  }
}
