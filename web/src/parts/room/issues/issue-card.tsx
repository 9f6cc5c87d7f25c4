import { Link } from '@tanstack/react-router'
import { MessageSquare } from 'lucide-react'
import type { Issue } from '../../../../../src/room/issues/schema.ts'
import { moveWithArrows } from '../../../state/rows.ts'
import { counted } from '../../../state/words.ts'
import { Ago } from '../../ago.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { PriorityMark } from './issue-marks.tsx'

/** One issue on the board. */
export function IssueCard({ project, issue }: { project: string; issue: Issue }) {
  const { id, title, priority, tags, assignedTo, comments, updatedAt } = issue
  return (
    <Link
      to="/p/$project/room/issues/$issue"
      params={{ project, issue: String(id) }}
      className="issue-card"
      data-row
      onKeyDown={moveWithArrows}
    >
      <span className="issue-card-title">
        <span className="issue-number tabular">#{id}</span> {safeText(title)}
      </span>
      {tags.length > 0 && (
        <span className="issue-tags">
          {tags.slice(0, 4).map(tag => (
            <span key={tag} className="tag">
              <span>{safeText(tag)}</span>
            </span>
          ))}
          {tags.length > 4 && <span className="muted">and {tags.length - 4} more</span>}
        </span>
      )}
      <span className="issue-card-facts">
        {priority !== 'normal' && <PriorityMark priority={priority} />}
        {assignedTo !== null && <span className="truncate">{safeText(assignedTo)}</span>}
        {comments.length > 0 && (
          <span className="mark-line">
            <MessageSquare aria-hidden="true" />
            {comments.length}
            <span className="hidden-text"> {counted(comments.length, 'comment').replace(/^\S+ /, '')}</span>
          </span>
        )}
        <Ago time={updatedAt} />
      </span>
    </Link>
  )
}
