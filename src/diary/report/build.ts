import { byteOrder, countEach } from '../../kernel/byte-order.ts'
import { formatCount } from '../../kernel/numbers.ts'
import type { PriceTable } from '../prices/price-table.ts'
import type { EarlierUsage, Metadata, SessionCoverage } from '../schema.ts'
import { turnKey } from '../workspace/refs.ts'
import type { Day, ProjectDay } from './day.ts'
import { confidenceRank, isMaterial, reportItems } from './report-items.ts'
import type {
  AuthoredText,
  Certificate,
  Citation,
  DailyReport,
  Engagement,
  ReportItem,
  ReportProject,
  TeamLearning,
} from './schema.ts'
import { type Statistics, statisticsOf } from './statistics.ts'
import { executiveSummary, figuresOf, leadOf, templateSummary, templateTitle } from './summary.ts'
import { partOf } from './text/item-parts.ts'

/** A report with the statistics it was made with. */
export interface BuiltReport extends Omit<DailyReport, 'projects' | 'statistics'> {
  projects: Array<Omit<ReportProject, 'statistics'> & { statistics: Statistics }>
  statistics: Statistics
}

/** What replies of the day used in the project's turns of the days before. */
function earlierIn({ earlier_usage = [] }: Metadata, key: string): EarlierUsage[] {
  return earlier_usage.filter(({ project_key }) => project_key === key)
}

/** The report of a day, made only from what the workspace holds. */
export function buildReport(day: Day, previous: DailyReport | undefined, prices: PriceTable): BuiltReport {
  const { metadata } = day
  const slots = keptSlots(previous, day.projects)
  const listed = day.projects.map(project => ({ project, items: reportItems(project) })).sort(inReportOrder)
  const weighed = listed.flatMap(({ items }) => items.filter(isMaterial)).sort(byWeight)
  const projects = listed.map(({ project, items }) => {
    const statistics = statisticsOf([project], metadata.timezone, prices, earlierIn(metadata, project.key))
    return {
      project_key: project.key,
      project_label: project.label,
      summary: slots.summaries.get(project.key) ?? templateSummary(items, statistics),
      work_items: items,
      source_user_messages: project.messages,
      statistics,
    }
  })
  const ordered = listed.map(({ project }) => project)
  const statistics = statisticsOf(ordered, metadata.timezone, prices, metadata.earlier_usage)
  const producers = producersOf(day)
  return {
    schema_version: 1,
    report_date: metadata.report_date,
    timezone: metadata.timezone,
    status: metadata.status,
    window: metadata.report_window_local,
    title: slots.title ?? templateTitle(weighed, listed.length),
    overall_confidence: overallConfidence(projects, slots.engagement, slots.learning),
    executive_summary: executiveSummary(weighed),
    projects,
    engagement_assessment: slots.engagement,
    team_learning: slots.learning,
    gaps: ordered.flatMap(gapsOf),
    warnings: [...ordered.flatMap(warningsOf), ...slots.warnings],
    producers,
    statistics,
    lead: leadOf(
      weighed.map(item => ({ ...item, has_open: partOf(item, 'open') !== undefined })),
      listed.filter(({ items }) => items.some(isMaterial)).map(({ project }) => project.label),
      statistics,
    ),
    figures: figuresOf(statistics, weighed.length),
    turns: ordered.flatMap(({ citations }) => [...citations.values()]),
    certificate: certify(day, statistics, producers),
  }
}

interface ProjectItems {
  project: ProjectDay
  items: ReportItem[]
}

function inReportOrder(one: ProjectItems, other: ProjectItems): number {
  const material = ({ items }: ProjectItems) => items.filter(isMaterial).length
  return (
    material(other) - material(one) ||
    byteOrder(one.project.label, other.project.label) ||
    byteOrder(one.project.key, other.project.key)
  )
}

function byWeight(one: ReportItem, other: ReportItem): number {
  return other.weight - one.weight
}

/** Turns without evidence, or in no work item. */
function gapsOf({ key, progress }: ProjectDay): DailyReport['gaps'] {
  const uncovered = new Set(progress.uncovered.map(turnKey))
  return progress.turns
    .filter(turn => !progress.hasChain(turn) || uncovered.has(turnKey(turn)))
    .map(({ session_ref, turn_ref }) => ({ project_key: key, session_ref, turn_ref }))
}

function warningsOf({ label, progress, facts }: ProjectDay): string[] {
  const known = progress.turns.flatMap(turn => facts.get(turnKey(turn)) ?? [])
  const approximate = known.filter(({ time_basis }) => time_basis !== 'own').length
  const unreadable = known.reduce((sum, { malformed_lines }) => sum + malformed_lines, 0)
  const missing = progress.turns.length - known.length
  return [
    approximate > 0 && `${label}: the times of ${formatCount(approximate, 'turn')} are approximate.`,
    unreadable > 0 && `${label}: ${formatCount(unreadable, 'line')} could not be read.`,
    missing > 0 && `${label}: no facts are known about ${formatCount(missing, 'turn')}.`,
  ].filter(warning => warning !== false)
}

