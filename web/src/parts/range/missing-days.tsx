import { useQuery } from '@tanstack/react-query'
import '../records.css'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { dayLabel } from '../../../../src/diary/report/charts/range.ts'
import type { RangeReport } from '../../../../src/diary/report/range/schema.ts'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { workedDaysQuery } from '../../state/diary/queries.ts'
import { buildWords, unreadWords } from '../../state/home-words.ts'
import { BuildDays } from '../home/build-days.tsx'

const first = 14

/** Days with work and without a report are listed, never left out; one button has the server build them. */
export function MissingDays({ report }: { report: RangeReport }) {
  const worked = useQuery(workedDaysQuery(report.from, report.to))
  const missing = (worked.data ?? []).filter(({ has_report }) => !has_report)
  const unreadable = report.days.filter(({ state }) => state === 'unreadable')
  if (missing.length + unreadable.length === 0) return null
  return (
    <section className="not-printed stack gap-12 mb-20" aria-label="Days without a report">
      {unreadable.length > 0 && (
        <p className="note with-actions">
          <TriangleAlert aria-hidden="true" />
          <span>
            The report of {unreadable.map(({ date }) => dayLabel(date)).join(', ')} cannot be read. Move its{' '}
            <code>daily-report.json</code> away and build it again.
          </span>
        </p>
      )}
      {missing.length > 0 && (
        <div className="border-dashed row wrap gap-y-10 gap-x-12 py-12 px-16 rounded-l text-s">
          <p>
            <strong>{formatCount(missing.length, 'day')}</strong> not read yet, not included below:
          </p>
          <ul className="row wrap gap-6">
            {missing.slice(0, first).map(({ date, turns }) => (
              <li key={date}>
                <Link to="/diary/$date" params={{ date }} className="chip" title={unreadWords(turns ?? 0)}>
                  {dayLabel(date)}
                </Link>
              </li>
            ))}
            {missing.length > first && <li className="muted">and {missing.length - first} more</li>}
          </ul>
          <BuildDays label={buildWords(missing.length)} days={{ from: report.from, to: report.to }} />
        </div>
      )}
    </section>
  )
}
