import { sum } from '../../../../src/kernel/numbers.ts'
import { ReadDay } from '../../parts/diary/read-day.tsx'
import type { DayStatus } from '../../state/diary/queries.ts'
import { Empty } from '../../ui/empty.tsx'

interface Props {
  date: string
  status: DayStatus
  /** The run that is reading it already. */
  running: string | undefined
}

/** A day that is prepared and has no report yet: it is read now, unless there is nothing to read. */
export function Unreported({ date, status, running }: Props) {
  if (sum(status.projects.map(({ turns }) => turns)) > 0) return <ReadDay key={date} date={date} running={running} />
  return (
    <Empty title="Nothing happened on this day">
      No transcript has a turn that started on it. If an agent keeps its transcripts elsewhere, add that folder under
      Sources and refresh the day.
    </Empty>
  )
}
