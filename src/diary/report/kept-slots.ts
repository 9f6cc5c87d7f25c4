import { turnKey } from '../workspace/refs.ts'
import type { ProjectDay } from './day.ts'
import type { AuthoredText, Citation, DailyReport, Engagement, TeamLearning } from './schema.ts'

export interface KeptSlots {
  title: AuthoredText | null
  /** By project. */
  summaries: Map<string, AuthoredText>
  engagement: Engagement | null
  learning: TeamLearning | null
  warnings: string[]
}

/** What agents wrote into the report before, as far as what it cites is still there unchanged. */
export function keptSlots(previous: DailyReport | undefined, projects: readonly ProjectDay[]): KeptSlots {
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
