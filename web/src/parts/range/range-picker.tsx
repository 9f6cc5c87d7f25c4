import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addDays, daysBetween, daysOfWeek, weekOf } from '../../../../src/diary/dates/calendar.ts'
import type { RangeAddress } from '../../state/diary/addresses.ts'
import { Tip } from '../tip.tsx'

interface Props {
  from: string
  to: string
  today: string
  onChange: (range: RangeAddress) => void
}

/** Names a week, or any days; both arrows keep the length. */
export function RangePicker({ from, to, today, onChange }: Props) {
  const length = daysBetween(from, to).length
  const isWeek = isWholeWeek(from, to)
  const move = (by: 1 | -1) => {
    const [start, end] = [addDays(from, by * length), addDays(to, by * length)]
    onChange(isWeek ? { week: weekOf(start) } : { from: start, to: end })
  }
  const last = (days: number) => onChange({ from: addDays(today, 1 - days), to: today })
  const isLast = (days: number) => to === today && from === addDays(today, 1 - days)
  return (
    <div className="range-picker">
      <div className="range-steps">
        <Tip label={isWeek ? 'The week before' : 'The days before'}>
          <button type="button" className="icon-button" aria-label="Earlier" onClick={() => move(-1)}>
            <ChevronLeft aria-hidden="true" />
          </button>
        </Tip>
        <label className="range-date">
          <span className="hidden-text">From</span>
          <input
            type="date"
            className="input"
            value={from}
            max={to}
            onChange={({ target: { value } }) => value && value <= to && onChange({ from: value, to })}
          />
        </label>
        <span aria-hidden="true">–</span>
        <label className="range-date">
          <span className="hidden-text">To</span>
          <input
            type="date"
            className="input"
            value={to}
            min={from}
            max={addDays(from, 365)}
            onChange={({ target: { value } }) => value && value >= from && onChange({ from, to: value })}
          />
        </label>
        <Tip label={isWeek ? 'The week after' : 'The days after'}>
          <button
            type="button"
            className="icon-button"
            aria-label="Later"
            disabled={addDays(to, 1) > today}
            onClick={() => move(1)}
          >
            <ChevronRight aria-hidden="true" />
          </button>
        </Tip>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons that choose what is shown below are no form */}
      <div className="segmented" role="group" aria-label="Range">
        <button
          type="button"
          aria-pressed={isWeek && weekOf(from) === weekOf(today)}
          onClick={() => onChange({ week: weekOf(today) })}
        >
          This week
        </button>
        <button type="button" aria-pressed={isLast(30)} onClick={() => last(30)}>
          30 days
        </button>
        <button type="button" aria-pressed={isLast(90)} onClick={() => last(90)}>
          90 days
        </button>
      </div>
    </div>
  )
}

function isWholeWeek(from: string, to: string): boolean {
  const week = daysOfWeek(weekOf(from))
  return week?.from === from && week.to === to
}
