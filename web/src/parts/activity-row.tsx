import './records.css'
import { Link } from '@tanstack/react-router'
import {
  CirclePlus,
  type LucideIcon,
  MonitorCheck,
  MonitorDot,
  MonitorX,
  PencilLine,
  RefreshCcwDot,
  ScanEye,
  Split,
  TriangleAlert,
} from 'lucide-react'
import type { ActivityType } from '../../../src/records/activity-types.ts'
import type { ActivityEntry } from '../../../src/records/schema.ts'
import { changeWords, verbOf } from '../state/activity-words.ts'
import { moveWithArrows } from '../state/rows.ts'
import { toneOf } from '../ui/tone.ts'
import { Ago } from './ago.tsx'

interface Props {
  project: string
  entry: ActivityEntry
  /** How the session is called, where there is room for it. */
  who?: string
}

export function ActivityRow({ project, entry, who }: Props) {
  const Icon = icons[entry.type]
  // A summary that a chat gave its session does not say what happened; summaries by Daybook do.
  const spoken = entry.record_id !== undefined || entry.summary.startsWith('Session')
  const content = (
    <>
      <span className={`align-center stack muted ${toneOf(entry.type)}`}>
        <Icon aria-hidden="true" />
      </span>
      <span className="truncate">
        <span className={spoken ? 'hidden-text' : 'muted'}>{verbOf(entry.type)}: </span>
        {spoken ? changeWords(entry.summary) : entry.summary}
        {entry.record_title && <span className="muted"> {entry.record_title}</span>}
      </span>
      <span className="activity-who truncate text-xs muted" title={who}>
        {who}
      </span>
      <span className="text-xs muted text-right">
        <Ago time={entry.timestamp} />
      </span>
    </>
  )
  const row = {
    className: 'list-row activity-row text-s',
    'data-row': true,
    onKeyDown: moveWithArrows,
  }
  if (entry.record_id) {
    return (
      <Link {...row} to="/p/$project/records/$id" params={{ project, id: entry.record_id }}>
        {content}
      </Link>
    )
  }
  return (
    <Link {...row} to="/p/$project/records/activity" params={{ project }} search={{ session: entry.session_id }}>
      {content}
    </Link>
  )
}

const icons: { [type in ActivityType]: LucideIcon } = {
  record_created: CirclePlus,
  record_updated: PencilLine,
  state_transition: RefreshCcwDot,
  session_started: MonitorDot,
  session_saved: MonitorCheck,
  session_closed: MonitorX,
  session_branched: Split,
  activation: ScanEye,
  conflict_detected: TriangleAlert,
  conflict_resolved: TriangleAlert,
}
