import { type Citation, citationKey, type DailyReport } from '../../src/diary/report/schema.ts'
import { type JudgeField, shareOf } from './field.ts'
import { withReports } from './reports.ts'

/** A sentence that cites lines, and how many. */
interface Statement {
  date: string
  field: string
  text: string
  lines: number
}

/** How wide the citations are on the days whose outcomes are labelled. */
export const judgeCitations: JudgeField = async set => {
  const labelled = set.labels.filter(({ field }) => typeof field === 'string' && field.startsWith('outcome'))
  const dates = [...new Set(labelled.map(({ date }) => String(date)))].sort()
  if (dates.length === 0) return null
  const statements = await withReports(set, dates, async reports => reports.flatMap(statementsOf))
  const within = (lines: number) => statements.filter(statement => statement.lines <= lines).length
  return {
    basis: `${statements.length} statements on ${dates.length} days cite ${widthAt(0.5, statements)} lines in the median and ${widthAt(0.9, statements)} at the ninetieth percentile.`,
    measures: [
      { name: 'statements that cite at most 6 lines', share: shareOf(within(6), statements.length), target: 0.5 },
      { name: 'statements that cite at most 20 lines', share: shareOf(within(20), statements.length), target: 0.9 },
    ],
    misses: statements
      .filter(({ lines }) => lines > 20)
      .map(({ date, field, text, lines }) => `${date} ${field} cites ${lines} lines: ${text}`),
  }
}

/** Every statement of the work items of a report. */
function statementsOf({ report_date: date, projects }: DailyReport): Statement[] {
  return projects.flatMap(({ work_items }) =>
    work_items
      .filter(({ kind }) => kind === 'material_work_item')
      .flatMap(({ title, sentence, outcomes, terminal_states, trigger_summary, support }) => [
        { date, field: 'title', text: title, lines: widthOf(support.title) },
        ...(sentence ? [{ date, field: 'sentence', text: sentence.text, lines: widthOf(sentence.citations) }] : []),
        ...(trigger_summary === null
          ? []
          : [{ date, field: 'trigger', text: trigger_summary, lines: widthOf(support.trigger) }]),
        ...outcomes.map(({ category, summary, citations }) => ({
          date,
          field: category,
          text: summary,
          lines: widthOf(citations),
        })),
        ...terminal_states.map(({ type, summary, citations }) => ({
          date,
          field: type,
          text: summary,
          lines: widthOf(citations),
        })),
      ]),
  )
}

/** How many lines some citations name, each once. */
function widthOf(citations: readonly Citation[]): number {
  const distinct = new Map(citations.map(citation => [citationKey(citation), citation]))
  return [...distinct.values()].reduce((sum, { lines }) => {
    const [start = 0, end = 0] = lines.split('-').map(Number)
    return sum + end - start + 1
  }, 0)
}

/** The width that this share of the statements does not exceed. */
function widthAt(share: number, statements: readonly Statement[]): number {
  const widths = statements.map(({ lines }) => lines).sort((one, other) => one - other)
  return widths[Math.min(widths.length - 1, Math.floor(share * widths.length))] ?? 0
}
