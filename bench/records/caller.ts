import { type App, openApp } from '../../src/app.ts'
import type { Db } from '../../src/db/db.ts'
import { invoke } from '../../src/invoke.ts'
import { operationNamed } from '../../src/operations.ts'
import { localPrincipal } from '../../src/projects/roles.ts'
import { type Recording, recordingDb } from '../harness/recorded-statements.ts'

// biome-ignore lint/suspicious/noExplicitAny: what a measure reads of an answer, it reads by the names of the specification
type Answer = any

export interface Caller {
  app: App
  /** Calls an operation through `invoke`; a failure is thrown, because a benchmark of failures measures nothing. */
  call(operation: string, args?: object): Promise<Answer>
  /** The same call, together with everything it executed. */
  record(operation: string, args?: object): Promise<{ answer: Answer; recording: Recording }>
  close(): Promise<void>
}

/** Operations called in this process on a SQLite file. */
export async function openCaller(file: string): Promise<Caller> {
  const app = await openApp({ location: file, log: line => process.stderr.write(`${line}\n`) })
  return {
    app,
    call: (operation, args = {}) => callOn(app, operation, args),
    async record(operation, args = {}) {
      const recording: Recording = []
      const db: Db = recordingDb(app.db, recording)
      return { answer: await callOn({ ...app, db }, operation, args), recording }
    },
    close: () => app.close(),
  }
}

async function callOn(app: App, name: string, args: object): Promise<Answer> {
  const operation = operationNamed(name)
  if (!operation) throw new Error(`There is no operation ${name}.`)
  const outcome = await invoke(app, operation, args, { principal: localPrincipal })
  if (!outcome.ok) throw new Error(`${name} failed: ${JSON.stringify(outcome.failure)}`)
  return outcome.result
}
