import { useState } from 'react'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import type { DayView } from '../../state/diary/day-view.ts'
import { Citations } from './citations.tsx'
import { ConfidenceMark } from './marks.tsx'

const first = 5

/** The outcomes of the day with the highest confidence. */
export function TopOutcomes({ view }: { view: DayView }) {
  const { top_outcomes } = view.report.executive_summary
  const [all, setAll] = useState(false)
  if (top_outcomes.length === 0) return null
  const shown = all ? top_outcomes : top_outcomes.slice(0, first)
  return (
    <section className="block" aria-labelledby="top-outcomes">
      <header className="block-head">
        <h2 id="top-outcomes">Outcomes</h2>
        <span className="block-count tabular">{top_outcomes.length}</span>
      </header>
      <ul className="outcomes">
        {shown.map(({ text, confidence, citations }) => (
          <li key={`${text} ${citations[0]?.project_key} ${citations[0]?.turn_ref}`}>
            <p>{plainLine(text)}</p>
            <span className="claim-foot">
              <ConfidenceMark confidence={confidence} />
              <Citations date={view.report.report_date} citations={citations} labels={view.labels} />
            </span>
          </li>
        ))}
      </ul>
      {top_outcomes.length > shown.length && (
        <button type="button" className="button small" onClick={() => setAll(true)}>
          All {top_outcomes.length} outcomes
        </button>
      )}
    </section>
  )
}
