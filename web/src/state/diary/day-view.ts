import type { Citation } from '../../../../src/diary/report/schema.ts'
import type { TimelineEntry } from '../../../../src/diary/report/statistics.ts'
import type { TurnRef } from '../../../../src/diary/schema.ts'
import type { DayFilter, TurnState } from './addresses.ts'
import type { DayReport } from './queries.ts'

export type DayProject = DayReport['projects'][number]
export type DayItem = DayProject['work_items'][number]

/** A report indexed for lookups from one thing in it to another. */
export interface DayView {
  report: DayReport
  labels: ReadonlyMap<string, string>
  /** By turnId. */
  turns: ReadonlyMap<string, TimelineEntry>
  /** The item that covers a turn, by turnId. */
  itemOf: ReadonlyMap<string, { project: DayProject; item: DayItem }>
  /** The lines of each turn, by turnId. */
  spans: ReadonlyMap<string, Citation>
}

export function turnId(project_key: string, { session_ref, turn_ref }: TurnRef): string {
  return `${project_key}/${session_ref}/${turn_ref}`
}

export function viewOf(report: DayReport): DayView {
  const { projects, statistics } = report
  const covered = projects.flatMap(project =>
    project.work_items.flatMap(item =>
      item.covered_turns.map(turn => [turnId(project.project_key, turn), { project, item }] as const),
    ),
  )
  return {
    report,
    labels: new Map(projects.map(({ project_key, project_label }) => [project_key, project_label])),
    turns: new Map(statistics.timeline.map(entry => [turnId(entry.project_key, entry), entry])),
    itemOf: new Map(covered),
    spans: new Map([...citationsOf(report), ...report.turns].map(cited => [turnId(cited.project_key, cited), cited])),
  }
}

function citationsOfItem({ outcomes, terminal_states }: DayItem): Citation[] {
  return [...outcomes, ...terminal_states].flatMap(({ citations }) => citations)
}

export function stateOf(entry: TimelineEntry | undefined): TurnState {
  return entry?.terminal ?? 'none'
}

/** Whether any filter is set. */
export function isFiltered({ projects, sources, states, kinds }: DayFilter): boolean {
  return [projects, sources, states, kinds].some(list => list !== undefined && list.length > 0)
}

/** The turns that pass a filter. */
export function turnsIn(view: DayView, filter: DayFilter): TimelineEntry[] {
  return view.report.statistics.timeline.filter(entry => {
    const kind = view.itemOf.get(turnId(entry.project_key, entry))?.item.kind
    return (
      allows(filter.projects, entry.project_key) &&
      allows(filter.sources, entry.source) &&
      allows(filter.states, stateOf(entry)) &&
      // A turn in no item yet has no evidence.
      allows(filter.kinds, kind ?? 'evidence_gap_item')
    )
  })
}

/** The items of a project that pass a filter: of the right kind, with a turn of the right source and state. */
export function itemsIn(view: DayView, { project_key, work_items }: DayProject, filter: DayFilter): DayItem[] {
  if (!allows(filter.projects, project_key)) return []
  return work_items.filter(
    ({ kind, covered_turns }) =>
      allows(filter.kinds, kind) &&
      (covered_turns.length === 0 ||
        covered_turns.some(turn => {
          const entry = view.turns.get(turnId(project_key, turn))
          return allows(filter.sources, entry?.source ?? '') && allows(filter.states, stateOf(entry))
        })),
  )
}

/** Shown first: questions to the person, and work that failed, is blocked or was interrupted. */
export function openItems(view: DayView) {
  return view.report.executive_summary.open_items.map(({ text, citations, kind }, index) => {
    return { id: `open/${index}`, text, citations, isQuestion: kind === 'question', found: itemCited(view, citations) }
  })
}

/** The work item that a claim of the summary is about. */
function itemCited(view: DayView, [first]: readonly Citation[]) {
  return first && view.itemOf.get(turnId(first.project_key, first))
}

function allows<T>(chosen: readonly T[] | undefined, value: T): boolean {
  return chosen === undefined || chosen.length === 0 || chosen.includes(value)
}

function citationsOf({ title, executive_summary, projects }: DayReport): Citation[] {
  const { top_outcomes, open_items } = executive_summary
  return [
    ...title.citations,
    ...[...top_outcomes, ...open_items].flatMap(({ citations }) => citations),
    ...projects.flatMap(({ summary, work_items }) => [
      ...(summary?.citations ?? []),
      ...work_items.flatMap(citationsOfItem),
    ]),
  ]
}
