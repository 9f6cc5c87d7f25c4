import { byteOrder } from '../../transcripts/byte-order.ts'
import type { Phase } from './run.ts'

export interface Scheduled {
  id: string
  phase: Phase
  /** Tasks that must have ended, well or badly, before this one starts. */
  after: readonly string[]
  /** Records its own failures; what it throws ends the whole schedule. */
  run(): Promise<void>
}

/** Runs tasks in the order of their ids, at most `limitOf` of a phase at a time. Throws the first error once all have ended. */
export async function schedule(tasks: readonly Scheduled[], limitOf: (phase: Phase) => number): Promise<void> {
  const waiting = [...tasks].sort((one, other) => byteOrder(one.id, other.id))
  const running = new Map<Scheduled, Promise<void>>()
  const ended = new Set<string>()
  const errors: unknown[] = []
  for (;;) {
    for (const task of [...waiting]) {
      const beside = [...running.keys()].filter(({ phase }) => phase === task.phase).length
      if (errors.length > 0 || beside >= limitOf(task.phase) || !task.after.every(id => ended.has(id))) continue
      waiting.splice(waiting.indexOf(task), 1)
      const work = task
        .run()
        .catch(error => void errors.push(error))
        .finally(() => {
          running.delete(task)
          ended.add(task.id)
        })
      running.set(task, work)
    }
    if (running.size === 0) break
    await Promise.race(running.values())
  }
  if (errors.length > 0) throw errors[0]
}
