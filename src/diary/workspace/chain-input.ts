import { z } from 'zod'
import { isObject, itemsIn } from '../../kernel/json.ts'
import { acrossFields, freeText, listOf, name, type RuleProblem, userWords } from '../arguments.ts'
import { type Chain, checkTypes, materialities, outcomeCategories, terminalTypes, triggerTypes } from '../schema.ts'
import { hasLineOutside, intersectSpans, type LineSpan, mergeSpans, spanIn } from './line-spans.ts'
import { turnRefPattern } from './refs.ts'

const Lines = z
  .string()
  .check(({ value, issues }) => {
    if (!spanIn(value)) issues.push({ code: 'custom', input: value, params: { must: linesForm } })
  })
  .meta({ must: '"<start>-<end>" with start not after end', example: '12-15' })
const linesForm = '"<start>-<end>", two line numbers with start not after end'

const Cited = z.strictObject({ lines: Lines })
const Citations = listOf(Cited)
const SomeCitations = Citations.check(({ value, issues }) => {
  if (value.length === 0) issues.push({ code: 'custom', input: value, params: needsCitation })
})
const needsCitation = { message: 'citations must hold at least one citation', hint: 'cite lines of the turn' }

/** One chain as a caller sends it; an absent list means an empty one. */
export const ChainInput = z
  .strictObject({
    turn_ref: name('T0001', { pattern: turnRefPattern, must: 'a turn ref such as T0001' }),
    trigger: z.strictObject({
      type: z.enum(triggerTypes),
      summary: freeText(),
      quoted_messages: listOf(z.strictObject({ text: userWords(), citations: SomeCitations })).optional(),
      citations: SomeCitations,
    }),
    agent_reactions: listOf(z.strictObject({ summary: freeText(), citations: SomeCitations })).optional(),
    outcomes: listOf(
      z.strictObject({ category: z.enum(outcomeCategories), summary: freeText(), citations: SomeCitations }),
    ).optional(),
    observed_checks: listOf(
      z.strictObject({ type: z.enum(checkTypes), summary: freeText(), citations: SomeCitations }),
    ).optional(),
    terminal_state: z.strictObject({
      type: z.enum(terminalTypes),
      summary: freeText(),
      citations: Citations.optional(),
    }),
    materiality: z.enum(materialities),
  })
  .check(acrossFields(chain => [...citesItsEnd(chain), ...hasResults(chain), ...restsOnReactions(chain)]))

/** Every citation of a chain with its path. */
export function citationsOf(chain: Chain): Array<{ path: string; lines: string }> {
  const { trigger, agent_reactions, outcomes, observed_checks, terminal_state } = chain
  const lists = { agent_reactions, outcomes, observed_checks }
  return [
    ...at('trigger', trigger),
    ...trigger.quoted_messages.flatMap((quote, index) => at(`trigger.quoted_messages[${index}]`, quote)),
    ...Object.entries(lists).flatMap(([list, entries]) =>
      entries.flatMap((entry, index) => at(`${list}[${index}]`, entry)),
    ),
    ...at('terminal_state', terminal_state),
  ]
}

function at(path: string, { citations }: { citations: readonly { lines: string }[] }) {
  return citations.map(({ lines }, index) => ({ path: `${path}.citations[${index}].lines`, lines }))
}

function citesItsEnd(chain: unknown): RuleProblem[] {
  const state = part(chain, 'terminal_state')
  if (!isObject(state) || !isEmptyList(part(state, 'citations'))) return []
  return part(state, 'type') === 'evidence_gap' ? [] : [{ path: ['terminal_state', 'citations'], ...needsCitation }]
}

/** The endings that say by themselves why there is no outcome. */
const endsWithoutOutcome = terminalTypes.filter(type => type !== 'material_result' && type !== 'other')

function hasResults(chain: unknown): RuleProblem[] {
  const type = part(part(chain, 'terminal_state'), 'type')
  if ((type !== 'material_result' && type !== 'other') || !isEmptyList(part(chain, 'outcomes'))) return []
  return [
    {
      path: ['outcomes'],
      message: `outcomes must not be empty when terminal_state.type is ${type}`,
      hint: `add the outcome with its citations, or the terminal state that explains the ending: ${endsWithoutOutcome.join(', ')}`,
    },
  ]
}

/** What the user asked for proves nothing by itself: an outcome cites a line of a reaction that is not the trigger's. */
function restsOnReactions(chain: unknown): RuleProblem[] {
  const trigger = part(chain, 'trigger')
  const asked = mergeSpans([...spansOf(trigger), ...entriesOf(trigger, 'quoted_messages').flatMap(spansOf)])
  const reactions = entriesOf(chain, 'agent_reactions')
  const reacted = reactions.flatMap(spansOf)
  const outcomes = entriesOf(chain, 'outcomes')
  if (outcomes.length > 0 && isEmptyList(part(chain, 'agent_reactions'))) return [withoutReactions]
  if (outcomes.length > 0 && !reacted.some(span => hasLineOutside(span, asked)))
    return reactions.flatMap((reaction, index) => (spansOf(reaction).length > 0 ? [onlyTheTrigger(index)] : []))
  return outcomes.flatMap((outcome, index) => {
    const spans = spansOf(outcome)
    if (spans.length === 0 || intersectSpans(spans, reacted).some(span => hasLineOutside(span, asked))) return []
    const onlyAsked = !spans.some(span => hasLineOutside(span, asked))
    return [
      {
        path: ['outcomes', index, 'citations', 0, 'lines'],
        message: onlyAsked
          ? 'the outcome cites only lines of the trigger'
          : 'the outcome cites no line that an agent reaction cites',
        hint: 'cite the agent reaction that brought it about; what was asked for is not yet done',
      },
    ]
  })
}

const withoutReactions: RuleProblem = {
  path: ['agent_reactions'],
  message: 'agent_reactions must not be empty when there are outcomes',
  hint: 'add what the agent did, with its citations; outcomes cite lines of a reaction',
}

function onlyTheTrigger(index: number): RuleProblem {
  return {
    path: ['agent_reactions', index, 'citations', 0, 'lines'],
    message: 'the reaction cites only lines of the trigger',
    hint: 'cite the lines on which the agent acts or replies',
  }
}

function spansOf(entry: unknown): LineSpan[] {
  return entriesOf(entry, 'citations').flatMap(citation => spanIn(part(citation, 'lines')) ?? [])
}

function entriesOf(value: unknown, key: string): readonly unknown[] {
  const entries = part(value, key)
  return itemsIn(entries)
}

/** An absent list counts as empty; a value that is not a list is reported by its own field. */
function isEmptyList(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0)
}

function part(value: unknown, key: string): unknown {
  return isObject(value) ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined
}
