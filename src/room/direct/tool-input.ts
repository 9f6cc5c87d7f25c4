import { z } from 'zod'
import type { ArgSpec, Tool } from '../tools/tool.ts'

/** What a caller of a tool may send, for announcing it; the protocol's own rules decide whether it fits. */
export function toolInput({ args }: Pick<Tool, 'args'>) {
  const fields = args.map(spec => {
    const value = argument(spec).describe(spec.summary)
    return [spec.name, spec.required ? value : value.optional()] as const
  })
  return z.strictObject({
    ...Object.fromEntries(fields),
    session_id: z.string().describe('session_id of an earlier answer, to add to its receipts').optional(),
  })
}

function argument({ type, choices, minimum, maximum, minItems, maxItems }: ArgSpec) {
  switch (type) {
    case 'boolean':
      return z.boolean()
    case 'integer':
      return bounded(z.int(), minimum, maximum)
    case 'string[]':
      return z
        .array(z.string())
        .min(minItems ?? 0)
        .max(maxItems ?? 1000)
    case 'string':
      return choices ? z.enum(choices) : z.string()
  }
}

function bounded(number: z.ZodInt, minimum: number | undefined, maximum: number | undefined) {
  const above = minimum === undefined ? number : number.min(minimum)
  return maximum === undefined ? above : above.max(maximum)
}
