import type { WorkItem } from '../schema.ts'
import { turnsIn } from '../synthesize/item-sentence.ts'
import { commitsOf } from '../synthesize/node.ts'
import { openStatesOf } from '../synthesize/terminal-states.ts'
import { compareRefs, turnKey } from '../workspace/refs.ts'
import type { ProjectDay } from './day.ts'
import { weightOf } from './highlights.ts'
import type { dispositions, ReportItem } from './schema.ts'
import type { ItemSupport } from './support.ts'

/** From sure to unsure. */
export const confidenceRank = { high: 3, medium: 2, low: 1 } as const

/** A project's work items: material ones first, the weightiest of them first. */
export function reportItems(project: ProjectDay): ReportItem[] {
  return project.progress.items.map(item => reportItem(project, item)).sort(inReportOrder)
}

export function isMaterial({ kind }: Pick<WorkItem, 'kind'>): boolean {
  return kind === 'material_work_item'
}

function inReportOrder(one: ReportItem, other: ReportItem): number {
  const first = Number(isMaterial(other)) - Number(isMaterial(one))
  const heavier = isMaterial(one) ? other.weight - one.weight : 0
  return first || heavier || compareRefs(one.work_item_ref, other.work_item_ref)
}

const nothing: ItemSupport = {
  title: [],
  sentence: { text: '', lines: [] },
  parts: [],
  last_message: null,
  highlights: [],
  trigger: [],
  actions: [],
  outcomes: [],
  terminal_states: [],
  limits: [],
}

function reportItem(project: ProjectDay, item: WorkItem): ReportItem {
  const { citeLines } = project
  const support = project.support.get(item.work_item_ref) ?? nothing
  // A minor item shows only its title and turns.
  const { sentence, parts, last_message, highlights } = isMaterial(item) ? support : nothing
  const facts = item.covered_turns.flatMap(turn => project.facts.get(turnKey(turn)) ?? [])
  const commits = commitsOf(turnsIn(item, project)).map(({ hash, subject }) => ({ hash, subject }))
  const told = ({ text, lines }: ItemSupport['sentence']) => ({ text, citations: citeLines(lines) })
  return {
    work_item_ref: item.work_item_ref,
    kind: item.kind,
    title: item.title,
    disposition: dispositionOf(item),
    confidence: item.confidence,
    covered_turns: item.covered_turns,
    trigger_summary: item.trigger?.summary ?? null,
    agent_reaction_summary: item.agent_reaction?.summary ?? null,
    main_actions: item.agent_reaction?.main_actions ?? [],
    outcomes: item.outcomes.map(({ category, summary, confidence }, index) => ({
      category,
      summary,
      confidence,
      citations: citeLines(support.outcomes[index] ?? []),
    })),
    terminal_states: item.terminal_states.map(({ type, summary }, index) => ({
      type,
      summary,
      citations: citeLines(support.terminal_states[index] ?? []),
    })),
    limits: item.limits,
    reason: item.reason ?? null,
    waits_for_answer: isMaterial(item) && openStatesOf(item).some(({ type }) => type === 'clarification_only'),
    sentence: sentence.text === '' ? null : told(sentence),
    parts: parts.map(each => ({ ...told(each), part: each.part })),
    last_message: last_message && told(last_message),
    highlights: highlights.map(told),
    ...(commits.length > 0 && { commits }),
    weight: weightOf(item, facts),
    support: {
      title: citeLines(support.title),
      trigger: citeLines(support.trigger),
      actions: support.actions.map(citeLines),
      limits: support.limits.map(citeLines),
    },
  }
}

const deliveries: ReadonlySet<string> = new Set([
  'code_outcome',
  'document_outcome',
  'process_outcome',
  'decision_outcome',
])

/** A question at the end does not undo what was delivered; `waits_for_answer` says that there is one. */
function dispositionOf(item: WorkItem): (typeof dispositions)[number] | null {
  if (!isMaterial(item)) return null
  const last = item.terminal_states.at(-1)?.type
  if (last === 'failed' || last === 'blocked' || last === 'interrupted') return last
  if (last === 'clarification_only') {
    return item.outcomes.some(({ category }) => deliveries.has(category)) ? 'completed' : 'clarification'
  }
  const done = item.outcomes.length > 0 || item.terminal_states.some(({ type }) => type === 'material_result')
  return done ? 'completed' : 'clarification'
}
