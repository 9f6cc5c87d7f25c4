// A process that sends its writes many at once and tells each answer as soon as it has it.
import { openApp } from '../../src/app.ts'
import { invoke } from '../../src/invoke.ts'
import { sessionPointers } from '../../src/kernel/call.ts'
import { createRecord } from '../../src/records/operations/create-record.ts'
import { say, takeCommands } from './commands.ts'

export interface Burst {
  location: string
  /** Begins the text of every record. */
  name: string
  atOnce: number
}

void takeCommands<Burst>(async ({ location, name, atOnce }) => {
  const app = await openApp({ location, log: line => process.stderr.write(`${line}\n`) })
  const call = { principal: 'local', pointers: sessionPointers() }
  for (let burst = 0; ; burst++) {
    await Promise.all(
      Array.from({ length: atOnce }, async (_, n) => {
        const body = `${name} ${burst}.${n} ${'word '.repeat(n)}`
        const outcome = await invoke(app, createRecord, { type: 'note', title: 'T', summary: 'S', body }, call)
        await say({ ...outcome, body })
      }),
    )
  }
})
