import { setTimeout as sleep } from 'node:timers/promises'
import { scriptedSpeaker } from '../../src/room/providers/scripted.ts'
import type { Speaker } from '../../src/room/providers/speaker.ts'

/** What everybody who speaks through it has asked for so far. */
export interface Spoken {
  calls: number
  /** Of all messages, as they would be sent. */
  promptBytes: number
  /** Milliseconds that passed inside the provider. */
  milliseconds: number
}

export const nothingSpoken = (): Spoken => ({ calls: 0, promptBytes: 0, milliseconds: 0 })

/** Says its replies in order after a pause, as a service would, and counts what it is shown. */
export function stubSpeaker(replies: readonly string[], spoken: Spoken, pauseMs = 0): Speaker {
  const script = scriptedSpeaker(replies)
  return {
    ...script,
    async say(step) {
      const started = performance.now()
      spoken.calls++
      spoken.promptBytes += step.messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
      if (pauseMs > 0) await sleep(pauseMs)
      const reply = await script.say(step)
      spoken.milliseconds += performance.now() - started
      return reply
    },
  }
}

/** The same replies again and again. */
export function repeated(replies: readonly string[], times: number): string[] {
  return Array.from({ length: times }, () => replies).flat()
}
