import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tempHome } from '../../../test/support/tempdir.ts'
import { tools } from '../tools/registry.ts'
import { type Recipe, readRecipe, refsIn, resolveRefs, segmentsOf } from './recipe.ts'
import { listRecipes, recipeNamed } from './recipes.ts'

const plain: Recipe = {
  recipe_id: 'own',
  label: 'Own',
  task_patterns: [],
  phase_a: [
    { step_id: 'a1', tool: 'file_reader', args: { file_path: { $ref: 'task.args.path' } }, output_slot: 'text' },
    { step_id: 'a2', tool: 'prose_analyzer', args: { scene: { $ref: 'text.file_path' } }, output_slot: 'prose' },
  ],
  phase_b: [
    { step_id: 'b1', agent_archetype: 'editor', input_slots: ['prose'], output_slot: 'note', prompt_type: 'review' },
    { step_id: 'b2', agent_archetype: 'critic', input_slots: ['note'], output_slot: 'end', prompt_type: 'check' },
  ],
  dod: [
    { check: 'slot_not_null', slot: 'end' },
    { check: 'slot_field_equals', slot: 'prose', field: 'a.b[0]', expected: 'x' },
    { check: 'file_exists', path: 'Story/SCN-outline.md' },
  ],
}
const [a1, a2] = plain.phase_a
const [b1] = plain.phase_b

