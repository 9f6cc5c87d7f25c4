import type { App } from '../../src/app.ts'
import { invoke } from '../../src/invoke.ts'
import { operationNamed } from '../../src/operations.ts'
import { localPrincipal } from '../../src/projects/roles.ts'

// biome-ignore lint/suspicious/noExplicitAny: what a measure reads of an answer, it reads by the names of the specification
export type Answer = any

/** Calls through `invoke`; a failure is thrown, because a benchmark of failures measures nothing. */
export function callsOn(app: App) {
  return async (name: string, args: object = {}): Promise<Answer> => {
    const operation = operationNamed(name)
    if (!operation) throw new Error(`There is no operation ${name}.`)
    const outcome = await invoke(app, operation, args, { principal: localPrincipal })
    if (!outcome.ok) throw new Error(`${name} failed: ${JSON.stringify(outcome.failure)}`)
    return outcome.result
  }
}
