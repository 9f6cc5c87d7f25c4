import './records.css'
import { formatCount, formatNumber } from '../../../src/kernel/numbers.ts'
import type { ActivityEntry } from '../../../src/records/schema.ts'

const days = 28
const width = 8
const gap = 3
const height = 40

interface Props {
  entries: ActivityEntry[]
  now: Date
  /** The list was cut: days before its oldest entry are unknown. */
  cut: boolean
}

/** Four weeks of activity, a bar for each day. */
export function ActivityBars({ entries, now, cut }: Props) {
  const counts = perDay(entries, now)
  const highest = Math.max(1, ...counts.map(({ count }) => count))
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const peak = counts.reduce((best, day) => (day.count > best.count ? day : best))
  const words = `${formatCount(total, 'event')} in the last ${days} days${
    total > 0 ? `; most on ${peak.label}: ${peak.count}` : ''
  }${cut ? '; only the newest are counted' : ''}`
  return (
    <section className="stack gap-12 p-16 border rounded-l bg-surface" aria-label="Activity by day">
      <p className="soft text-s">
        <strong className="tabular mr-4 ink text-xl weight-600 tracking-tight">
          {formatNumber(total)}
          {cut && '+'}
        </strong>{' '}
        {total === 1 ? 'event' : 'events'} in four weeks
      </p>
      <svg
        className="activity-bars as-block full"
        viewBox={`0 0 ${days * (width + gap) - gap} ${height}`}
        role="img"
        aria-label={words}
      >
        {counts.map(({ label, count }, index) => {
          const tall = count === 0 ? 2 : Math.max(4, Math.round((count / highest) * height))
          return (
            <rect
              key={label}
              x={index * (width + gap)}
              y={height - tall}
              width={width}
              height={tall}
              rx={Math.min(2, tall / 2)}
              className={count === 0 ? 'none' : 'some'}
            >
              <title>{`${label}: ${formatCount(count, 'event')}`}</title>
            </rect>
          )
        })}
      </svg>
      <p className="flex justify-between muted text-2xs" aria-hidden="true">
        <span>{counts[0]?.label}</span>
        <span>today</span>
      </p>
    </section>
  )
}

function perDay(entries: ActivityEntry[], now: Date): Array<{ label: string; count: number }> {
  const found = new Map<string, number>()
  for (const { timestamp } of entries) {
    const key = new Date(timestamp).toDateString()
    found.set(key, (found.get(key) ?? 0) + 1)
  }
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - (days - 1 - index))
    const label = day.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
    return { label, count: found.get(day.toDateString()) ?? 0 }
  })
}
