import { join } from 'node:path'
import { expect } from 'vitest'
import { runDaybook } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'

/** A Daybook of its own, driven through the built program. */
export function book(home: string = tempHome()) {
  const file = (name: string) => join(home, name)
  const run = (args: string[], { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {}) =>
    runDaybook(args, { home, env, input })
  return {
    home,
    file,
    run,
    /** Calls an operation that must succeed and answers its result. */
    async call(operation: string, args: object = {}) {
      const { code, stdout, stderr } = await run(['call', operation, '-'], { input: JSON.stringify(args) })
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      return JSON.parse(stdout)
    },
  }
}

export const note = { type: 'note', title: 'A note', summary: 'A note for a test.', body: 'First line\nSecond line\n' }
