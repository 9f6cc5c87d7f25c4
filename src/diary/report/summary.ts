import { findUnwritable } from '../../evidence/secrets.ts'
import { formatCount } from '../../kernel/numbers.ts'
import { capitalize } from '../../kernel/words.ts'
import { cut, list, oneLine } from '../extract/text.ts'
import { openStatesOf } from '../synthesize/terminal-states.ts'
import { isMaterial } from './report-items.ts'
import { type AuthoredText, type DailyReport, distinctCitations, type OpenItem, type ReportItem } from './schema.ts'
import { isTitle } from './slots.ts'
import type { Statistics } from './statistics.ts'
import { costAmount, costText } from './text/costs.ts'
import { checkVerdictsText, lineCounts } from './text/numbers.ts'

const maxNamed = 12

/** What the weightiest items of the day came to, and what is open at its end; questions to the person come first. */
export function executiveSummary(items: readonly ReportItem[]): DailyReport['executive_summary'] {
  const top_outcomes = items.slice(0, maxNamed).flatMap(({ sentence, confidence }) => {
    return sentence ? [{ text: sentence.text, confidence, citations: sentence.citations }] : []
  })
  const open = items.flatMap(openItem)
  const isQuestion = ({ kind }: OpenItem) => kind === 'question'
  return { top_outcomes, open_items: [...open.filter(isQuestion), ...open.filter(each => !isQuestion(each))] }
}

/**
 * What is open of one work item, said once however many reasons it has: open work is counted by work items. A check that
 * failed is both how the work ended and a blocker; it is listed once.
 */
function openItem(item: ReportItem): OpenItem[] {
  const states = openStatesOf(item)
  const known = new Set(states.map(({ summary }) => summary))
  const blockers = item.outcomes.filter(
    ({ category, summary }) => category === 'blocker_outcome' && !known.has(summary),
  )
  const reasons = [...states, ...blockers]
  if (reasons.length === 0) return []
  const isQuestion = states.some(({ type }) => type === 'clarification_only')
  return [
    {
      text: reasons.map(({ summary }) => summary).join(' '),
      citations: distinctCitations(reasons.flatMap(({ citations }) => citations)),
      kind: isQuestion ? 'question' : states.length > 0 ? 'ended' : 'blocker',
    },
  ]
}

const maxTitle = 80

/** The title of a day when none was written: its weightiest work, the next where there is room, and how many more. */
export function templateTitle(items: readonly ReportItem[], projects: number): AuthoredText {
  const [first, second] = items
  if (!first) return { text: 'Nothing finished', citations: [], by: 'builtin' }
  const more = (named: number, isCut = false) =>
    items.length > named ? `${isCut ? '' : ','} plus ${items.length - named} more` : ''
  const both = second ? `${titleIn(first, true)}; ${titleIn(second, items.length > 2)}${more(2)}` : ''
  const named = second && [...both].length <= maxTitle ? [first, second] : [first]
  const one = cut(titleIn(first, items.length > 1), maxTitle - more(1).length)
  const joined = named.length > 1 ? both : `${one}${more(1, one.endsWith('…'))}`
  const text =
    isTitle(joined) && !findUnwritable(joined)
      ? joined
      : `${formatCount(items.length, 'work item')} in ${formatCount(projects, 'project')}`
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
  const checks = checkVerdictsText(statistics.checks)
  return {
    text: `${formatCount(material.length, 'work item')} from ${formatCount(turns, 'turn')}: ${ended(titles)} ${formatCount(statistics.files.touched, 'file')} changed${checks === '' ? '' : `, ${checks}`}.`,
    citations: distinctCitations(material.slice(0, 3).flatMap(({ support }) => support.title)),
    by: 'builtin',
  }
}

type LeadItem = Pick<ReportItem, 'title' | 'disposition' | 'waits_for_answer' | 'commits'> & {
  /** Whether something of it is left to do. */
  has_open?: boolean | undefined
}
type LeadFigures = Pick<Statistics, 'turns' | 'checks' | 'cost_usd'> & {
  files: Pick<Statistics['files'], 'touched' | 'added' | 'removed' | 'unsized'>
}

