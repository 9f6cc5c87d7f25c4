import { Ban, CircleCheck, CircleX, Clock, LoaderCircle, type LucideIcon, Unplug } from 'lucide-react'
import type { RunRecord } from '../../../../../src/room/runs/run-store.ts'
import { runWords } from '../../../state/room/run-words.ts'

/** The state of a run, as a word with its icon. */
export function RunMark({ status }: Pick<RunRecord, 'status'>) {
  const { Icon, tone } = marks[status]
  return (
    <span className={`mark-line tone-${tone}`}>
      <Icon aria-hidden="true" />
      {runWords[status]}
    </span>
  )
}

const marks: { readonly [status in RunRecord['status']]: { Icon: LucideIcon; tone: string } } = {
  pending: { Icon: Clock, tone: 'quiet' },
  running: { Icon: LoaderCircle, tone: 'open' },
  done: { Icon: CircleCheck, tone: 'good' },
  failed: { Icon: CircleX, tone: 'bad' },
  cancelled: { Icon: Ban, tone: 'quiet' },
  interrupted: { Icon: Unplug, tone: 'warn' },
}
