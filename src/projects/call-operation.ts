import type { Call } from '../kernel/call.ts'
import { Fault } from '../kernel/fault.ts'
import { isDeeperThan } from '../kernel/json.ts'
import type { Operation, ResultStatus } from '../kernel/operation.ts'
import { atLeast, forbidden, isOwner, ownerOnly, tokenLimitFault } from './roles.ts'

/**
 * The one way an operation is called: the arguments are parsed, the project of the call is found, the caller's role is
 * checked, and only then the operation runs.
 */
export async function callOperation<Ctx extends { call: Call }>(
  operation: Operation<Ctx>,
  args: unknown,
  ctx: Ctx,
): Promise<{ result: Record<string, unknown>; status: ResultStatus }> {
  try {
    // Before anything else: callers without the right learn nothing about the arguments either.
    if (operation.access === 'owner' && !isOwner(ctx.call)) throw ownerOnly()
    if (isDeeperThan(args, maxDepth)) throw tooDeep(args)
    const input = await operation.parse(args, ctx)
    const found = await authorize(operation, input, ctx)
    // A command checks one result and ends, which takes less time than compiling a parser for it.
    const checking = { jitless: ctx.call.by === 'cli' }
    const result = operation.output.parse(await operation.run(input, { ...ctx, ...found }), checking)
    return { result, status: { http: 200, exit: 0, ...operation.toStatus?.(result) } }
  } catch (error) {
    const refusal = operation.refusal?.(error)
    if (!refusal) throw error
    return { result: operation.output.parse(refusal.result), status: refusal.status }
  }
}

/** More than any argument has that means something; much more cannot even be repeated to the caller. */
const maxDepth = 200

function tooDeep(args: unknown): Fault {
  const [path = ''] = Object.entries(Object(args)).find(([, value]) => isDeeperThan(value, maxDepth - 1)) ?? []
  return new Fault('INVALID_INPUT', `The arguments are nested deeper than ${maxDepth} levels.`, {
    details: { fields: [{ path: path.slice(0, 100), rule: 'nested at most', limit: maxDepth }] },
    hint: 'Send the arguments as one flat JSON object.',
  })
}

/** Finds the project of the call and checks the role. An operation that needs a role and finds no project refuses all callers. */
async function authorize<Ctx extends { call: Call }>(
  operation: Operation<Ctx>,
  input: Parsed,
  ctx: Ctx,
): Promise<object> {
  const { access } = operation
  // A limited token is limited to existing projects, so it may not create one.
  if (access === 'anyone' && operation.effect !== 'read' && ctx.call.scope) throw tokenLimitFault()
  if (access === 'anyone') return {}
  const found = await operation.find?.(input, ctx)
  if (access !== 'owner' && !(found && atLeast(found.role, access))) throw forbidden(access)
  return found ?? {}
}

type Parsed = Parameters<Operation<unknown>['run']>[0]
