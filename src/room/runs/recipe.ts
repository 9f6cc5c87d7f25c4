import { z } from 'zod'
import { foldKey, readArguments } from '../protocol/arguments.ts'
import { fieldErrors } from '../protocol/rejection.ts'
import { fromPlain } from '../protocol/strict-json.ts'
import type { Tool } from '../tools/tool.ts'

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
  const errors = [...repeatedNames(recipe), ...stepErrors(recipe, tools), ...inputErrors(recipe), ...doneErrors(recipe)]
  return errors.length > 0 ? { errors } : { recipe }
}

function repeatedNames({ phase_a, phase_b }: Recipe): string[] {
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

/** A value of a recipe that refers to something else: an argument of the task, or a part of an earlier output. */
interface Ref {
  $ref: string
  default?: unknown
}

/** Why a step cannot begin: the part of the address at which nothing was found. */
export class RefUnresolved extends Error {
  override readonly name = 'RefUnresolved'
  constructor(readonly segment: string) {
    super(`ref_unresolved:${segment}`)
  }
}

const shape = /^[A-Za-z_][A-Za-z0-9_-]*(?:\.[A-Za-z_][A-Za-z0-9_-]*|\[\d{1,6}\])*$/

export function isRef(value: unknown): value is Ref {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return false
  return typeof value.$ref === 'string' && Object.keys(value).every(key => key === '$ref' || key === 'default')
}

/** `a.b[0].c` → `a`, `b`, `[0]`, `c`; undefined when it is not an address. */
export function segmentsOf(address: string): string[] | undefined {
  return shape.test(address) ? (address.match(/\[\d+\]|[^.[\]]+/g) ?? []) : undefined
}

/** Every address in a value, those of defaults too. */
export function refsIn(value: unknown): string[] {
  if (isRef(value)) return [value.$ref, ...refsIn(value.default)]
  if (Array.isArray(value)) return value.flatMap(refsIn)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(refsIn) : []
}

/** The value with everything in it that refers to something else replaced. */
export function resolveRefs(value: unknown, roots: ReadonlyMap<string, unknown>): unknown {
  if (isRef(value)) return resolveRef(value, roots)
  if (Array.isArray(value)) return value.map(each => resolveRefs(each, roots))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolveRefs(each, roots)]))
}

function resolveRef(ref: Ref, roots: ReadonlyMap<string, unknown>): unknown {
  try {
    return walk(segmentsOf(ref.$ref) ?? [ref.$ref], roots)
  } catch (error) {
    if (!(error instanceof RefUnresolved) || !Object.hasOwn(ref, 'default')) throw error
    return resolveRefs(ref.default, roots)
  }
}

function walk([root = '', ...rest]: readonly string[], roots: ReadonlyMap<string, unknown>): unknown {
  let at = roots.get(root)
  if (at === undefined || at === null) throw new RefUnresolved(root)
  for (const segment of rest) {
    at = member(at, segment)
    if (at === undefined || at === null) throw new RefUnresolved(segment)
  }
  return at
}

/** Only what is its own: nothing of what JavaScript adds to every object. */
function member(value: unknown, segment: string): unknown {
  const index = /^\[(\d+)\]$/.exec(segment)?.[1]
  if (index !== undefined) return Array.isArray(value) ? value[Number(index)] : undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, segment)) {
    return undefined
  }
  return new Map<string, unknown>(Object.entries(value)).get(segment)
}
