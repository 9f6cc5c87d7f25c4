import { z } from 'zod'
import { isObject } from '../../kernel/json.ts'
import { acrossFields, freeText, listOf, name, type RuleProblem } from '../arguments.ts'
import { confidences, itemKinds, outcomeCategories, terminalTypes, type WorkItem } from '../schema.ts'
import { sessionRefPattern, turnKey, turnRefPattern, workItemRefPattern } from './refs.ts'

const Turn = z.strictObject({
  session_ref: name('S0001', { pattern: sessionRefPattern, must: 'a session ref such as S0001' }),
  turn_ref: name('T0001', { pattern: turnRefPattern, must: 'a turn ref such as T0001' }),
})
const EvidenceRefs = listOf(Turn).optional()

/** The fields of a work item as a caller sends it. */
export const ItemFields = z.strictObject({
  work_item_ref: name('W0001', { pattern: workItemRefPattern, must: 'a work item ref such as W0001' }),
  kind: z.enum(itemKinds),
  title: freeText(),
  covered_turns: listOf(Turn).meta({ minItems: 1 }),
  trigger: z.strictObject({ summary: freeText(), evidence_refs: EvidenceRefs }).optional(),
  agent_reaction: z.strictObject({ summary: freeText(), main_actions: listOf(freeText()).optional() }).optional(),
  outcomes: listOf(
    z.strictObject({
      category: z.enum(outcomeCategories),
      summary: freeText(),
      evidence_refs: EvidenceRefs,
      confidence: z.enum(confidences),
    }),
  ).optional(),
  terminal_states: listOf(
    z.strictObject({ type: z.enum(terminalTypes), summary: freeText(), evidence_refs: EvidenceRefs }),
  ).optional(),
  limits: listOf(freeText()).optional(),
  reason: freeText().optional(),
  confidence: z.enum(confidences),
})

/** One work item as a caller sends it, with the rules across its fields. */
export const ItemInput = ItemFields.check(acrossFields(acrossItem, forbiddenParts))

const narrative = ['trigger', 'agent_reaction', 'outcomes', 'terminal_states'] as const

/** What a caller may leave out it may also send empty; afterwards what is there has something in it. */
export function withoutEmpty(item: unknown): unknown {
  if (!isObject(item)) return item
  const kept = Object.entries(item).filter(([key, value]) => !(isOptional(key) && isEmpty(value)))
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutNull(value)]))
}

/** Every turn an item cites, with its path. */
export function evidenceRefsOf(item: WorkItem): Array<{ path: string; session_ref: string; turn_ref: string }> {
  const parts: Array<[string, { evidence_refs?: WorkItem['covered_turns'] | undefined }]> = [
    ...(item.trigger ? [['trigger', item.trigger] satisfies [string, object]] : []),
    ...item.outcomes.map((outcome, index) => [`outcomes[${index}]`, outcome] satisfies [string, object]),
    ...item.terminal_states.map((state, index) => [`terminal_states[${index}]`, state] satisfies [string, object]),
  ]
  return parts.flatMap(([path, { evidence_refs = [] }]) =>
    evidence_refs.map((ref, index) => ({ path: `${path}.evidence_refs[${index}]`, ...ref })),
  )
}

function acrossItem(item: unknown): RuleProblem[] {
  if (!isObject(item)) return []
  return [
    ...forbiddenParts(item).map(key =>
      problem(key, `${key} must be empty or absent for ${item.kind}`, `remove ${key}: this kind carries no narrative`),
    ),
    ...missingParts(item),
    ...coverage(item.covered_turns),
  ]
}

/** The parts that an item of this kind must not have. */
function forbiddenParts(item: unknown): string[] {
  if (!isObject(item) || !(item.kind === 'evidence_gap_item' || item.kind === 'excluded_with_reason')) return []
  return narrative.filter(key => Object.hasOwn(item, key))
}

function problem(key: string, message: string, hint: string): RuleProblem {
  return { path: [key], message, hint }
}

function missingParts(item: { [key: string]: unknown }): RuleProblem[] {
  const has = (key: string) => Object.hasOwn(item, key)
  if (item.kind === 'excluded_with_reason') {
    if (has('reason')) return []
    return [problem('reason', 'reason is required for excluded_with_reason', 'say why these turns are left out')]
  }
  if (item.kind !== 'material_work_item') return []
  const absent = (['trigger', 'agent_reaction'] as const).filter(key => !has(key))
  const problems = absent.map(key => problem(key, `${key} is required for material_work_item`, 'add it with a summary'))
  if (has('outcomes') || has('terminal_states')) return problems
  return [
    ...problems,
    problem(
      'outcomes',
      'material_work_item needs at least one outcome or terminal state',
      'add outcomes or terminal_states, or choose another kind',
    ),
  ]
}

function coverage(covered: unknown): RuleProblem[] {
  if (!Array.isArray(covered)) return []
  if (covered.length === 0) {
    return [problem('covered_turns', 'covered_turns must name at least one turn', 'name turns of uncovered_turns')]
  }
  const seen = new Set<string>()
  return covered.flatMap((entry: unknown, index) => {
    if (!isTurn(entry)) return []
    const key = turnKey(entry)
    const twice = seen.has(key)
    seen.add(key)
    return twice ? [{ path: ['covered_turns', index], message: `names ${key} twice`, hint: 'name each turn once' }] : []
  })
}

function isTurn(entry: unknown): entry is WorkItem['covered_turns'][number] {
  return (
    isObject(entry) &&
    typeof entry.session_ref === 'string' &&
    typeof entry.turn_ref === 'string' &&
    sessionRefPattern.test(entry.session_ref) &&
    turnRefPattern.test(entry.turn_ref)
  )
}

function isOptional(key: string): boolean {
  return key === 'reason' || narrative.some(each => each === key)
}

/** Absent, null, or holding nothing but empty and blank values. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return value.trim() === ''
  return typeof value === 'object' && Object.values(value).every(isEmpty)
}

/** Optional lists inside an item may be null as well as absent. */
function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([key, each]) => !(each === null && optionalLists.has(key)))
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutNull(each)]))
}

const optionalLists = new Set(['evidence_refs', 'main_actions'])