/** A day, or several, in three sentences: the state of the work, what it was, what it came to; the weightiest first. */
export function leadOf(items: readonly LeadItem[], labels: readonly string[], statistics: LeadFigures): string[] {
  const { turns, files, checks, cost_usd } = statistics
  // Where no work was finished there may still be talk.
  if (items.length === 0)
    return [turns === 0 ? 'Nothing was asked.' : `Nothing finished. ${formatCount(turns, 'short exchange')}.`]
  const commits = new Set(items.flatMap(item => item.commits ?? []).map(({ hash }) => hash)).size
  const came = [
    files.touched > 0 ? `${formatCount(files.touched, 'file')} changed (${lineCounts(files)})` : '',
    commits > 0 ? formatCount(commits, 'commit') : '',
    checkVerdictsText(checks),
    `cost ${costAmount(cost_usd)}`,
  ].filter(part => part !== '')
  const titles = items
    .slice(0, 3)
    .map(item => titleIn(item, true))
    .join('; ')
  const where = listText(projectNames(labels), 3)
  const what =
    items.length === 1
      ? [`One work item in ${where}, ${items.map(standingOf)}${leftOf(items)}: ${ended(titles)}`]
      : [
          `${formatCount(items.length, 'work item')} in ${where}: ${listText(standings(items), 5)}.`,
          items.length > 3 ? `Mostly: ${titles}; and ${items.length - 3} more.` : ended(titles),
        ]
  return [...what, `${capitalize(came.join(', '))}.`]
}

/** The same of several days, from what each project came to. */
export function leadOfDays(
  projects: ReadonlyArray<{ project_label: string; work_items: ReadonlyArray<LeadItem & { weight: number }> }>,
  statistics: LeadFigures,
): string[] {
  const worked = projects.filter(({ work_items }) => work_items.length > 0)
  const items = worked.flatMap(({ work_items }) => work_items).sort((one, other) => other.weight - one.weight)
  return leadOf(
    items,
    worked.map(({ project_label }) => project_label),
    statistics,
  )
}

/** The end of a sentence, unless what it ends with was cut and says so. */
function ended(words: string): string {
  return words.endsWith('…') ? words : `${words}.`
}

/** `3 finished, 1 waiting for an answer`. */
function standings(items: readonly LeadItem[]): string[] {
  return [...Object.values(standingWords), 'waiting for an answer'].flatMap(word => {
    const those = items.filter(item => standingOf(item) === word)
    return those.length > 0 ? [`${those.length} ${word}${leftOf(those)}`] : []
  })
}

function standingOf({ disposition, waits_for_answer }: LeadItem): string {
  return waits_for_answer ? 'waiting for an answer' : standingWords[disposition ?? 'clarification']
}

/** Finished work of which something is left is open as well: a stand-up lists it there. */
function leftOf(items: readonly LeadItem[]): string {
  const count = items.filter(item => item.has_open && standingOf(item) === standingWords.completed).length
  if (count === 0) return ''
  return ` (${count === items.length ? '' : `${count} `}with something left to do)`
}

const standingWords: { [disposition in NonNullable<ReportItem['disposition']>]: string } = {
  completed: 'finished',
  failed: 'failed',
  blocked: 'blocked',
  interrupted: 'interrupted',
  clarification: 'without a result',
}

/** Projects by name; folders that share one are counted, so that two do not read as one. */
export function projectNames(labels: readonly string[]): string[] {
  return [...new Set(labels)].map(label => {
    const folders = labels.filter(each => each === label).length
    return folders > 1 ? `${label} (${folders} folders)` : label
  })
}

/** `a, b and c`; what is too many is counted. */
function listText(values: readonly string[], most: number): string {
  const distinct = [...new Set(values)]
  const shown = distinct.length > most ? [...distinct.slice(0, most), `${distinct.length - most} more`] : distinct
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

/** The day in one line of numbers. */
export function figuresOf(statistics: Statistics, items: number): string {
  const { turns, sessions, projects, files, checks } = statistics
  return [
    formatCount(items, 'work item'),
    `${formatCount(turns, 'turn')} in ${formatCount(sessions, 'session')}`,
    formatCount(projects, 'project'),
    `${formatCount(files.touched, 'file')} changed (${lineCounts(files)})`,
    checkVerdictsText(checks),
    `cost ${costText(statistics)}`,
  ]
    .filter(part => part !== '')
    .join(' · ')
}

/** On one line; the full stop at its end would come before a comma. */
function titleIn({ title }: LeadItem, isFollowed: boolean): string {
  return isFollowed ? oneLine(title).replace(/(?<!\.)\.$/, '') : oneLine(title)
}
