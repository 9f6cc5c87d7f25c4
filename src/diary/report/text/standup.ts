import { md } from '../markdown/markup.ts'
import type { DailyReport, ReportItem, ReportProject } from '../schema.ts'
import { itemFinder, partOf, questionText, resultText } from './item-parts.ts'
import type { StandupForm } from './names.ts'
import { itemStateText, longDate, shortDate } from './names.ts'
import { plainLine } from './plain.ts'

interface Shown extends Pick<DailyReport, 'report_date' | 'executive_summary'> {
  projects: readonly Pick<ReportProject, 'project_key' | 'project_label' | 'work_items'>[]
}

/** One day, or several in the order of time, as a person says it in a stand-up: what was done and what is open. */
export function standupText(days: readonly Shown[], form: StandupForm): string {
  const { line, heading, bold } = writers[form]
  const isRange = days.length > 1
  const items = days.flatMap(itemsOf)
  // A project that all work is of is named once.
  const [only, ...others] = new Set(items.map(({ project }) => project))
  const lines = (wanted: boolean) =>
    items
      .filter(({ isOpen }) => isOpen === wanted)
      .map(({ date, project, text }) => {
        const front = [isRange ? shortDate(date) : '', others.length > 0 ? bold(project) : '']
          .filter(Boolean)
          .join(', ')
        return line(front === '' ? '' : `${front}: `, text)
      })
  return [
    heading([standupSubject(days), ...(only !== undefined && others.length === 0 ? [only] : [])].join(' · ')),
    ...section(heading('Done'), lines(false), line, isRange),
    ...section(heading('Open'), lines(true), line, isRange),
    ...(items.length === 0 ? ['', 'Nothing finished.'] : []),
    '',
  ].join('\n')
}

/** `Thursday, 22 January 2026`, or from when to when; the subject of an e-mail. */
export function standupSubject(days: readonly Pick<Shown, 'report_date'>[]): string {
  const [first, last] = [days[0]?.report_date, days.at(-1)?.report_date]
  if (first === undefined || last === undefined) return 'No day'
  return first === last ? longDate(first) : `${longDate(first)} to ${longDate(last)}`
}

/** The day's work, the weightiest first; what is open says why. */
function itemsOf({ report_date, projects, executive_summary }: Shown) {
  const itemOf = itemFinder(projects)
  const open = new Map<ReportItem, string>()
  for (const { text, citations } of executive_summary.open_items) {
    const item = itemOf(citations)
    if (item) open.set(item, [open.get(item) ?? '', text].join(' ').trim())
  }
  const items = projects.flatMap(({ project_label, work_items }) =>
    work_items.filter(({ kind }) => kind === 'material_work_item').map(item => ({ project: project_label, item })),
  )
  return items
    .sort((one, other) => other.item.weight - one.item.weight)
    .map(({ project, item }) => {
      const why = open.get(item)
      return {
        date: report_date,
        project,
        text: [titleOf(item.title), toldOf(item, why ?? '')].filter(part => part !== '').join(' — '),
        isOpen: why !== undefined || item.disposition !== 'completed',
      }
    })
}

function titleOf(title: string): string {
  return plainLine(title).replace(/(?<!\.)\.$/, '')
}

/**
 * What came of it, in few words. A reader of a stand-up was not there: the agent's own words only where nothing is seen
 * of the work, and what is open says by itself how it ended.
 */
function toldOf(item: ReportItem, why: string): string {
  const state = why === '' && item.disposition !== 'completed' ? itemStateText(item) : null
  const seen = item.waits_for_answer && !partOf(item, 'done') ? '' : shortResult(resultText(item))
  const checked = shortCheck(partOf(item, 'checked')?.text ?? '')
  // What failed last is open, and is said there.
  const isTold = why.includes(' run failed') && checked.includes('failed when last run')
  const facts = [state ?? '', seen, isTold ? '' : checked, openWords(why)]
    .map(fact => plainLine(fact).replace(/\.$/, ''))
    .filter(fact => fact !== '')
  return facts.map(fact => (/^[A-Z][a-z]/.test(fact) ? fact.charAt(0).toLowerCase() + fact.slice(1) : fact)).join('; ')
}

/** `changed 28 files`; how many lines that were says little to who was not there. */
function shortResult(text: string): string {
  return text.replaceAll(/ \((?:at least )?\+[\d,]+ −[\d,]+\)/g, '')
}

/** A check that is named without a when was run on what is there now. */
function shortCheck(text: string): string {
  return text.replaceAll(' after the last edit', '').replace(/; \d+ files? changed afterwards/, '')
}

/** Who pastes it is the one who is asked. */
function openWords(why: string): string {
  const question = questionText(why)
  if (question !== why) return question === '' ? 'waiting for an answer' : `waiting for an answer: ${question}`
  return why
    .replace('Left to do, the agent says', 'left to do')
    .replace('The user interrupted the agent.', 'interrupted.')
    .replace(/The session ends while (\S{1,60}) was still running/, 'broke off while $1 was running')
}

interface Writer {
  heading(text: string): string
  bold(text: string): string
  /** What is in front is written as it is, the text is escaped. */
  line(front: string, text: string): string
}

const writers: { readonly [form in StandupForm]: Writer } = {
  slack: {
    heading: text => `*${slack(text)}*`,
    bold: text => `*${slack(text)}*`,
    line: (front, text) => `• ${front}${slack(plainLine(text))}`,
  },
  markdown: {
    heading: text => `**${md(text)}**`,
    bold: text => `**${md(text)}**`,
    line: (front, text) => `- ${front}${md(text)}`,
  },
  email: {
    heading: text => plainLine(text),
    bold: text => plainLine(text),
    line: (front, text) => `- ${front}${plainLine(text)}`,
  },
}

/** Only these three mean something to Slack wherever they are; a star or a low line inside a word does not. */
function slack(text: string): string {
  return plainLine(text).replace(/[&<>]/g, character => entities[character] ?? '')
}

const entities: { [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const mostOfDay = 8
const mostOfRange = 24

function section(title: string, lines: readonly string[], line: Writer['line'], isRange: boolean): string[] {
  if (lines.length === 0) return []
  const most = isRange ? mostOfRange : mostOfDay
  const more = lines.length - most
  return ['', title, ...lines.slice(0, most), ...(more > 0 ? [line('', `and ${more} more`)] : [])]
}
