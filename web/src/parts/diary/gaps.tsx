import './diary.css'
import { Link } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import type { DayView } from '../../state/diary/day-view.ts'
import { turnWords } from '../../state/diary/turn-words.ts'

const first = 24

/** Turns without evidence. No filter hides them. */
export function Gaps({ view, projectKey }: { view: DayView; projectKey?: string }) {
  const { report, labels } = view
  const [all, setAll] = useState(false)
  const gaps = report.gaps.filter(gap => projectKey === undefined || gap.project_key === projectKey)
  if (gaps.length === 0) return null
  const shown = all ? gaps : gaps.slice(0, first)
  return (
    <section className="open-box gap-box" aria-labelledby="gaps">
      <h2 className="row gap-8 text-m" id="gaps">
        <FileQuestion aria-hidden="true" /> {formatCount(gaps.length, 'turn')} without evidence
      </h2>
      <p className="mt-4 soft">This report says nothing about them. Their transcripts can be read.</p>
      <p className="cites mt-4 soft">
        {shown.map(({ project_key, session_ref, turn_ref }) => (
          <Link
            key={`${project_key} ${session_ref} ${turn_ref}`}
            to="/diary/$date/$key/$session"
            params={{ date: report.report_date, key: project_key, session: session_ref }}
            search={{ turn: turn_ref }}
            className="cite"
            title={`Session ${session_ref}`}
          >
            {projectKey === undefined && `${labels.get(project_key) ?? project_key}, `}
            {turnWords({ turn_ref })}
          </Link>
        ))}
        {gaps.length > shown.length && (
          <button type="button" className="cite more" onClick={() => setAll(true)}>
            and {gaps.length - shown.length} more
          </button>
        )}
      </p>
    </section>
  )
}
