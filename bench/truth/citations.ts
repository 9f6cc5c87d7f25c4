import { type Citation, citationKey, type DailyReport } from '../../src/diary/report/schema.ts'

/** A sentence that cites lines, and how many. */
export interface Statement {
  date: string
  field: string
  text: string
  lines: number
}

/** Every statement of the work items of a report. */
export function statementsOf({ report_date: date, projects }: DailyReport): Statement[] {
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
export function widthAt(share: number, statements: readonly Statement[]): number {
  const widths = statements.map(({ lines }) => lines).sort((one, other) => one - other)
  return widths[Math.min(widths.length - 1, Math.floor(share * widths.length))] ?? 0
}
