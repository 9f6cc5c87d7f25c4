import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import analyticalConsistency from '../../../assets/recipes/analytical_consistency.json' with { type: 'json' }
import analyticalProse from '../../../assets/recipes/analytical_prose.json' with { type: 'json' }
import analyticalSceneValidate from '../../../assets/recipes/analytical_scene_validate.json' with { type: 'json' }
import creativeDraftScene from '../../../assets/recipes/creative_draft_scene.json' with { type: 'json' }
import structuralCanon from '../../../assets/recipes/structural_canon.json' with { type: 'json' }
import structuralOutline from '../../../assets/recipes/structural_outline.json' with { type: 'json' }
import { ifExists } from '../../files/if-exists.ts'
import { sha256 } from '../../files/sha256.ts'
import { byteOrder } from '../../kernel/byte-order.ts'
import { jsonIn } from '../../kernel/json.ts'
import { canonical } from '../../receipts/canonical.ts'
import type { Room } from '../room.ts'
import type { Tool } from '../tools/tool.ts'
import { isRef, type Recipe, readRecipe, segmentsOf } from './recipe.ts'

/** A recipe that can be started, or one that cannot and why. */
type ListedRecipe = { recipe_id: string; origin: 'bundled' | 'project' } & (
  | { recipe: Recipe; sha256: string }
  | { errors: string[] }
)

const bundled: readonly unknown[] = [
  structuralOutline,
  structuralCanon,
  analyticalSceneValidate,
  analyticalProse,
  analyticalConsistency,
  creativeDraftScene,
]

/** In the order of their ids; a recipe of the project replaces a shipped one of the same id. */
export async function listRecipes({ control, tools }: Pick<Room, 'control' | 'tools'>): Promise<ListedRecipe[]> {
  const known = await tools()
  const listed = new Map<string, ListedRecipe>()
  const add = (given: unknown, origin: ListedRecipe['origin'], fallback: string) => {
    const read = readRecipe(given, known)
    const recipe_id = 'recipe' in read ? read.recipe.recipe_id : (idIn(given) ?? fallback)
    const rest = 'recipe' in read ? { ...read, sha256: sha256(canonical(read.recipe)) } : read
    listed.set(recipe_id, { recipe_id, origin, ...rest })
  }
  for (const recipe of bundled) add(recipe, 'bundled', 'bundled')
  for (const { name, value } of await projectFiles(join(control, 'recipes'))) add(value, 'project', name)
  return [...listed.values()].sort((a, b) => byteOrder(a.recipe_id, b.recipe_id))
}

/** One that can be started. */
export async function recipeNamed(
  room: Pick<Room, 'control' | 'tools'>,
  id: string,
): Promise<{ recipe: Recipe; sha256: string } | undefined> {
  const found = (await listRecipes(room)).find(({ recipe_id }) => recipe_id === id)
  return found && 'recipe' in found ? found : undefined
}

async function projectFiles(folder: string): Promise<{ name: string; value: unknown }[]> {
  const names = (await ifExists(readdir(folder)))?.filter(name => /^[^.].*\.json$/.test(name)).sort(byteOrder)
  const files = await Promise.all(
    (names ?? []).map(async name => ({ name, text: await ifExists(readFile(join(folder, name), 'utf8')) })),
  )
  return files.map(({ name, text }) => ({ name: name.replace(/\.json$/, ''), value: jsonIn(text ?? '') }))
}

function idIn(given: unknown): string | undefined {
  const { recipe_id } = Object(given)
  return typeof recipe_id === 'string' && /^[A-Za-z][A-Za-z0-9_-]{0,59}$/.test(recipe_id) ? recipe_id : undefined
}

/** An argument of a recipe, as the tool that takes it describes it. */
export const RecipeArg = z.object({
  name: z.string(),
  required: z.boolean(),
  type: z.enum(['string', 'integer', 'boolean', 'string[]']),
  choices: z.array(z.string()).optional(),
  summary: z.string(),
})
export type RecipeArg = z.output<typeof RecipeArg>

/** The arguments of a recipe in the order its steps use them; required when one step requires it. */
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
