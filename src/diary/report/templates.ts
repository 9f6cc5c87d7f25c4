import { findUnwritable } from '../../evidence/secrets.ts'
import { cut, list, one, plural } from '../extract/text.ts'
import { cite, type ProjectDay } from './day.ts'
import { confidenceRank, isMaterial } from './report-items.ts'
import type { AuthoredText, ReportItem } from './schema.ts'
import { isTitle } from './slot-input.ts'
import type { Statistics } from './statistics.ts'

export interface ProjectItems {
  project: ProjectDay
  items: readonly ReportItem[]
}

/** The title of a day when none was written. */
export function templateTitle(projects: readonly ProjectItems[]): AuthoredText {
  const ranked = projects
    .flatMap(({ project, items }) => items.filter(isMaterial).map(item => ({ project, item })))
    .sort((a, b) => confidenceRank[b.item.confidence] - confidenceRank[a.item.confidence])
  const named = ranked.slice(0, 2)
  if (named.length === 0) return { text: 'No supported work', citations: [], by: 'builtin' }
  const joined = cut(named.map(({ item }, index) => titleIn(item, index < named.length - 1)).join('; '), 80)
  const count = new Set(ranked.map(({ project }) => project)).size
  const text =
    isTitle(joined) && !findUnwritable(joined)
      ? joined
      : `${plural(ranked.length, 'work item')} in ${plural(count, 'project')}`
  return { text, citations: named.flatMap(({ project, item }) => cite(project, item.covered_turns)), by: 'builtin' }
}

/** What a project's day came to, in numbers and titles. */
export function templateSummary({ project, items }: ProjectItems, statistics: Statistics): AuthoredText | null {
  const material = items.filter(isMaterial)
  if (material.length === 0) return null
  const turns = material.reduce((sum, { covered_turns }) => sum + covered_turns.length, 0)
  const { pass, fail, unknown } = statistics.checks
  const runs = pass + fail + unknown
  const titles = list(
    material.map(item => titleIn(item, true)),
    3,
  )
  const checks = runs > 0 ? `, ${pass} of ${plural(runs, 'check run')} passed` : ''
  return {
    text: `${plural(material.length, 'work item')} from ${plural(turns, 'turn')}: ${titles}. ${plural(statistics.files.touched, 'file')} changed${checks}.`,
    citations: cite(
      project,
      material.slice(0, 3).flatMap(({ covered_turns }) => covered_turns),
    ),
    by: 'builtin',
  }
}

/** On one line; the point at its end would stand before a comma. */
function titleIn({ title }: ReportItem, isFollowed: boolean): string {
  return isFollowed ? one(title).replace(/(?<!\.)\.$/, '') : one(title)
}
