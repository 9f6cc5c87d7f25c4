import './diary.css'
import type { ReactNode } from 'react'
import type { Citation } from '../../../../src/diary/report/schema.ts'
import { openText, partNames } from '../../../../src/diary/report/text/item-parts.ts'
import { categoryNames } from '../../../../src/diary/report/text/names.ts'
import { itemSentenceId } from '../../../../src/diary/report/text/sentences.ts'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import type { DayItem } from '../../state/diary/day-view.ts'
import { Sentence } from './sentence.tsx'

interface Props {
  projectKey: string
  item: DayItem
  /** How the lines behind a text are shown. */
  cites: (citations: readonly Citation[]) => ReactNode
}

/** What was asked, then what the agent said of its work beside what the transcript shows of it. */
export function ItemParts({ projectKey, item, cites }: Props) {
  const sentence = (place: string, text: string) => (
    <Sentence id={itemSentenceId(projectKey, item.work_item_ref, place)} text={text} />
  )
  const asked = item.parts.filter(({ part }) => part === 'asked')
  const seen = item.parts.filter(({ part }) => part !== 'asked')
  const shown = (parts: DayItem['parts']) =>
    parts.map(({ part, text, citations }) => (
      <div key={part}>
        <dt>{partNames[part]}</dt>
        <dd className={part === 'open' ? 'tone-warn' : undefined}>
          {sentence(part, openText(text))} {cites(citations)}
        </dd>
      </div>
    ))
  return (
    <div className="beside">
      <dl className="facts align-start">
        {shown(asked)}
        {item.last_message && (
          <div>
            <dt>The agent said</dt>
            <dd>
              “{sentence('last-message', item.last_message.text)}” {cites(item.last_message.citations)}
            </dd>
          </div>
        )}
      </dl>
      {seen.length > 0 && (
        <dl className="facts align-start" aria-label="What the transcript shows">
          {shown(seen)}
        </dl>
      )}
    </div>
  )
}

/** What changed, file by file, for those who want to know. */
export function ItemOutcomes({ projectKey, item, cites }: Props) {
  if (item.outcomes.length === 0) return null
  return (
    <details className="text-s">
      <summary className="muted pointer">Files and {formatCount(item.outcomes.length, 'outcome')}</summary>
      <ul className="divided">
        {item.outcomes.map(({ category, summary, citations }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: claims are never reordered and have no other name
          <li key={index} className="claim">
            <div>
              <span className="tag mr-4">{categoryNames[category]}</span>{' '}
              <Sentence id={itemSentenceId(projectKey, item.work_item_ref, `outcome/${index}`)} text={summary} />
            </div>
            {cites(citations)}
          </li>
        ))}
      </ul>
    </details>
  )
}
