import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import type { DayView } from '../../state/diary/day-view.ts'
import { counted } from '../../state/words.ts'

const authorWords: { [author: string]: string } = { builtin: 'the built-in reader', unknown: 'an unknown author' }

/** Who wrote the evidence, in which hours, and the report's caveats. */
export function ReportFoot({ view }: { view: DayView }) {
  const { producers, warnings, window, timezone, status } = view.report
  return (
    <footer className="report-foot">
      {warnings.length > 0 && (
        <ul className="bullets report-warnings">
          {[...new Set(warnings)].map(warning => (
            <li key={warning}>{plainLine(warning)}</li>
          ))}
        </ul>
      )}
      <p>
        Evidence and work items by{' '}
        {Object.entries(producers)
          .map(([author, count]) => `${authorWords[author] ?? plainLine(author)} (${counted(count, 'piece')})`)
          .join(', ') || 'no author yet'}
        .
      </p>
      <p>
        The day in {timezone}: {window.start} to {window.end}
        {status === 'partial' && ', not over when it was prepared'}.
      </p>
    </footer>
  )
}
