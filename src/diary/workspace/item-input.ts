import { z } from 'zod'
import { freeText, listOf, name, problemsIn } from '../arguments.ts'
import type { Problem } from '../rejection.ts'
import { confidences, type ItemKind, itemKinds, outcomeCategories, terminalTypes, type WorkItem } from '../schema.ts'
import { sessionRefPattern, turnKey, turnRefPattern, workItemRefPattern } from './refs.ts'

const Turn = z.strictObject({
  session_ref: name('S0001', { pattern: sessionRefPattern, must: 'a session ref such as S0001' }),
  turn_ref: name('T0001', { pattern: turnRefPattern, must: 'a turn ref such as T0001' }),
})
const EvidenceRefs = listOf(Turn).optional()

/** One work item as a caller sends it. */
export const ItemInput = z.strictObject({
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
type ItemInput = z.output<typeof ItemInput>

const narrative = ['trigger', 'agent_reaction', 'outcomes', 'terminal_states'] as const

/** What a caller may leave out it may also send empty; afterwards what is there has something in it. */
export function withoutEmpty(item: unknown): unknown {
  if (!isObject(item)) return item
  const kept = Object.entries(item).filter(([key, value]) => !(isOptional(key) && isEmpty(value)))
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutNull(value)]))
}

/** Everything wrong with an item in itself. */
export function itemProblems(schema: z.ZodObject, args: { work_item?: unknown }): Problem[] {
  const item = args.work_item
  const kind = isObject(item) ? Object.entries(item).find(([key]) => key === 'kind')?.[1] : undefined
  const bare = kind === 'evidence_gap_item' || kind === 'excluded_with_reason'
  if (!isObject(item)) return problemsIn(schema, args)
  const unwanted = bare ? narrative.filter(key => Object.hasOwn(item, key)) : []
  const wanted = Object.entries(item).filter(([key]) => !unwanted.some(each => each === key))
  return [
    ...problemsIn(schema, { ...args, work_item: Object.fromEntries(wanted) }),
    ...unwanted.map(key => mustBeEmpty(key, String(kind))),
    ...missingParts(item, kind),
    ...coverage(item),
  ]
}

/** The item as it is stored: keys in their order, the three lists always there, empty parts left out. */
export function itemFrom(input: ItemInput): WorkItem {
  const { trigger, agent_reaction, reason } = input
  return {
    work_item_ref: input.work_item_ref,
    kind: input.kind,
    title: input.title,
    covered_turns: input.covered_turns.map(turn),
    ...(trigger && { trigger: { summary: trigger.summary, ...refs(trigger) } }),
    ...(agent_reaction && {
      agent_reaction: {
        summary: agent_reaction.summary,
        ...(agent_reaction.main_actions && { main_actions: agent_reaction.main_actions }),
      },
    }),
    outcomes: (input.outcomes ?? []).map(({ category, summary, confidence, ...rest }) => ({
      category,
      summary,
      ...refs(rest),
      confidence,
    })),
    terminal_states: (input.terminal_states ?? []).map(({ type, summary, ...rest }) => ({
      type,
      summary,
      ...refs(rest),
    })),
    limits: input.limits ?? [],
    ...(reason !== undefined && { reason }),
    confidence: input.confidence,
  }
}

/** Every turn an item cites, with the path it stands at. */
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

function refs({ evidence_refs }: { evidence_refs?: WorkItem['covered_turns'] | undefined }) {
  return evidence_refs ? { evidence_refs: evidence_refs.map(turn) } : {}
}

function turn({ session_ref, turn_ref }: WorkItem['covered_turns'][number]) {
  return { session_ref, turn_ref }
}

function missingParts(item: object, kind: unknown): Problem[] {
  const has = (key: string) => Object.hasOwn(item, key)
  if (kind === 'excluded_with_reason') {
    return has('reason')
      ? []
      : [
          {
            path: 'work_item.reason',
            message: 'reason is required for excluded_with_reason',
            hint: 'say why these turns are left out',
          },
        ]
  }
  if (kind !== 'material_work_item') return []
  const absent = (['trigger', 'agent_reaction'] as const).filter(key => !has(key))
  const problems = absent.map(key => ({
    path: `work_item.${key}`,
    message: `${key} is required for material_work_item`,
    hint: 'add it with a summary',
  }))
  if (has('outcomes') || has('terminal_states')) return problems
  return [
    ...problems,
    {
      path: 'work_item.outcomes',
      message: 'material_work_item needs at least one outcome or terminal state',
      hint: 'add outcomes or terminal_states, or choose another kind',
    },
  ]
}

function mustBeEmpty(key: (typeof narrative)[number], kind: ItemKind | string): Problem {
  return {
    path: `work_item.${key}`,
    message: `${key} must be empty or absent for ${kind}`,
    hint: `remove ${key}: this kind carries no narrative`,
  }
}

function coverage(item: { [key: string]: unknown }): Problem[] {
  const covered = item.covered_turns
  if (!Array.isArray(covered)) return []
  if (covered.length === 0) {
    return [
      {
        path: 'work_item.covered_turns',
        message: 'covered_turns must name at least one turn',
        hint: 'name turns of uncovered_turns',
      },
    ]
  }
  const seen = new Set<string>()
  return covered.flatMap((entry, index) => {
    const parsed = Turn.safeParse(entry)
    if (!parsed.success) return []
    const key = turnKey(parsed.data)
    const twice = seen.has(key)
    seen.add(key)
    return twice
      ? [{ path: `work_item.covered_turns[${index}]`, message: `names ${key} twice`, hint: 'name each turn once' }]
      : []
  })
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

function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
