import type { Room } from '../room.ts'
import { turnNamed } from './turn-rows.ts'

export type Interruption = 'cancelled' | 'turn_timeout'

/** Ends a turn before its time: because somebody, in whatever process, asked for it, or because it took too long. */
export interface Guard {
  signal: AbortSignal
  why(): Interruption | undefined
  /** From here on the turn runs and its time counts. */
  startClock(limitMs: number): void
  stop(): void
}

const lookMs = 300

export function openGuard(room: Room, turnId: string, asked: AbortSignal | undefined): Guard {
  const controller = new AbortController()
  let reason: Interruption | undefined
  let deadline = Number.POSITIVE_INFINITY
  let isLooking = false
  const end = (why: Interruption) => {
    reason ??= why
    controller.abort(new Error(why))
  }
  const cancel = () => end('cancelled')
  if (asked?.aborted) cancel()
  asked?.addEventListener('abort', cancel, { once: true })

  const look = async () => {
    if (room.clock() >= deadline) end('turn_timeout')
    if (isLooking || controller.signal.aborted) return
    isLooking = true
    const row = await room.db.read(tx => turnNamed(tx, room.project, turnId)).catch(() => undefined)
    if (row?.cancel_asked) cancel()
    isLooking = false
  }
  const timer = setInterval(() => void look(), lookMs)
  timer.unref()

  return {
    signal: controller.signal,
    why: () => reason,
    startClock(limitMs) {
      deadline = room.clock() + limitMs
    },
    stop() {
      clearInterval(timer)
      asked?.removeEventListener('abort', cancel)
    },
  }
}
