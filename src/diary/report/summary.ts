import { findUnwritable } from '../../evidence/secrets.ts'
import { cut, list, oneLine, plural } from '../extract/text.ts'
import { openStatesOf } from '../synthesize/terminal-states.ts'
import { isMaterial } from './report-items.ts'
import { type AuthoredText, type DailyReport, distinctCitations, type OpenItem, type ReportItem } from './schema.ts'
import { isTitle } from './slot-input.ts'
import type { Statistics } from './statistics.ts'
import { costText } from './text/costs.ts'
import { checkRunsText, formatNumber } from './text/numbers.ts'

const maxNamed = 12

/** What the weightiest items of the day came to, and what is open at its end; questions to the person come first. */
export function executiveSummary(items: readonly ReportItem[]): DailyReport['executive_summary'] {
  const top_outcomes = items.slice(0, maxNamed).flatMap(({ sentence, confidence }) => {
    return sentence ? [{ text: sentence.text, confidence, citations: sentence.citations }] : []
  })
  const open = items.flatMap(openItems)
  const isQuestion = ({ kind }: OpenItem) => kind === 'question'
  return { top_outcomes, open_items: [...open.filter(isQuestion), ...open.filter(each => !isQuestion(each))] }
}

/** A check that failed is both how the work ended and a blocker; it is listed once. */
function openItems(item: ReportItem): OpenItem[] {
  const states = openStatesOf(item)
  const known = new Set(states.map(({ summary }) => summary))
  const blockers = item.outcomes.filter(
    ({ category, summary }) => category === 'blocker_outcome' && !known.has(summary),
  )
  return [
    ...states.map(state => ({
      ...state,
      kind: state.type === 'clarification_only' ? ('question' as const) : ('ended' as const),
    })),
    ...blockers.map(blocker => ({ ...blocker, kind: 'blocker' as const })),
  ].map(({ kind, summary, citations }) => ({ text: summary, citations, kind }))
}

const longest = 80

/** The title of a day when none was written: its weightiest work, and the next where there is room for both. */
export function templateTitle(items: readonly ReportItem[], projects: number): AuthoredText {
  const [first, second] = items
  if (!first) return { text: 'No supported work', citations: [], by: 'builtin' }
  const both = second ? `${titleIn(first, true)}; ${titleIn(second, false)}` : ''
  const named = second && [...both].length <= longest ? [first, second] : [first]
  const joined = named.length > 1 ? both : cut(titleIn(first, false), longest)
  const text =
    isTitle(joined) && !findUnwritable(joined)
      ? joined
      : `${plural(items.length, 'work item')} in ${plural(projects, 'project')}`
  return { text, citations: distinctCitations(named.flatMap(({ support }) => support.title)), by: 'builtin' }
}

/** What a project's day came to, in titles and numbers. */
export function templateSummary(items: readonly ReportItem[], statistics: Statistics): AuthoredText | null {
  const material = items.filter(isMaterial)
  if (material.length === 0) return null
  const turns = material.reduce((sum, { covered_turns }) => sum + covered_turns.length, 0)
  const titles = list(
    material.map(item => titleIn(item, true)),
    3,
  )
  const checks = checkRunsText(statistics.checks)
  return {
    text: `${plural(material.length, 'work item')} from ${plural(turns, 'turn')}: ${titles}. ${plural(statistics.files.touched, 'file')} changed${checks === '' ? '' : `, ${checks}`}.`,
    citations: distinctCitations(material.slice(0, 3).flatMap(({ support }) => support.title)),
    by: 'builtin',
  }
}

/** The day in one line of numbers. */
export function figuresOf(statistics: Statistics, items: number): string {
  const { turns, sessions, projects, files, checks } = statistics
  return [
    plural(items, 'work item'),
    `${plural(turns, 'turn')} in ${plural(sessions, 'session')}`,
    plural(projects, 'project'),
    `${plural(files.touched, 'file')} changed (+${formatNumber(files.added)} −${formatNumber(files.removed)})`,
    checkRunsText(checks),
    `cost ${costText(statistics)}`,
  ]
    .filter(part => part !== '')
    .join(' · ')
}

/** On one line; the full stop at its end would come before a comma. */
function titleIn({ title }: ReportItem, isFollowed: boolean): string {
  return isFollowed ? oneLine(title).replace(/(?<!\.)\.$/, '') : oneLine(title)
}
