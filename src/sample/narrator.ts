import type { z } from 'zod'
import type { App, AppContext } from '../app.ts'
import { invoke } from '../invoke.ts'
import type { Operation } from '../kernel/operation.ts'
import { localPrincipal } from '../projects/roles.ts'

/** Calls operations as if at another time. */
export function narrator(app: App) {
  let time = app.clock()
  const then: App = { ...app, clock: () => time }
  return {
    at(ms: number): void {
      time = ms
    },
    async tell<I extends z.ZodObject, O extends z.ZodObject>(
      operation: Operation<AppContext, I, O>,
      args: z.input<I>,
    ): Promise<z.output<O>> {
      const outcome = await invoke(then, operation, args, { principal: localPrincipal })
      if (!outcome.ok) throw outcome.fault
      return operation.output.parse(outcome.result)
    },
  }
}
