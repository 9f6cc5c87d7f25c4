import { expect, it } from 'vitest'
import prose from '../../../assets/recipes/analytical_prose.json' with { type: 'json' }
import validate from '../../../assets/recipes/analytical_scene_validate.json' with { type: 'json' }
import { toolOf } from '../tools/registry.ts'
import { recipeArgs } from './recipes.ts'

const tools = ['prose_analyzer', 'scene_draft_validator', 'canon_checker'].flatMap(id => toolOf(id) ?? [])

it('the arguments of a recipe are what it asks for, once, as its tools describe them', () => {
  expect(recipeArgs(prose, tools)).toEqual([
    { name: 'scene_path', required: true, type: 'string', summary: expect.any(String) },
    {
      name: 'focus',
      required: false,
      type: 'string',
      choices: expect.arrayContaining(['all']),
      summary: expect.any(String),
    },
  ])
  expect(recipeArgs(validate, tools).map(({ name, required, type }) => ({ name, required, type }))).toEqual([
    { name: 'scene_path', required: true, type: 'string' },
    { name: 'canon_paths', required: false, type: 'string[]' },
  ])
})

it('an argument that one step needs and another does not is needed', () => {
  const step = (ref: object) => ({ step_id: 's', tool: 'nobody', args: { a: ref }, output_slot: 's' })
  const phase_a = [
    step({ $ref: 'task.args.x', default: 1 }),
    step({ $ref: 'task.args.x' }),
    step({ $ref: 'task.description' }),
  ]
  expect(recipeArgs({ phase_a }, tools)).toEqual([{ name: 'x', required: true, type: 'string', summary: '' }])
})
