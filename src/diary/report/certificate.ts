import type { SessionCoverage } from '../schema.ts'
import type { Day, ProjectDay } from './day.ts'
import type { Certificate, DailyReport } from './schema.ts'
import type { Statistics } from './statistics.ts'

/** What the report of a day accounts for. */
export function certify(day: Day, statistics: Statistics, producers: DailyReport['producers']): Certificate {
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
