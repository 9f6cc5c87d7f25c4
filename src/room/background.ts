import type { Room } from './room.ts'

/** Work of this process that goes on after the call that began it. */
interface Work {
  control: string
  name: string
  controller: AbortController
  done: Promise<void>
}

const working = new Set<Work>()

/** The process is ending: what runs is left as if it had been killed, to be taken up again. */
export const leaving = new Error('The program is ending.')

export function hasLeft(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason === leaving
}

/** Begins work under a name; whether there may be two of a name is for the work itself to say. */
export function inBackground(
  { control, log }: Pick<Room, 'control' | 'log'>,
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
): void {
  const controller = new AbortController()
  const done = work(controller.signal).catch((error: unknown) => {
    if (!hasLeft(controller.signal)) log(`room ${name}: ended by ${error instanceof Error ? error.name : 'a fault'}`)
  })
  const own = { control, name, controller, done }
  working.add(own)
  void done.then(() => working.delete(own))
}

/** Until work of this process under this name has ended; at once when there is none. */
export async function backgroundDone({ control }: Pick<Room, 'control'>, name: string): Promise<void> {
  await Promise.all([...working].filter(each => each.control === control && each.name === name).map(({ done }) => done))
}

/** Leaves all work on a workspace to whoever opens it next. */
export async function leaveBackground({ control }: Pick<Room, 'control'>): Promise<void> {
  const ours = [...working].filter(work => work.control === control)
  for (const { controller } of ours) controller.abort(leaving)
  await Promise.all(ours.map(({ done }) => done))
}
