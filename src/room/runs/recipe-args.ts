import { z } from 'zod'
import type { Tool } from '../tools/tool.ts'
import type { Recipe } from './recipe.ts'
import { isRef, segmentsOf } from './refs.ts'

/** Something a run of a recipe is told, as the tool that takes it describes it. */
export const RecipeArg = z.object({
  name: z.string(),
  required: z.boolean(),
  type: z.enum(['string', 'integer', 'boolean', 'string[]']),
  choices: z.array(z.string()).optional(),
  summary: z.string(),
})
export type RecipeArg = z.output<typeof RecipeArg>

/** What a recipe asks of whoever starts it, in the order its steps do; what one step needs is needed. */
export function recipeArgs({ phase_a }: Pick<Recipe, 'phase_a'>, tools: readonly Tool[]): RecipeArg[] {
  const asked = new Map<string, RecipeArg>()
  for (const { tool: id, args } of phase_a) {
    const declared = tools.find(tool => tool.id === id)?.args ?? []
    for (const [key, value] of Object.entries(args)) {
      const name = taskArg(value)
      if (name === undefined) continue
      const { schema, summary = '' } = declared.find(arg => arg.name === key) ?? {}
      const { type = 'string', enum: choices } = schema ?? {}
      const required = !Object.hasOwn(Object(value), 'default')
      const before = asked.get(name) ?? {
        name,
        type: type === 'array' ? 'string[]' : type,
        ...(choices && { choices }),
        summary,
        required,
      }
      asked.set(name, { ...before, required: before.required || required })
    }
  }
  return [...asked.values()]
}

function taskArg(value: unknown): string | undefined {
  if (!isRef(value)) return undefined
  const [root, of, name, ...rest] = segmentsOf(value.$ref) ?? []
  return root === 'task' && of === 'args' && rest.length === 0 ? name : undefined
}
