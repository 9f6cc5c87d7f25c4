import './diary.css'
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, TriangleAlert } from 'lucide-react'
import { certificateLines } from '../../../../src/diary/report/text/certificate-text.ts'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import type { DayView } from '../../state/diary/day-view.ts'
import { verifyQuery } from '../../state/diary/queries.ts'
import { Section } from '../../ui/section.tsx'
import { Sentence } from './sentence.tsx'

/** What the report accounts for, and whether its citations still match the bytes. */
export function CoverageCard({ view }: { view: DayView }) {
  const { certificate, report_date: date } = view.report
  const { data: verified } = useQuery(verifyQuery(date))
  if (!certificate) return null
  return (
    <Section title="Coverage">
      <ul className="bullets">
        {certificateLines(certificate).map((text, index) => (
          <li key={text}>
            <Sentence id={`certificate/${index}`} text={text} />
          </li>
        ))}
        {verified && (
          <li
            className={`verdict inline-row gap-6 ${verified.mismatches.length === 0 ? 'verified tone-good' : 'changed tone-warn'}`}
          >
            {verified.mismatches.length === 0 ? (
              <>
                <BadgeCheck aria-hidden="true" /> All {formatCount(verified.checked, 'cited span')} and copies match
                their hashes.
              </>
            ) : (
              <>
                <TriangleAlert aria-hidden="true" /> {verified.mismatches.length} of{' '}
                {formatCount(verified.checked, 'cited span')} and copies differ from their hashes.
              </>
            )}
          </li>
        )}
      </ul>
    </Section>
  )
}
