import './room.css'
import { CircleAlert, CircleCheck, CircleDashed, CircleX, Cpu, Loader } from 'lucide-react'
import type { Output } from '../../operations.ts'
import { StatusMark } from '../../ui/badge.tsx'
import { toneOf } from '../../ui/tone.ts'

type Status = Output<'room_status_show'>['agents'][number]['status']

/** Whether an agent's model can be reached, never by colour alone. */
export function ModelStatusMark({ status }: { status: Status }) {
  const { Icon, word } = marks[status]
  return (
    <StatusMark icon={Icon} tone={toneOf(status)} className="speaker-mark">
      {word}
    </StatusMark>
  )
}

const marks = {
  ready: { Icon: CircleCheck, word: 'Ready' },
  builtin: { Icon: Cpu, word: 'Built-in' },
  checking: { Icon: Loader, word: 'Checking' },
  unconfigured: { Icon: CircleDashed, word: 'Not set up' },
  incomplete: { Icon: CircleAlert, word: 'Incomplete' },
  unreachable: { Icon: CircleX, word: 'Not reachable' },
}
