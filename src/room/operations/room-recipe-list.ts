import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { PageInput, pageOf } from '../page.ts'
import { RecipeArg, recipeArgs } from '../runs/recipe-args.ts'
import { listRecipes } from '../runs/recipes.ts'

const Listed = z.object({
  recipe_id: z.string(),
  origin: z.enum(['bundled', 'project']),
  label: z.string().optional(),
  task_patterns: z.array(z.string()).optional(),
  steps: z.int().optional(),
  args: z.array(RecipeArg).optional().describe('What a run of it is told'),
  errors: z.array(z.string()).optional().describe('Why it cannot be started'),
})

export const roomRecipeList = roomOperation({
  name: 'room_recipe_list',
  summary: 'The recipes of runs, shipped ones and those of the project; one with errors cannot be started.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/recipes'],
  input: z.strictObject(PageInput),
  output: z.object({ recipes: z.array(Listed), nextCursor: z.string().nullable() }),
  async run(paged, { room }) {
    const [all, tools] = await Promise.all([listRecipes(room), room.tools()])
    const { items, nextCursor } = pageOf(all, ({ recipe_id }) => recipe_id, paged)
    return {
      nextCursor,
      recipes: items.map(each => {
        const { recipe_id, origin } = each
        if ('errors' in each) return { recipe_id, origin, errors: each.errors }
        const { label, task_patterns, phase_a, phase_b } = each.recipe
        const steps = phase_a.length + phase_b.length
        return { recipe_id, origin, label, task_patterns, steps, args: recipeArgs(each.recipe, tools) }
      }),
    }
  },
})
