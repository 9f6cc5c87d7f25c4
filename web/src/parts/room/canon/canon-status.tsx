import { CircleAlert, CircleCheck, CircleDashed, Hammer } from 'lucide-react'
import { formatCount, formatNumber } from '../../../../../src/kernel/numbers.ts'
import type { Output } from '../../../operations.ts'
import { Ago } from '../../ago.tsx'

type Status = Output<'room_canon_status'>

/** Whether the index matches the cards, in a word and a sentence. */
export function CanonStatus({ status }: { status: Status }) {
  const { Icon, word, tone } = marks[status.status]
  return (
    <div className="row wrap justify-between gap-y-12 gap-x-32 p-16 border rounded-l bg-surface">
      <p className={`row gap-8 text-l tone-${tone}`}>
        <Icon aria-hidden="true" />
        <strong>{word}</strong>
      </p>
      <dl className="flex wrap gap-y-8 gap-x-24 text-s">
        <div>
          <dt className="muted text-xs">Cards</dt>
          <dd className="tabular">{formatNumber(status.cardCount)}</dd>
        </div>
        <div>
          <dt className="muted text-xs">In the index</dt>
          <dd className="tabular">{formatNumber(status.fileCount)}</dd>
        </div>
        <div>
          <dt className="muted text-xs">Built</dt>
          <dd>{status.indexedAt === null ? 'never' : <Ago time={status.indexedAt} />}</dd>
        </div>
        {status.job && status.status !== 'building' && (
          <div>
            <dt className="muted text-xs">Last build</dt>
            <dd>{lastWords(status.job)}</dd>
          </div>
        )}
      </dl>
    </div>
  )
}

function lastWords({ done, fallbacks, failures }: NonNullable<Status['job']>): string {
  return [
    `${formatCount(done, 'card')} read`,
    ...(fallbacks > 0 ? [`${fallbacks} by rules`] : []),
    ...(failures > 0 ? [`${failures} failed`] : []),
  ].join(', ')
}

const marks = {
  none: { Icon: CircleDashed, word: 'Not built yet', tone: 'quiet' },
  building: { Icon: Hammer, word: 'Being built', tone: 'open' },
  indexed: { Icon: CircleCheck, word: 'Up to date', tone: 'good' },
  stale: { Icon: CircleAlert, word: 'Out of date', tone: 'warn' },
} as const
