import type { WorkItem } from '../schema.ts'
import { compareRefs } from '../workspace/refs.ts'
import { cite, type ProjectDay } from './day.ts'
import type { Citation, dispositions, ReportItem } from './schema.ts'

/** From sure to unsure. */
export const confidenceRank = { high: 3, medium: 2, low: 1 } as const

/** A project's work items as the report shows them: material ones first, the surest of them first. */
export function reportItems(project: ProjectDay): ReportItem[] {
  return project.progress.items.map(item => reportItem(project, item)).sort(inReportOrder)
}

export function isMaterial({ kind }: Pick<WorkItem, 'kind'>): boolean {
  return kind === 'material_work_item'
}

function inReportOrder(one: ReportItem, other: ReportItem): number {
  const first = Number(isMaterial(other)) - Number(isMaterial(one))
  const surer = isMaterial(one) ? confidenceRank[other.confidence] - confidenceRank[one.confidence] : 0
  return first || surer || compareRefs(one.work_item_ref, other.work_item_ref)
}

function reportItem(project: ProjectDay, item: WorkItem): ReportItem {
  const cited = ({ evidence_refs = [] }: { evidence_refs?: WorkItem['covered_turns'] | undefined }): Citation[] =>
    cite(project, evidence_refs.length > 0 ? evidence_refs : item.covered_turns)
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
    outcomes: item.outcomes.map(outcome => ({
      category: outcome.category,
      summary: outcome.summary,
      confidence: outcome.confidence,
      citations: cited(outcome),
    })),
    terminal_states: item.terminal_states.map(state => ({
      type: state.type,
      summary: state.summary,
      citations: cited(state),
    })),
    limits: item.limits,
    reason: item.reason ?? null,
  }
}

const deliveries: ReadonlySet<string> = new Set([
  'code_outcome',
  'document_outcome',
  'process_outcome',
  'decision_outcome',
])

/** A question at the end does not undo what was delivered; it is listed among what is open. */
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
