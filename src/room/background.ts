import type { Room } from './room.ts'

/** Work of this process that goes on after the call that began it. */
interface Work {
  control: string
  controller: AbortController
  done: Promise<void>
}

const working = new Map<string, Work>()

/** The process is ending: what runs is left as if it had been killed, to be taken up again. */
export const leaving = new Error('The program is ending.')

export function hasLeft(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason === leaving
}

/** Begins work under a name; there is one of a name at a time. */
export function inBackground(
  { control, log }: Pick<Room, 'control' | 'log'>,
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
): void {
  const key = `${control}\n${name}`
  const controller = new AbortController()
  const done = work(controller.signal)
    .catch((error: unknown) => {
      if (!hasLeft(controller.signal)) log(`room ${name}: ended by ${error instanceof Error ? error.name : 'a fault'}`)
    })
    .finally(() => working.delete(key))
  working.set(key, { control, controller, done })
}

/** Until work of this process under this name has ended; at once when there is none. */
export async function backgroundDone({ control }: Pick<Room, 'control'>, name: string): Promise<void> {
  await working.get(`${control}\n${name}`)?.done
}

/** Leaves all work on a workspace to whoever opens it next. */
export async function leaveBackground({ control }: Pick<Room, 'control'>): Promise<void> {
  const ours = [...working.values()].filter(work => work.control === control)
  for (const { controller } of ours) controller.abort(leaving)
  await Promise.all(ours.map(({ done }) => done))
}
