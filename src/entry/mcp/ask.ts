import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { App, AppContext } from '../../app.ts'
import { invoke } from '../../invoke.ts'
import type { Call } from '../../kernel/call.ts'
import { faultTable } from '../../kernel/fault.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { Ask } from '../../kernel/resource.ts'

/** Calls operations for a caller. What is refused is not there for it; a store that does not answer is said to be so. */
export function askAs(app: App, operation: (name: string) => Promise<Operation<AppContext>>, call: Call): Ask {
  return async (name, args, project) => {
    const outcome = await invoke(app, await operation(name), args, {
      ...call,
      ...(project !== undefined && { project }),
    })
    if (!outcome.ok && faultTable[outcome.fault.code].http >= 500) {
      throw new ProtocolError(ProtocolErrorCode.InternalError, outcome.fault.message)
    }
    return outcome.ok && outcome.status.http < 400 ? outcome.result : undefined
  }
}