function room(files: { [name: string]: string } = {}) {
  const control = tempHome()
  mkdirSync(join(control, 'recipes'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(control, 'recipes', name), text)
  return { control, tools: async () => tools }
}

describe('recipes', () => {
  it('six recipes are shipped that can be started', async () => {
    const listed = await listRecipes(room())
    expect(listed.map(({ recipe_id }) => recipe_id)).toEqual([
      'analytical_consistency',
      'analytical_prose',
      'analytical_scene_validate',
      'creative_draft_scene',
      'structural_canon',
      'structural_outline',
    ])
    expect(listed.filter(each => 'errors' in each)).toEqual([])
  })

  it('a recipe of the project is used in place of the shipped one of the same id', async () => {
    const own = { ...plain, recipe_id: 'structural_outline' }
    const place = room({ 'x.json': JSON.stringify(own), 'broken.json': '{', 'note.txt': 'no recipe' })
    const listed = await listRecipes(place)
    expect(listed.find(({ recipe_id }) => recipe_id === 'structural_outline')).toMatchObject({ origin: 'project' })
    expect(listed.find(({ recipe_id }) => recipe_id === 'broken')).toEqual({
      recipe_id: 'broken',
      origin: 'project',
      errors: ['object:invalid'],
    })
    expect(listed).toHaveLength(7)
    expect(await recipeNamed(place, 'structural_outline')).toMatchObject({ recipe: own })
    expect(await recipeNamed(place, 'broken')).toBeUndefined()
  })

  it('a recipe that is as it should be is read', () => {
    expect(readRecipe(plain, tools)).toEqual({ recipe: plain })
  })

  it.each<[string, object, string[]]>([
    ['an unknown key', { ...plain, extra: 1 }, ['extra:invalid']],
    ['a missing key', { ...plain, label: undefined }, ['label:missing']],
    ['an unknown tool', { ...plain, phase_a: [{ ...a1, tool: 'shell' }, a2] }, ['phase_a[0].tool:unknown-tool']],
    ['a step id twice', { ...plain, phase_a: [a1, { ...a2, step_id: 'a1' }] }, ['step_id:repeated:a1']],
    ['a slot twice', { ...plain, phase_b: [{ ...b1, output_slot: 'text' }], dod: [] }, ['output_slot:repeated:text']],
    [
      'a slot named task',
      { ...plain, phase_b: [{ ...b1, output_slot: 'task' }], dod: [] },
      ['output_slot:repeated:task'],
    ],
    [
      'a wrong literal',
      { ...plain, phase_a: [{ ...a1, args: { file_path: 'x', start_line: 0, y: 1 } }, a2] },
      ['phase_a[0].args:out-of-range:start_line', 'phase_a[0].args:unknown-arg:y'],
    ],
    [
      'a missing argument',
      { ...plain, phase_a: [{ ...a1, args: {} }, a2] },
      ['phase_a[0].args:missing-required:file_path'],
    ],
    [
      'an address of a later slot',
      { ...plain, phase_a: [{ ...a1, args: { file_path: { $ref: 'prose.x' } } }, a2] },
      ['phase_a[0].args:unknown-ref'],
    ],
    [
      'an address in a default',
      { ...plain, phase_a: [{ ...a1, args: { file_path: { $ref: 'task.args.x', default: [{ $ref: 'no' }] } } }, a2] },
      ['phase_a[0].args:unknown-ref'],
    ],
    [
      'an input that is made later',
      { ...plain, phase_b: [{ ...b1, input_slots: ['end'] }, plain.phase_b[1]] },
      ['phase_b[0].input_slots:unknown:end'],
    ],
    ['a check of no slot', { ...plain, dod: [{ check: 'slot_not_null', slot: 'no' }] }, ['dod[0].slot:unknown:no']],
    [
      'a field that is not an address',
      { ...plain, dod: [{ check: 'slot_field_equals', slot: 'text', field: 'a..b', expected: 1 }] },
      ['dod[0].field:invalid'],
    ],
    ['a check without its field', { ...plain, dod: [{ check: 'file_exists' }] }, ['dod[0].path:missing']],
  ])('a recipe is refused: %s', (_, recipe, errors) => {
    expect(readRecipe(recipe, tools)).toEqual({ errors })
  })
})

describe('addresses', () => {
  const roots = new Map<string, unknown>([
    ['task', { description: 'd', args: { paths: ['a', 'b'], none: null } }],
    ['text', { rows: [{ path: 'x' }] }],
  ])

  it('addresses resolve inside arrays and objects', () => {
    const value = { a: [{ $ref: 'text.rows[0].path' }, 1], b: { c: { $ref: 'task.args.paths' } }, d: null }
    expect(resolveRefs(value, roots)).toEqual({ a: ['x', 1], b: { c: ['a', 'b'] }, d: null })
  })

  it.each([
    ['task.args.missing', 'missing'],
    ['task.args.none', 'none'],
    ['task.args.paths[2]', '[2]'],
    ['task.args.paths.length', 'length'],
    ['text.rows[0].path.constructor', 'constructor'],
    ['other.x', 'other'],
  ])('addresses name the part that leads nowhere: %s', (address, segment) => {
    expect(() => resolveRefs({ x: { $ref: address } }, roots)).toThrow(`ref_unresolved:${segment}`)
    expect(resolveRefs({ $ref: address, default: 'y' }, roots)).toBe('y')
    expect(resolveRefs({ $ref: address, default: { $ref: 'text.rows[0].path' } }, roots)).toBe('x')
  })

  it('addresses lead to every place of any value, and leave values without addresses as they are', () => {
    const key = fc.stringMatching(/^[a-z_][a-z0-9_]{0,4}$/).filter(each => each !== '__proto__')
    const leaf = fc.oneof(fc.integer(), fc.string(), fc.boolean())
    const { tree } = fc.letrec(tie => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(key, tie('tree'), { maxKeys: 3 }),
      ),
    }))
    fc.assert(
      fc.property(tree, value => {
        expect(resolveRefs(value, roots)).toEqual(value)
        expect(refsIn(value)).toEqual([])
        for (const [address, found] of placesOf(value, 'slot')) {
          expect(segmentsOf(address)?.join('/')).toBe(address.replaceAll('.', '/').replaceAll('[', '/['))
          expect(resolveRefs({ $ref: address }, new Map([['slot', value]]))).toEqual(found)
        }
      }),
      { numRuns: 100 },
    )
  })
})

function placesOf(value: unknown, address: string): [string, unknown][] {
  const inside = Array.isArray(value)
    ? value.flatMap((each, n) => placesOf(each, `${address}[${n}]`))
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, each]) => placesOf(each, `${address}.${key}`))
      : []
  return [[address, value], ...inside]
}
