import './diary.css'
import type { Citation } from '../../../../src/diary/report/schema.ts'
import { engagementLimit, learningLimit } from '../../../../src/diary/report/text/certificate-text.ts'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import type { Confidence } from '../../../../src/diary/schema.ts'
import type { DayView } from '../../state/diary/day-view.ts'
import { Section } from '../../ui/section.tsx'
import { Citations } from './citations.tsx'
import { ConfidenceMark } from './marks.tsx'

const dimensionWords = { direction: 'Direction', review: 'Review', correction: 'Correction', recovery: 'Recovery' }
const patternWords = { promote: 'Do more', avoid: 'Avoid', reuse: 'Restore' }

/** The narrative a model or an agent wrote about the day; absent without one. */
export function Narrative({ view }: { view: DayView }) {
  const { engagement_assessment: engagement, team_learning: learning } = view.report
  return (
    <>
      {engagement && (
        <Section title="Engagement" className="stack gap-12">
          <Claim view={view} {...engagement.overall_reading} />
          {engagement.observations.map(({ dimension, statement, ...rest }) => (
            <Claim key={statement} view={view} tag={dimensionWords[dimension]} text={statement} {...rest} />
          ))}
          <Limits limits={[...engagement.limits, engagementLimit]} />
        </Section>
      )}
      {learning && (
        <Section title="Learning" className="stack gap-12">
          <Claim view={view} {...learning.takeaways} />
          {learning.patterns.map(({ kind, statement, rationale, recurrence, ...rest }) => (
            <Claim
              key={statement}
              view={view}
              tag={patternWords[kind]}
              text={`${statement} ${rationale} (${recurrence})`}
              {...rest}
            />
          ))}
          <Limits limits={[...learning.limits, learningLimit]} />
        </Section>
      )}
    </>
  )
}

interface ClaimProps {
  view: DayView
  tag?: string
  text: string
  citations: readonly Citation[]
  confidence: Confidence
}

function Claim({ view, tag, text, citations, confidence }: ClaimProps) {
  return (
    <div className="claim">
      <p>
        {tag && <span className="tag mr-4">{tag}</span>} {plainLine(text)}
      </p>
      <span className="row wrap gap-y-4 gap-x-12 muted text-xs">
        <ConfidenceMark confidence={confidence} />
        <Citations date={view.report.report_date} citations={citations} labels={view.labels} />
      </span>
    </div>
  )
}

function Limits({ limits }: { limits: readonly string[] }) {
  return (
    <ul className="bullets muted">
      {[...new Set(limits)].map(limit => (
        <li key={limit}>{plainLine(limit)}</li>
      ))}
    </ul>
  )
}