/** Who wrote how many chains and work items. */
function producersOf({ projects, authorOf }: Day): DailyReport['producers'] {
  const authors = projects.flatMap(({ key: project_key, progress }) => [
    ...progress.turns
      .filter(progress.hasChain)
      .map(({ session_ref, turn_ref }) => authorOf({ project_key, session_ref, turn_ref })),
    ...progress.items.map(({ work_item_ref }) => authorOf({ project_key, work_item_ref })),
  ])
  return countEach(authors.map(author => author ?? 'unknown'))
}

type Listed = Pick<ReportProject, 'work_items'>

/** The mean over everything that states how sure it is. */
function overallConfidence(
  projects: readonly Listed[],
  engagement: Engagement | null,
  learning: TeamLearning | null,
): DailyReport['overall_confidence'] {
  const items = projects.flatMap(({ work_items }) => work_items.filter(isMaterial))
  const rated = [
    ...items.flatMap(item => [item, ...item.outcomes]),
    ...(engagement ? [engagement.overall_reading, ...engagement.observations] : []),
    ...(learning ? [learning.takeaways, ...learning.patterns] : []),
  ]
  if (rated.length === 0) return null
  const mean = rated.reduce((sum, { confidence }) => sum + confidenceRank[confidence], 0) / rated.length
  return mean >= 2.5 ? 'high' : mean >= 1.5 ? 'medium' : 'low'
}

interface KeptSlots {
  title: AuthoredText | null
  /** By project. */
  summaries: Map<string, AuthoredText>
  engagement: Engagement | null
  learning: TeamLearning | null
  warnings: string[]
}

/** What agents wrote into the report before, as far as what it cites is still there unchanged. */
function keptSlots(previous: DailyReport | undefined, projects: readonly ProjectDay[]): KeptSlots {
  const known = new Map(projects.map(project => [project.key, project]))
  const warnings: string[] = []
  const keep = <T>(slot: T | null | undefined, name: string, citations: (slot: T) => Citation[]): T | null => {
    if (slot === null || slot === undefined) return null
    if (citations(slot).every(citation => holds(citation, known))) return slot
    warnings.push(`${name} was left out: it cites evidence that is no longer there.`)
    return null
  }
  const written = (slot: AuthoredText | null | undefined) => (slot?.by === 'agent' ? slot : null)
  const summaries = (previous?.projects ?? []).flatMap(({ project_key, project_label, summary }) => {
    const kept = keep(written(summary), `The summary of ${project_label}`, slot => slot.citations)
    return kept && known.has(project_key) ? [[project_key, kept] as const] : []
  })
  return {
    title: keep(written(previous?.title), 'The title', slot => slot.citations),
    summaries: new Map(summaries),
    engagement: keep(previous?.engagement_assessment, 'The engagement assessment', slot =>
      [slot.overall_reading, ...slot.observations].flatMap(({ citations }) => citations),
    ),
    learning: keep(previous?.team_learning, 'The team learning', slot =>
      [slot.takeaways, ...slot.patterns].flatMap(({ citations }) => citations),
    ),
    warnings,
  }
}

function holds(citation: Citation, projects: ReadonlyMap<string, ProjectDay>): boolean {
  const project = projects.get(citation.project_key)
  const now = project?.citations.get(turnKey(citation))
  const same = now?.lines === citation.lines && now.span_sha256 === citation.span_sha256
  return same && (project?.chains.has(turnKey(citation)) ?? false)
}

/** What the report of a day accounts for. */
function certify(day: Day, statistics: Statistics, producers: DailyReport['producers']): Certificate {
  const { indexed, with_chain, covered } = statistics.coverage
  return {
    turns: { indexed, with_evidence: with_chain, in_items: covered },
    forgotten: day.forgotten,
    bytes: bytesOf(day.projects),
    checks: statistics.checks,
    producers,
    subagents: subagentsOf(day.projects),
    incomplete: day.metadata.incomplete ?? [],
  }
}

/** All bytes of the sessions' transcripts; null as soon as one of them is not accounted for. */
function bytesOf(projects: readonly ProjectDay[]): Certificate['bytes'] {
  const sessions = projects.flatMap(({ progress, coverage }) =>
    progress.project.rows.map(({ session_ref }) => coverage.get(session_ref)),
  )
  const known = sessions.filter((session): session is SessionCoverage => session !== undefined)
  if (known.length < sessions.length) return null
  const skipped: { [reason: string]: number } = {}
  for (const [reason, bytes] of known.flatMap(session => Object.entries(session.skipped))) {
    skipped[reason] = (skipped[reason] ?? 0) + bytes
  }
  const total = (bytes: (session: SessionCoverage) => number) => known.reduce((sum, each) => sum + bytes(each), 0)
  return {
    total: total(({ bytes }) => bytes),
    read: total(({ read }) => read),
    skipped: Object.fromEntries(Object.entries(skipped).sort(([one], [other]) => (one < other ? -1 : 1))),
    lost: total(({ lost }) => lost),
  }
}

/** A sub-agent was read when replies of its own are counted in the turn that started it. */
function subagentsOf(projects: readonly ProjectDay[]): Certificate['subagents'] {
  const facts = projects.flatMap(project => [...project.facts.values()])
  const started = facts.reduce((sum, { families }) => sum + (families.delegate ?? 0), 0)
  const read = facts.reduce((sum, { usage }) => {
    return sum + new Set(usage.flatMap(({ subagent }) => subagent ?? [])).size
  }, 0)
  return { started: Math.max(started, read), read }
}
