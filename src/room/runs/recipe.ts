import { z } from 'zod'
import { foldKey, readArguments } from '../protocol/arguments.ts'
import { fieldErrors } from '../protocol/rejection.ts'
import { fromPlain } from '../protocol/strict-json.ts'
import type { Tool } from '../tools/tool.ts'
import { refsIn, segmentsOf } from './refs.ts'

const promptTypes = ['brief', 'draft', 'polish', 'check', 'review'] as const
export type PromptType = (typeof promptTypes)[number]

const Name = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,59}$/)
const label = z.string().min(1).max(120)

const ToolStep = z.strictObject({
  step_id: Name,
  tool: z.string().max(60),
  args: z.record(z.string(), z.unknown()),
  output_slot: Name,
})
export type ToolStep = z.output<typeof ToolStep>

const AgentStep = z.strictObject({
  step_id: Name,
  agent_archetype: z.string().min(1).max(40),
  input_slots: z.array(Name).max(20),
  output_slot: Name,
  prompt_type: z.enum(promptTypes),
})
export type AgentStep = z.output<typeof AgentStep>

const Check = z.discriminatedUnion('check', [
  z.strictObject({ check: z.literal('slot_not_null'), slot: Name }),
  z.strictObject({ check: z.literal('slot_field_equals'), slot: Name, field: z.string().max(200), expected: z.json() }),
  z.strictObject({ check: z.literal('file_exists'), path: z.string().min(1).max(1024) }),
])
export type DoneCheck = z.output<typeof Check>

export const Recipe = z.strictObject({
  recipe_id: Name,
  label,
  task_patterns: z.array(label).max(50),
  phase_a: z.array(ToolStep).max(30),
  phase_b: z.array(AgentStep).max(30),
  dod: z.array(Check).max(30),
})
export type Recipe = z.output<typeof Recipe>

/** The recipe, or everything that is wrong with it. */
export function readRecipe(given: unknown, tools: readonly Tool[]): { recipe: Recipe } | { errors: string[] } {
  const parsed = Recipe.safeParse(given)
  if (!parsed.success) return { errors: fieldErrors(Recipe, given) }
  const recipe = parsed.data
  const errors = [...repeated(recipe), ...stepErrors(recipe, tools), ...inputErrors(recipe), ...doneErrors(recipe)]
  return errors.length > 0 ? { errors } : { recipe }
}

function repeated({ phase_a, phase_b }: Recipe): string[] {
  const steps = [...phase_a, ...phase_b]
  const twice = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at)
  return [
    ...twice(steps.map(({ step_id }) => step_id)).map(name => `step_id:repeated:${name}`),
    ...twice(['task', ...steps.map(({ output_slot }) => output_slot)]).map(name => `output_slot:repeated:${name}`),
  ]
}

function stepErrors({ phase_a }: Recipe, tools: readonly Tool[]): string[] {
  return phase_a.flatMap(({ tool: id, args }, at) => {
    const here = `phase_a[${at}]`
    const known = new Set(['task', ...phase_a.slice(0, at).map(({ output_slot }) => output_slot)])
    const refs = refsIn(args).filter(address => !known.has(segmentsOf(address)?.[0] ?? ''))
    const tool = tools.find(each => each.id === id)
    return [
      ...refs.map(() => `${here}.args:unknown-ref`),
      ...(tool ? literalErrors(tool, args).map(error => `${here}.args:${error}`) : [`${here}.tool:unknown-tool`]),
    ]
  })
}

/** Errors of arguments that show before anything has run; references are left out. */
function literalErrors(tool: Tool, args: { readonly [name: string]: unknown }): string[] {
  const open = Object.keys(args).filter(key => refsIn(args[key]).length > 0)
  const meant = new Set(open.flatMap(key => [foldKey(key), foldKey(tool.argAliases[foldKey(key)] ?? '')]))
  const given = Object.entries(args).map(([key, value]) => [key, open.includes(key) ? null : fromPlain(value)] as const)
  const read = readArguments(tool, new Map(given))
  const errors = 'errors' in read ? read.errors : []
  return errors.filter(error => {
    const [kind, name = ''] = error.split(':')
    return kind !== 'missing-required' || !meant.has(foldKey(name))
  })
}

function inputErrors({ phase_a, phase_b }: Recipe): string[] {
  return phase_b.flatMap(({ input_slots }, at) => {
    const known = [...phase_a, ...phase_b.slice(0, at)].map(({ output_slot }) => output_slot)
    return input_slots.filter(slot => !known.includes(slot)).map(slot => `phase_b[${at}].input_slots:unknown:${slot}`)
  })
}

function doneErrors({ phase_a, phase_b, dod }: Recipe): string[] {
  const slots = [...phase_a, ...phase_b].map(({ output_slot }) => output_slot)
  return dod.flatMap((check, at) => [
    ...('slot' in check && !slots.includes(check.slot) ? [`dod[${at}].slot:unknown:${check.slot}`] : []),
    ...('field' in check && !segmentsOf(check.field) ? [`dod[${at}].field:invalid`] : []),
  ])
}
