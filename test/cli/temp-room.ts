import { join } from 'node:path'
import { runPreloaded } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'

/** A Daybook of its own, with the commands of its room. */
export function tempRoom(home: string = tempHome()) {
  return {
    home,
    file: (...names: string[]) => join(home, ...names),
    /** Where `init --sample` puts the sample. */
    sample: join(home, 'rooms', 'the-low-bell'),
    run: (args: string[], { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {}) =>
      runPreloaded(['room', ...args], { home, env, input }),
  }
}
