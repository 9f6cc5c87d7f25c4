import type { z } from 'zod'
import type { App, AppContext } from './app.ts'
import type { Call } from './kernel/call.ts'
import { asDiskFault } from './kernel/disk-full.ts'
import { Fault } from './kernel/fault.ts'
import { makeHandle } from './kernel/handles.ts'
import type { Operation, ResultStatus } from './kernel/operation.ts'
import type { Prompt } from './kernel/prompt.ts'
import { parseShape } from './kernel/shape.ts'
import { callOperation } from './projects/call-operation.ts'
import { localPrincipal } from './projects/roles.ts'
import { type Failed, toolsetNamed } from './toolsets.ts'

export type Outcome =
  | { ok: true; result: Record<string, unknown>; status: ResultStatus }
  /** `failure` is the answer in the toolset's own wire shape. */
  | { ok: false; fault: Fault; failure: Record<string, unknown> }

/** Runs an operation for a caller. Every interface calls this and only translates the outcome. */
export async function invoke(app: App, operation: Operation<AppContext>, args: unknown, call: Call): Promise<Outcome> {
  try {
    return { ok: true, ...(await callOperation(operation, args, { ...app, call })) }
  } catch (error) {
    const fault = faultOf(app, operation.name, error)
    return { ok: false, fault, failure: failureOf(operation.toolset, fault, operation) }
  }
}

/** The result of an operation that the program calls for its owner; a refusal is thrown. */
export async function callAsOwner<I extends z.ZodObject, O extends z.ZodObject>(
  app: App,
  operation: Operation<AppContext, I, O>,
  args: z.input<I>,
  about: Pick<Call, 'project' | 'folder' | 'by' | 'onProgress'> = {},
): Promise<z.output<O>> {
  const outcome = await invoke(app, operation, args, { principal: localPrincipal, ...about })
  if (!outcome.ok) throw outcome.fault
  // It has been checked against this very operation's output.
  return outcome.result as z.output<O>
}

type PromptOutcome = { ok: true; text: string } | { ok: false; fault: Fault }

/** The same for prompts. */
export async function renderPrompt(
  app: App,
  prompt: Prompt<AppContext>,
  args: unknown,
  call: Call,
): Promise<PromptOutcome> {
  try {
    return { ok: true, text: await prompt.render(parseShape(prompt.arguments, args), { ...app, call }) }
  } catch (error) {
    return { ok: false, fault: faultOf(app, prompt.name, error) }
  }
}

export function failureOf(toolset: string, fault: Fault, operation?: Failed): Record<string, unknown> {
  const shape = toolsetNamed(toolset)
  if (!shape) throw new Error(`Toolset "${toolset}" is not declared.`)
  return shape.failure(fault, operation)
}

/** A full disk is reported in the same words, wherever it was noticed. */
function faultOf(app: App, name: string, error: unknown): Fault {
  const fault = asDiskFault(error)
  return fault instanceof Fault ? fault : unexpectedFault(app, name, error)
}

/** The log gets everything, the caller a reference to it: an unknown error may contain private text. */
function unexpectedFault(app: App, name: string, error: unknown): Fault {
  const ref = makeHandle('err').slice(0, 14)
  app.log(`${ref} ${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return new Fault('INTERNAL', 'Daybook failed unexpectedly; nothing was written.', { details: { ref }, cause: error })
}
