import type { DayReport } from '../diary/queries.ts'

/** A day in the words of a stand-up: what was done and what is open. */
export function standupText({ report_date, title, executive_summary }: Reported): string {
  const { top_outcomes, open_items } = executive_summary
  const list = (items: readonly { text: string }[]) => items.map(({ text }) => `- ${text}`)
  return [
    `${report_date}: ${title.text}`,
    ...(top_outcomes.length > 0 ? ['', 'Done', ...list(top_outcomes)] : []),
    ...(open_items.length > 0 ? ['', 'Open', ...list(open_items)] : []),
    '',
  ].join('\n')
}

export type Reported = Pick<DayReport, 'report_date' | 'title' | 'executive_summary'>
