import { join } from 'node:path'
import { openApp } from '../../src/app.ts'
import { loadSettings } from '../../src/config.ts'
import { invoke } from '../../src/invoke.ts'
import { operationNamed } from '../../src/operations.ts'
import { localPrincipal } from '../../src/projects/roles.ts'
import { runDaybook, runPreloaded } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'

interface Given {
  env?: Record<string, string>
  input?: string
}

/** A Daybook of its own, driven through the built program. */
export function tempDaybook(home: string = tempHome()) {
  return {
    home,
    file: (name: string) => join(home, name),
    run: (args: string[], { env = {}, input = '' }: Given = {}) => runPreloaded(args, { home, env, input }),
    /** The same in a process that is started for it. */
    runAlone: (args: string[], { env = {}, input = '' }: Given = {}) => runDaybook(args, { home, env, input }),
    /**
     * Prepares and verifies: an operation that must succeed, called in this process because starting the program
     * takes a hundred times as long.
     */
    async call(name: string, args: object = {}) {
      const operation = operationNamed(name)
      if (!operation) throw new Error(`No operation ${name}.`)
      const { location, records } = loadSettings({}, { DAYBOOK_HOME: home })
      const app = await openApp({ location, records })
      const outcome = await invoke(app, operation, args, { principal: localPrincipal })
      await app.close()
      if (!outcome.ok) throw outcome.fault
      // As it would have come out of the program, so that tests can pick from it freely.
      return JSON.parse(JSON.stringify(outcome.result))
    },
  }
}

export const note = { type: 'note', title: 'A note', summary: 'A note for a test.', body: 'First line\nSecond line\n' }
