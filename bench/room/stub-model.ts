import { setTimeout as sleep } from 'node:timers/promises'
import type { AgentModel } from '../../src/room/providers/agent-model.ts'
import { scriptedModel } from '../../src/room/providers/scripted-model.ts'

/** All calls made so far. */
export interface CallTotals {
  calls: number
  /** Of all messages, as they would be sent. */
  promptBytes: number
  /** Milliseconds that passed inside the provider. */
  milliseconds: number
}

export const noCalls = (): CallTotals => ({ calls: 0, promptBytes: 0, milliseconds: 0 })

/** Answers with its replies in order after a pause, as a service would, and counts the calls. */
export function stubModel(replies: readonly string[], totals: CallTotals, pauseMs = 0): AgentModel {
  const script = scriptedModel(replies)
  return {
    ...script,
    async complete(request) {
      const started = performance.now()
      totals.calls++
      totals.promptBytes += request.messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
      if (pauseMs > 0) await sleep(pauseMs)
      const reply = await script.complete(request)
      totals.milliseconds += performance.now() - started
      return reply
    },
  }
}

/** The same replies again and again. */
export function repeated(replies: readonly string[], times: number): string[] {
  return Array.from({ length: times }, () => replies).flat()
}
