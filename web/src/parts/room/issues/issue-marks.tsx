import {
  ChevronsUp,
  ChevronUp,
  CircleCheck,
  CircleDot,
  CircleUserRound,
  Equal,
  type LucideIcon,
  Minus,
  Snowflake,
} from 'lucide-react'
import type { Issue } from '../../../../../src/room/issues/schema.ts'
import { priorityWords, statusWords } from '../../../state/room/issue-words.ts'
import { StatusMark } from '../../../ui/badge.tsx'
import { toneOf } from '../../../ui/tone.ts'

/** The status of an issue, as a word with its icon. */
export function IssueStatusMark({ status }: Pick<Issue, 'status'>) {
  const Icon = statusIcons[status]
  return (
    <StatusMark icon={Icon} tone={toneOf(status)}>
      {statusWords[status]}
    </StatusMark>
  )
}

export function PriorityMark({ priority }: Pick<Issue, 'priority'>) {
  const Icon = priorityIcons[priority]
  return (
    <StatusMark icon={Icon} tone={toneOf(priority)}>
      {priorityWords[priority]}
    </StatusMark>
  )
}

const statusIcons: { readonly [status in Issue['status']]: LucideIcon } = {
  open: CircleDot,
  'waiting-on-user': CircleUserRound,
  frozen: Snowflake,
  closed: CircleCheck,
}

const priorityIcons: { readonly [priority in Issue['priority']]: LucideIcon } = {
  urgent: ChevronsUp,
  high: ChevronUp,
  normal: Equal,
  low: Minus,
}
