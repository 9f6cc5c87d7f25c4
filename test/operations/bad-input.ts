import { z } from 'zod'
import type { App, AppContext } from '../../src/app.ts'
import { invoke } from '../../src/invoke.ts'
import type { Operation } from '../../src/kernel/operation.ts'

type Fields = { readonly [field: string]: unknown }

/**
 * Calls each operation with an argument it does not declare, and with a value of the wrong type for each one it declares.
 * Returns the calls that were not refused, or whose refusal does not name the field.
 */
export async function acceptedBadInput(app: App, operations: readonly Operation<AppContext>[]): Promise<string[]> {
  const wrong: string[] = []
  for (const operation of operations) {
    for (const [field, args] of badArguments(operation)) {
      const answer = await refusal(app, operation, args)
      if (answer === undefined) wrong.push(`${operation.name} runs with ${JSON.stringify(args)}`)
      // One that reports only the first fault may name a missing field instead.
      else if (![field, ...Object.keys(operation.input.shape)].some(each => JSON.stringify(answer).includes(each)))
        wrong.push(`${operation.name} does not name ${field}`)
    }
  }
  return wrong
}

/** The arguments of one wrong call for each way to call the operation wrongly, with the field that is wrong. */
function badArguments(operation: Operation<AppContext>): [field: string, args: Fields][] {
  const unknown = argumentsWithUnknownField(operation)
  const { properties = {} } = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' })
  const given = namedDay(operation.input)
  const declared = Object.entries(properties).flatMap(([field, schema]): [string, Fields][] =>
    typeof schema === 'object' && hasType(schema)
      ? [[field, { ...given, [field]: allowsLists(schema) ? 1.5 : [[null]] }]]
      : [],
  )
  return [...(unknown ? [[unknownField, unknown] as [string, Fields]] : []), ...declared]
}

const unknownField = 'not_declared'

/** Arguments that an operation refuses for their one unknown field; undefined for an operation that takes any field. */
export function argumentsWithUnknownField({ input }: Operation<AppContext>): Fields | undefined {
  if (input.def.catchall?._zod.def.type !== 'never') return undefined
  return { ...namedDay(input), [unknownField]: 1 }
}

/** Without a date some operations of the diary report first that no day was prepared. */
function namedDay({ shape }: z.ZodObject): Fields {
  return 'date' in shape ? { date: '2026-05-12' } : {}
}

/** A schema without a type takes any value. */
function hasType(schema: Fields): boolean {
  return schema.type !== undefined || schema.anyOf !== undefined || schema.enum !== undefined
}

function allowsLists({ type, anyOf }: Fields): boolean {
  return type === 'array' || (Array.isArray(anyOf) && anyOf.some(allowsLists))
}

/** What the caller reads; undefined when the operation would have run. */
async function refusal(app: App, operation: Operation<AppContext>, args: Fields): Promise<unknown> {
  let hasRun = false
  const harmless: Operation<AppContext> = {
    ...operation,
    find: async () => ({ project: { id: 'default' }, role: 'admin' }),
    async run() {
      hasRun = true
      return {}
    },
  }
  const outcome = await invoke(app, harmless, args, { principal: 'local' })
  if (hasRun) return undefined
  return outcome.ok ? outcome.result : outcome.failure
}
