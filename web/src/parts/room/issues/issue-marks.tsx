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

/** The status of an issue, as a word with its icon. */
export function IssueStatusMark({ status }: Pick<Issue, 'status'>) {
  const Icon = statusIcons[status]
  return (
    <span className={`mark-line issue-${status}`}>
      <Icon aria-hidden="true" />
      {statusWords[status]}
    </span>
  )
}

export function PriorityMark({ priority }: Pick<Issue, 'priority'>) {
  const Icon = priorityIcons[priority]
  return (
    <span className={`mark-line priority-${priority}`}>
      <Icon aria-hidden="true" />
      {priorityWords[priority]}
    </span>
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
