import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addDays, daysBetween, daysOfWeek, weekOf } from '../../../../src/diary/dates/calendar.ts'
import type { RangeAddress } from '../../state/diary/addresses.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Segmented } from '../../ui/segmented.tsx'

interface Props {
  from: string
  to: string
  today: string
  onChange: (range: RangeAddress) => void
}

/** Selects a week or any days; both arrows keep the length. */
export function RangePicker({ from, to, today, onChange }: Props) {
  const length = daysBetween(from, to).length
  const isWeek = isWholeWeek(from, to)
  const move = (by: 1 | -1) => {
    const [start, end] = [addDays(from, by * length), addDays(to, by * length)]
    onChange(isWeek ? { week: weekOf(start) } : { from: start, to: end })
  }
  const last = (days: number) => ({ from: addDays(today, 1 - days), to: today })
  const isThisWeek = isWeek && weekOf(from) === weekOf(today)
  const shown = isThisWeek ? 'week' : ['30', '90'].find(days => to === today && from === last(Number(days)).from)
  return (
    <div className="not-printed row wrap gap-y-10 gap-x-16 mb-20">
      <div className="row gap-6">
        <IconButton
          label="Earlier"
          icon={ChevronLeft}
          tip={isWeek ? 'The week before' : 'The days before'}
          onClick={() => move(-1)}
        />
        <label>
          <span className="hidden-text">From</span>
          <input
            type="date"
            className="input fit tabular"
            value={from}
            max={to}
            onChange={({ target: { value } }) => value && value <= to && onChange({ from: value, to })}
          />
        </label>
        <span aria-hidden="true">–</span>
        <label>
          <span className="hidden-text">To</span>
          <input
            type="date"
            className="input fit tabular"
            value={to}
            min={from}
            max={addDays(from, 365)}
            onChange={({ target: { value } }) => value && value >= from && onChange({ from, to: value })}
          />
        </label>
        <IconButton
          label="Later"
          icon={ChevronRight}
          tip={isWeek ? 'The week after' : 'The days after'}
          disabled={addDays(to, 1) > today}
          onClick={() => move(1)}
        />
      </div>
      <Segmented
        label="Range"
        options={[
          ['week', 'This week'],
          ['30', '30 days'],
          ['90', '90 days'],
        ]}
        value={shown}
        onChange={choice => onChange(choice === 'week' ? { week: weekOf(today) } : last(Number(choice)))}
      />
    </div>
  )
}

function isWholeWeek(from: string, to: string): boolean {
  const week = daysOfWeek(weekOf(from))
  return week?.from === from && week.to === to
}
