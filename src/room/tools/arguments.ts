import { z } from 'zod'

/** One argument of a tool as data: for catalogs, prompts and the schemas of replies. */
export interface ToolArgument {
  name: string
  required: boolean
  default?: unknown
  schema: z.output<typeof ArgumentSchema>
  summary: string
}

/** What an argument may be, as JSON Schema. The keys are in the order in which they are written out. */
const ArgumentSchema = z.object({
  type: z.enum(['string', 'integer', 'boolean', 'array']),
  enum: z.array(z.string()).exactOptional(),
  items: z.object({ type: z.literal('string') }).exactOptional(),
  minimum: z.int().exactOptional(),
  maximum: z.int().exactOptional(),
  minItems: z.int().exactOptional(),
  maxItems: z.int().exactOptional(),
  maxLength: z.int().exactOptional(),
})

/** The arguments that an input declares, in the order of their declaration. */
export function describeArguments(input: z.ZodObject): ToolArgument[] {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input', override })
  return Object.entries(properties).map(([name, property]) => {
    const { description: summary = '', ...rest } = typeof property === 'object' ? property : {}
    return {
      name,
      required: required.includes(name),
      ...('default' in rest && { default: rest.default }),
      schema: ArgumentSchema.parse(rest, { jitless: true }),
      summary,
    }
  })
}

/** A text of at most this many bytes. */
export function textUpTo(maxBytes: number) {
  // Code points are never more than bytes, so a schema with this `maxLength` refuses no text within the limit.
  return z
    .string()
    .refine(text => Buffer.byteLength(text) <= maxBytes)
    .register(byteLimits, { maxLength: maxBytes })
}

export const scenePathArg = z.string().describe('Path of the scene file.')

/** Other names for the path of a scene, folded. */
export const scenePathAliases = { scene: 'scene_path', path: 'scene_path', file: 'scene_path', filepath: 'scene_path' }

/** Apart from the descriptions, because the list of operations shows those only. */
const byteLimits = z.registry<{ maxLength: number }>()

function override({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema }) {
  Object.assign(jsonSchema, byteLimits.get(zodSchema))
  // Zod writes down the largest safe integer where no maximum is declared.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
